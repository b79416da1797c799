package io.graphkernel.runtime.internal.loading;

import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Verification of a large file that an earlier process has unpacked. */
public enum ContentCheck {
    /** Compares a checksum of each block, which detects any flipped bit. */
    FAST,
    /** Compares the SHA-256 of the whole file. */
    FULL,
    /** Compares the size only. */
    NONE;

    /** System property that selects the check. */
    static final String PROPERTY = "graphkernel.constants.check";

    /**
     * Returns the check that the current setting selects, {@link #FAST} by default.
     *
     * @throws KernelLibraryException if the setting has another value
     */
    public static ContentCheck current() {
        String text = System.getProperty(PROPERTY);
        if (text == null || text.isBlank()) {
            return FAST;
        }
        for (ContentCheck check : values()) {
            if (check.text().equals(text.strip())) {
                return check;
            }
        }
        List<String> texts = Arrays.stream(values()).map(ContentCheck::text).toList();
        throw new KernelLibraryException(
                RuntimeProblem.INVALID_SETTING,
                PROPERTY,
                text,
                "it says how constants that an earlier process unpacked are compared with what was unpacked",
                "set it to one of " + texts + ", or leave it out");
    }

    private String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}

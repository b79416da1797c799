package io.graphkernel.common.files;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown for a file or directory that another user of the machine could replace. */
public final class UnsafePathException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String fix;

    UnsafePathException(Path path, String reason, String fix) {
        super(path + " " + reason);
        this.fix = fix;
    }

    /** Returns the fix as the end of a sentence, which does not name a setting. */
    public String fix() {
        return fix;
    }
}

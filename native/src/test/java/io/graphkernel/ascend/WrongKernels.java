package io.graphkernel.ascend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Kernels that the model refuses to run: its report names the check, the lines of the source and of the Java file, block, API and reason. */
final class WrongKernels {

    /** Line and block, and what comes after them. */
    private static final Pattern PLACE = Pattern.compile("line (\\d+), block (\\d+), (.*)");

    private WrongKernels() {}

    /** Line 7 of the source is of line 107 of a Java file. */
    static String withJavaLines(String kernel) {
        String[] lines = kernel.split("\n");
        for (int i = 0; i < lines.length; i++) {
            lines[i] += lines[i].endsWith(";") ? " // Kernel.java:" + (101 + i) : "";
        }
        return String.join("\n", lines);
    }

    /**
     * Launches a kernel, which must be refused.
     *
     * @param kernel its function is {@code k}
     * @param check such as {@code T11}
     * @param reason the rest of the report: line, block, API, and what is wrong, which begins with the operand where it is about one; a
     *     star stands for an address
     */
    static void requireReport(Acl acl, String kernel, int blocks, String check, String reason, long... arguments) {
        requireReport(acl, kernel, blocks, Acl.CHIP, check, reason, arguments);
    }

    /** The same of a kernel for the chip that an option names. */
    static void requireReport(
            Acl acl, String kernel, int blocks, String chip, String check, String reason, long... arguments) {
        int code = acl.launch(Acl.function(withJavaLines(kernel), "k", chip), blocks, arguments);

        assertThat(code).isEqualTo(Acl.VECTOR_CORE_EXCEPTION);
        Matcher parts = PLACE.matcher(reason);
        assertThat(parts.matches()).as(reason).isTrue();
        String place = "%s: kernel k, line %s (Kernel.java:%d), block %s of %d, "
                .formatted(check, parts.group(1), 100 + Integer.parseInt(parts.group(1)), parts.group(2), blocks);
        assertThat(Acl.reason()).matches(Pattern.quote(place + parts.group(3)).replace("*", "\\E0x[0-9a-f]+\\Q"));
    }
}

package io.graphkernel.ascend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Kernels that the model rejects: its report names the check, the lines of the source and of the Java file, block, API
 * and reason.
 */
final class WrongKernels {

    /** Line and block, and the text after them. */
    private static final Pattern PLACE = Pattern.compile("line (\\d+), block (\\d+), (.*)");

    private WrongKernels() {}

    /** Line 7 of the source corresponds to line 107 of a Java file. */
    static String withJavaLines(String kernel) {
        String[] lines = kernel.split("\n");
        for (int i = 0; i < lines.length; i++) {
            lines[i] += lines[i].endsWith(";") ? " // Kernel.java:" + (101 + i) : "";
        }
        return String.join("\n", lines);
    }

    /**
     * Launches a kernel, which must be rejected.
     *
     * @param kernel kernel with the function {@code k}
     * @param check check, such as {@code T11}
     * @param reason rest of the report: line, block, API, and the fault, which begins with the operand if it concerns
     *     one; a star stands for an address
     */
    static void requireReport(Acl acl, String kernel, int blocks, String check, String reason, long... arguments) {
        requireReport(acl, kernel, blocks, Acl.CHIP, check, reason, arguments);
    }

    /** Launches a kernel for the chip that an option names, which must be rejected. */
    static void requireReport(
            Acl acl, String kernel, int blocks, String chip, String check, String reason, long... arguments) {
        int code = acl.launch(Acl.function(withJavaLines(kernel), "k", chip), blocks, arguments);

        assertThat(code).isEqualTo(Acl.VECTOR_CORE_EXCEPTION);
        Matcher fields = PLACE.matcher(reason);
        assertThat(fields.matches()).as(reason).isTrue();
        String location = "%s: kernel k, line %s (Kernel.java:%d), block %s of %d, "
                .formatted(check, fields.group(1), 100 + Integer.parseInt(fields.group(1)), fields.group(2), blocks);
        assertThat(Acl.reason())
                .matches(Pattern.quote(location + fields.group(3)).replace("*", "\\E0x[0-9a-f]+\\Q"));
    }
}

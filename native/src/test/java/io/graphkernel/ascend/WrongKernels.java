package io.graphkernel.ascend;

import static org.assertj.core.api.Assertions.assertThat;

/** Kernels that the model refuses to run: its report names the check, the lines of the source and of the Java file, block, API and reason. */
final class WrongKernels {

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
     * @param reason what the report says besides: a part of the text from the API on
     */
    static void requireReport(Acl acl, String kernel, int blocks, String check, String reason, long... arguments) {
        int code = acl.launch(Acl.function(withJavaLines(kernel), "k"), blocks, arguments);

        assertThat(code).isEqualTo(Acl.VECTOR_CORE_EXCEPTION);
        assertThat(Acl.reason())
                .matches(check + ": kernel k, line (\\d+) \\(Kernel\\.java:10?\\1\\), block \\d of " + blocks
                        + ", [\\w ]+: .*")
                .contains(reason);
    }
}

package io.graphkernel.cuda;

/** PTX sources. */
final class Ptx {
    static final String HEADER = """
            .version 6.3
            .target sm_70
            .address_size 64

            """;

    private Ptx() {}

    /** Returns a module of one kernel with registers of all types and a parameter {@code p} of 8-byte slots. */
    static String kernel(String name, int slots, String body) {
        return kernel(name, slots, "", body);
    }

    /** Returns a module with declarations before the kernel. */
    static String kernel(String name, int slots, String declarations, String body) {
        return HEADER + entry(name, slots, declarations, body);
    }

    /** Returns a module for GPUs from Ampere on. */
    static String ampereKernel(String name, int slots, String declarations, String body) {
        return HEADER.replace("6.3", "7.0").replace("sm_70", "sm_80") + entry(name, slots, declarations, body);
    }

    private static String entry(String name, int slots, String declarations, String body) {
        return declarations + """
                .visible .entry %s(.param .align 8 .b8 p[%d])
                {
                .reg .pred %%p<9>; .reg .b16 %%rs<9>; .reg .b32 %%r<19>; .reg .b64 %%rd<19>;
                .reg .f32 %%f<9>; .reg .f64 %%fd<9>;
                %s}
                """.formatted(name, 8 * slots, body);
    }
}

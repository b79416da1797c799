package io.graphkernel.processor.toolchain;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Small C sources and stand-ins that the tests of this package share. */
final class TestKernels {
    private static final String SCALE = """
            #include "graphkernel.h"

            static void scale(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
                float *values = arguments[0].pointer;
                for (gk_int64 i = begin; i < end; i++) {
                    values[i] *= %sf;
                }
            }

            GK_EXPORT extern const gk_kernel GK_TABLE[];
            const gk_kernel GK_TABLE[] = {scale};
            """;

    /** Stands for a machine on which nothing can be compiled, although the compiler is known. */
    static final Compiler UNAVAILABLE = new Compiler() {
        private final Compiler embedded = new EmbeddedLlvm();

        @Override
        public String identity() throws ToolchainException {
            return embedded.identity();
        }

        @Override
        public Path clang() throws ToolchainException {
            throw new ToolchainException(ToolchainException.Kind.UNAVAILABLE, "the test has no compiler", List.of());
        }

        @Override
        public Programs programs(Platform target) throws ToolchainException {
            throw new ToolchainException(ToolchainException.Kind.UNAVAILABLE, "the test has no compiler", List.of());
        }
    };

    private TestKernels() {}

    /** A kernel that multiplies by a constant. */
    static KernelSource scale(double factor) {
        return new KernelSource("test", "Scale.c", String.format(Locale.ROOT, SCALE, factor));
    }
}

package io.graphkernel.processor.toolchain;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Small C sources and stubs that the tests of this package share. */
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

    private static final String SCALES = """
            /* Of %1$s. */
            GK_INLINE void %2$s_stage1(gk_int64 i, float *%3$s) {
                %3$s[i] *= %4$sf; /* Scales.java */
            }

            static void %2$s(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
                float *%3$s = arguments[0].pointer;
                for (gk_int64 i = begin; i < end; i++) {
                    %2$s_stage1(i, %3$s);
                }
            }
            """;

    /** Compiler of a machine on which compilation fails, although the compiler is known. */
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

    /**
     * Returns a class of kernels that multiply by constants, each with its own names.
     *
     * @param tag tag of the class
     * @param factors one constant per kernel
     */
    static SourcePartition scales(String tag, double... factors) {
        List<SourcePartition.Part> slices = new ArrayList<>();
        for (double factor : factors) {
            String name = tag + "_" + slices.size();
            String values = "v_" + tag + slices.size();
            String text = String.format(Locale.ROOT, SCALES, tag, name, values, factor);
            slices.add(new SourcePartition.Part(text, List.of(name)));
        }
        String content = slices.stream().map(SourcePartition.Part::text).collect(Collectors.joining());
        return new SourcePartition(new KernelSource(tag, "Scales.c", content), slices);
    }

    /** Returns a kernel that multiplies by a constant. */
    static KernelSource scale(double factor) {
        return new KernelSource("test", "Scale.c", String.format(Locale.ROOT, SCALE, factor));
    }
}

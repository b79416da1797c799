package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.memory.Unscoped;
import org.bytedeco.dnnl.engine;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.memory;

/** The CPU engine of oneDNN, and tensors in its terms. */
final class OneDnn {
    /** The bits by which oneDNN's names of instruction sets tell AVX2-VNNI and AVX512-VNNI from their parents. */
    private static final int BYTE_PRODUCTS = (dnnl.dnnl_cpu_isa_avx2_vnni & ~dnnl.dnnl_cpu_isa_avx2)
            | (dnnl.dnnl_cpu_isa_avx512_core_vnni & ~dnnl.dnnl_cpu_isa_avx512_core);

    /** The bits by which they tell processors that multiply tiles of matrices. */
    private static final int TILES = dnnl.dnnl_cpu_isa_avx512_core_amx & ~dnnl.dnnl_cpu_isa_avx512_core_fp16;

    private OneDnn() {}

    /** Made at the first use. */
    private static final class Cpu {
        static final engine ENGINE = Unscoped.make(() -> new engine(engine.kind.cpu, 0));
    }

    static engine cpu() {
        return Cpu.ENGINE;
    }

    /** Whether the CPU has an instruction that adds products of bytes to i32; on other platforms than x86 always. */
    static boolean sumsBytesExactly() {
        int instructions = dnnl.dnnl_get_effective_cpu_isa();
        return instructions == dnnl.dnnl_cpu_isa_default || (instructions & BYTE_PRODUCTS) != 0;
    }

    /** Whether the CPU multiplies tiles of matrices of bytes and 16-bit floats. */
    static boolean multipliesTiles() {
        int instructions = dnnl.dnnl_get_effective_cpu_isa();
        return instructions != dnnl.dnnl_cpu_isa_default && (instructions & TILES) != 0;
    }

    static memory.data_type type(DType dtype) {
        return switch (dtype) {
            case F32 -> memory.data_type.f32;
            case F16 -> memory.data_type.f16;
            case BF16 -> memory.data_type.bf16;
            case I8 -> memory.data_type.s8;
            case I32 -> memory.data_type.s32;
            case F64, U8, I64, BOOL -> throw new IllegalArgumentException(dtype.toString());
        };
    }

    /** Where the elements of an operand lie: strides in elements. */
    static memory.desc descriptor(DType dtype, long[] dims, long[] strides) {
        return new memory.desc(dims, type(dtype), strides, false);
    }

    /** An operand whose layout oneDNN chooses. */
    static memory.desc anyLayout(DType dtype, long[] dims) {
        return new memory.desc(dims, type(dtype), memory.format_tag.any, false);
    }
}

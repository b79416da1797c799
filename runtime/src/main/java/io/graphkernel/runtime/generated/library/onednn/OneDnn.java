package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.memory.DetachedFromScope;
import org.bytedeco.dnnl.engine;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.memory;

/** The CPU engine of oneDNN, and conversions of tensors to its descriptors. */
final class OneDnn {
    /** ISA bits of oneDNN that distinguish AVX2-VNNI and AVX512-VNNI from their base sets. */
    private static final int VNNI_BITS = (dnnl.dnnl_cpu_isa_avx2_vnni & ~dnnl.dnnl_cpu_isa_avx2)
            | (dnnl.dnnl_cpu_isa_avx512_core_vnni & ~dnnl.dnnl_cpu_isa_avx512_core);

    /** ISA bits of oneDNN that indicate AMX. */
    private static final int TILES = dnnl.dnnl_cpu_isa_avx512_core_amx & ~dnnl.dnnl_cpu_isa_avx512_core_fp16;

    private OneDnn() {}

    /** Lazy holder of the engine. */
    private static final class EngineHolder {
        static final engine ENGINE = DetachedFromScope.create(() -> new engine(engine.kind.cpu, 0));
    }

    static engine cpu() {
        return EngineHolder.ENGINE;
    }

    /**
     * Returns true if the CPU has an instruction that accumulates int8 products in int32; always true on platforms
     * other than x86.
     */
    static boolean accumulatesInt8Exactly() {
        int instructions = dnnl.dnnl_get_effective_cpu_isa();
        return instructions == dnnl.dnnl_cpu_isa_default || (instructions & VNNI_BITS) != 0;
    }

    /** Returns true if the CPU multiplies tiles of int8 and 16-bit floats. */
    static boolean hasMatrixTiles() {
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
            case F64, F8E4M3, F8E5M2, U8, I16, U16, U32, I64, U64, BOOL ->
                throw new IllegalArgumentException(dtype.toString());
        };
    }

    /** Returns the descriptor of an operand with given strides in elements. */
    static memory.desc descriptor(DType dtype, long[] dims, long[] strides) {
        return new memory.desc(dims, type(dtype), strides, false);
    }

    /** Returns the descriptor of an operand whose layout oneDNN chooses. */
    static memory.desc anyLayout(DType dtype, long[] dims) {
        return new memory.desc(dims, type(dtype), memory.format_tag.any, false);
    }
}

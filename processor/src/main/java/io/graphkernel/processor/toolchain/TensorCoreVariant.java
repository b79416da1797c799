package io.graphkernel.processor.toolchain;

import io.graphkernel.common.abi.PtxArchitecture;
import io.graphkernel.common.target.GpuModel;
import java.util.List;
import java.util.Map;

/**
 * Programs that compute on tensor cores. Matmul kernels have the names and arguments of those of the common program, so
 * that the runtime loads either. Attention kernels are a program of their own, for rows of limited size.
 */
final class TensorCoreVariant {
    /** First architecture with the instructions. */
    static final PtxArchitecture ARCHITECTURE = PtxArchitecture.SM_80;

    /** Stem of the programs of attention. */
    static final String ATTENTION = "attention_mma";

    private static final GpuModel.TensorCores MODEL = GpuModel.DEFAULT.tensorCores();

    private static final String LARGEST_KERNEL =
            "gk_matmul_" + GpuModel.DEFAULT.library().largeTile();

    /** Shape and types of products of fragments, by dtype. Products of f32 would be rounded to TF32. */
    private static final Map<String, String> PRODUCTS = Map.of(
            "f16", "m16n8k16.row.col.f32.f16.f16.f32",
            "bf16", "m16n8k16.row.col.f32.bf16.bf16.f32",
            "i8", "m16n8k32.row.col.s32.s8.s8.s32");

    /** Pairs of elements in a register, by dtype; those of attention, whose weights are rounded to the dtype. */
    private static final Map<String, String> PAIRS = Map.of("f16", "f16x2", "bf16", "bf16x2");

    /** Integers with the size of an element. */
    private static final Map<String, String> BITS = Map.of("f16", "gk_uint16", "bf16", "gk_uint16", "i8", "gk_uint8");

    private TensorCoreVariant() {}

    /** Returns true if tensor cores multiply matrices of a dtype with the accumulators of the common program. */
    static boolean supportsMatMul(String dtype) {
        return PRODUCTS.containsKey(dtype);
    }

    /** Returns true if tensor cores multiply queries, keys, weights and values of a dtype. */
    static boolean supportsAttention(String dtype) {
        return PAIRS.containsKey(dtype);
    }

    /** Returns the text after the includes and macros of the dtype, up to the kernels. */
    static String heading(String op, String dtype) {
        String sizes = op.equals("matmul")
                ? "\n#define GK_SLICE_BYTES " + MODEL.sliceBytes() + "\n#define GK_STAGES " + MODEL.stages()
                        + "\n#define GK_GROUPED_TILES " + MODEL.groupedTiles()
                : "\n#define GK_MMA_QUERIES " + MODEL.attentionQueries() + "\n#define GK_PACKED \"" + PAIRS.get(dtype)
                        + '"';
        return "#define GK_MMA \"" + PRODUCTS.get(dtype) + "\"\n#define GK_ELEMENT_BITS " + BITS.get(dtype) + sizes
                + "\n#include \"gk_mma.h\"\n";
    }

    /**
     * Returns the matmuls of all tile sizes.
     *
     * @param template source of the kernel of a tile
     */
    static String matMuls(String template, List<Integer> tiles) {
        StringBuilder text = new StringBuilder();
        for (int tile : tiles) {
            text.append("\n#define GK_TILE ")
                    .append(tile)
                    .append('\n')
                    .append(template)
                    .append("#undef GK_TILE\n");
        }
        return text.toString();
    }

    /**
     * Returns the attention kernels of all sizes of rows.
     *
     * @param template source of the kernel of a size
     */
    static String attentions(String template) {
        StringBuilder text = new StringBuilder();
        for (int size : List.of(MODEL.attentionSize(), MODEL.maxAttentionSize())) {
            text.append("\n#define GK_ROW_ELEMENTS ")
                    .append(size)
                    .append('\n')
                    .append(template)
                    .append("#undef GK_ROW_ELEMENTS\n");
        }
        return text.toString();
    }

    /** Limits the registers of the large tile such that two thread blocks share a multiprocessor. */
    static String limited(String ptx) {
        String limited = PtxRegisterLimit.apply(ptx, LARGEST_KERNEL::equals);
        if (limited.equals(ptx)) {
            throw new IllegalStateException("no kernel " + LARGEST_KERNEL);
        }
        return limited;
    }
}

package io.graphkernel.training;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Codes and scales of the groups in a block of a quantized type, as {@link QuantizedTensor} has them.
 *
 * @param type a quantized type
 * @param groups number of groups per block
 * @param codeType dtype of the codes
 * @param codeBytes number of bytes of codes per group
 * @param scaleType dtype of the scales
 * @param hasMinimums true if groups have minimums
 */
record CodeLayout(GgufType type, int groups, DType codeType, int codeBytes, DType scaleType, boolean hasMinimums) {

    private static final List<CodeLayout> LAYOUTS = List.of(
            new CodeLayout(GgufType.Q4_0, 1, DType.U8, 16, DType.F16, false),
            new CodeLayout(GgufType.Q4_1, 1, DType.U8, 16, DType.F32, true),
            new CodeLayout(GgufType.Q8_0, 1, DType.I8, 32, DType.F16, false),
            new CodeLayout(GgufType.Q4_K, 8, DType.U8, 16, DType.F32, true),
            new CodeLayout(GgufType.Q6_K, 16, DType.I8, 16, DType.F32, false));

    /** Codes, scales and minimums of some blocks. */
    record Groups(byte[] codes, float[] scales, float[] minimums) {}

    /** Returns the layout of a type; null if it is not quantized. */
    static @Nullable CodeLayout of(GgufType type) {
        return LAYOUTS.stream()
                .filter(layout -> layout.type == type)
                .findFirst()
                .orElse(null);
    }

    /** Returns the quantized types. */
    static List<GgufType> types() {
        return LAYOUTS.stream().map(CodeLayout::type).toList();
    }

    /** Allocates a tensor. */
    QuantizedTensor allocate(long[] dims) {
        int rank = dims.length;
        long[] grouped = Arrays.copyOf(dims, rank + 1);
        grouped[rank - 1] /= type.blockElements() / groups;
        grouped[rank] = codeBytes;
        Tensor codes = Tensor.empty(codeType, grouped);
        grouped[rank] = 1;
        Tensor scales = Tensor.empty(scaleType, grouped);
        return new QuantizedTensor(codes, scales, hasMinimums ? Tensor.empty(scaleType, grouped) : null);
    }

    /** Returns the groups of adjacent blocks. */
    Groups split(ByteBuffer blocks, int count) {
        int size = count * groups;
        Groups split = new Groups(new byte[size * codeBytes], new float[size], new float[hasMinimums ? size : 0]);
        for (int block = 0; block < count; block++) {
            int at = block * type.blockBytes();
            switch (type) {
                case Q4_0, Q8_0 -> {
                    split.scales[block] = GgufType.half(blocks, at);
                    blocks.get(at + 2, split.codes, block * codeBytes, codeBytes);
                }
                case Q4_1 -> {
                    split.scales[block] = GgufType.half(blocks, at);
                    split.minimums[block] = GgufType.half(blocks, at + 2);
                    blocks.get(at + 4, split.codes, block * codeBytes, codeBytes);
                }
                case Q4_K -> splitQ4K(blocks, at, split, block * groups);
                case Q6_K -> splitQ6K(blocks, at, split, block * groups);
                default -> throw new AssertionError(type);
            }
        }
        return split;
    }

    private static void splitQ4K(ByteBuffer blocks, int at, Groups split, int first) {
        float scale = GgufType.half(blocks, at);
        float minimum = GgufType.half(blocks, at + 2);
        for (int group = 0; group < 8; group++) {
            split.scales[first + group] = scale * GgufType.sixBits(blocks, at + 4, group, false);
            split.minimums[first + group] = -(minimum * GgufType.sixBits(blocks, at + 4, group, true));
            int bytes = at + 16 + 32 * (group / 2);
            int shift = group % 2 == 0 ? 0 : 4;
            for (int i = 0; i < 16; i++) {
                int low = blocks.get(bytes + i) >> shift & 15;
                int high = blocks.get(bytes + 16 + i) >> shift & 15;
                split.codes[16 * (first + group) + i] = (byte) (low | high << 4);
            }
        }
    }

    private static void splitQ6K(ByteBuffer blocks, int at, Groups split, int first) {
        float scale = GgufType.half(blocks, at + 208);
        for (int group = 0; group < 16; group++) {
            split.scales[first + group] = scale * blocks.get(at + 192 + group);
        }
        for (int i = 0; i < 256; i++) {
            split.codes[16 * first + i] = (byte) GgufType.q6Code(blocks, at, i);
        }
    }
}

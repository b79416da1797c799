package io.graphkernel.processor.schedule;

import java.util.List;

/**
 * A transpose inside an elementwise kernel: some inputs are contiguous along an outer run instead of the inner one. A
 * target may copy tiles of them over both runs into local memory, transposed, before it computes.
 *
 * @param run the outer run along which the packed inputs have stride 1
 * @param packed the inputs
 */
public record Tiling(int run, List<Buffer> packed) {

    public Tiling {
        packed = List.copyOf(packed);
    }

    /**
     * The scratch memory for a tile of each packed input, transposed.
     *
     * @param side the elements of a tile each way
     * @return bytes, whole cache lines
     */
    int tileBytes(int side) {
        return packed.stream()
                .mapToInt(input -> side * side * input.value().dtype().byteSize())
                .sum();
    }
}

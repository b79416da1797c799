package io.graphkernel.processor.schedule;

import java.util.List;

/**
 * A transpose within an elementwise kernel: some inputs are contiguous along an outer loop instead of the inner one.
 * Targets may transpose tiles of them into local memory.
 *
 * @param dim the outer loop along which the transposed inputs have stride 1
 * @param packed the transposed inputs
 */
public record Tiling(int dim, List<Buffer> packed) {

    public Tiling {
        packed = List.copyOf(packed);
    }

    /**
     * Returns the scratch memory for a tile of each transposed input.
     *
     * @param side extent of the tile
     * @return bytes, a multiple of the cache line
     */
    int tileBytes(int side) {
        return packed.stream()
                .mapToInt(input -> side * side * input.value().dtype().byteSize())
                .sum();
    }
}

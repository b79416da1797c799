package io.graphkernel.processor.schedule;

import java.util.List;

/**
 * A transpose within an elementwise kernel or a recurrence: some buffers are contiguous along another loop instead of the
 * inner one. Targets may transpose tiles of them in local memory.
 *
 * @param dim the loop along which the transposed buffers have stride 1, or -1 in a recurrence
 * @param packed the transposed buffers: inputs, in a recurrence also outputs
 */
public record Tiling(int dim, List<Buffer> packed) {

    public Tiling {
        packed = List.copyOf(packed);
    }

    /**
     * Returns the scratch memory for a tile of each transposed input.
     *
     * @param elements number of elements of a tile
     * @return bytes, a multiple of the cache line
     */
    int tileBytes(int elements) {
        return packed.stream()
                .mapToInt(input -> elements * input.value().dtype().byteSize())
                .sum();
    }
}

package io.graphkernel.processor.schedule;

import io.graphkernel.common.target.AscendModel;

/**
 * Tile sizes of a flat kernel on Ascend: the largest tile whose buffers fit the unified buffer.
 *
 * @param tileElements maximum number of elements per tile; 0 if no tile fits
 * @param grainElements grain size of tiles in elements
 * @param minCopyElements minimum number of elements of a copy that reaches the memory bandwidth
 */
public record TileSize(int tileElements, int grainElements, int minCopyElements) {

    /**
     * Returns the plan of a kernel.
     *
     * @param loadedBytes size of all loads per element
     * @param storedBytes size of all stores per element
     * @param workBits size of all other values per element in bits
     * @param narrowestBytes size of an element of the narrowest load or store
     */
    public static TileSize of(int loadedBytes, int storedBytes, int workBits, int narrowestBytes) {
        AscendModel.Memory memory = AscendModel.DEFAULT.memory();
        int grain = Math.max(AscendModel.DEFAULT.vector().maskElements(), memory.alignmentBytes() / narrowestBytes);
        int elementBits = Byte.SIZE * memory.buffers() * (loadedBytes + storedBytes) + workBits;
        int tile = memory.unifiedBufferBytes() * Byte.SIZE / elementBits / grain * grain;
        return new TileSize(tile, grain, memory.minEfficientCopyBytes() / narrowestBytes);
    }
}

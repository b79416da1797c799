package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How a kernel uses the unified buffer of a vector core.
 *
 * @param tile the most elements of a tile
 * @param granule tiles begin at multiples of so many elements
 * @param least copies of tiles of fewer elements do not reach the bandwidth of memory
 * @param loadedBytes one of the two buffers of what is loaded
 * @param storedBytes one of the two buffers of what is stored
 * @param workBytes all else
 * @param offsets where each region of all else begins
 */
record UnifiedBuffer(
        int tile,
        int granule,
        int least,
        int loadedBytes,
        int storedBytes,
        int workBytes,
        Map<Region, Integer> offsets) {

    /**
     * What a kernel has on chips of {@code NPU_ARCH} 2201, the smallest that are printed for: 192 KiB less 256 bytes, and less 8
     * KiB that some instructions use.
     */
    static final int BYTES = 192 * 1024 - 256 - 8 * 1024;

    /**
     * Copies are fastest from multiples of so many bytes, if the tensor begins at a multiple, too, and is not read or written
     * from another offset. What cores write is cut at smaller blocks, {@link CoreShares}.
     */
    private static final int ALIGNED_BYTES = 512;

    /** Copies of less do not reach the bandwidth of memory. */
    static final int COPY_BYTES = 16 << 10;

    /** The unit in which cores write memory, and in which local memory is addressed. */
    static final int BLOCK_BYTES = 32;

    /** A tile is loaded while the one before it is computed: two buffers. */
    static final int BUFFERS = 2;

    /** The masks of so many elements fill a block of 32 bytes, and the elements themselves are compared without a rest. */
    private static final int WHOLE_MASKS = 256;

    /** The largest tile of a kernel. */
    static UnifiedBuffer of(TileKernel kernel) {
        int loaded = bytes(kernel.loads());
        int stored = bytes(kernel.stores());
        int work = kernel.room().entrySet().stream()
                .mapToInt(room -> room.getKey().bits() * room.getValue())
                .sum();
        int narrowest = Stream.concat(kernel.loads().stream(), kernel.stores().stream())
                .mapToInt(transfer -> transfer.dtype().byteSize())
                .min()
                .orElseThrow();
        int granule = Math.max(WHOLE_MASKS, ALIGNED_BYTES / narrowest);
        int tile = BYTES * Byte.SIZE / (Byte.SIZE * BUFFERS * (loaded + stored) + work) / granule * granule;
        Map<Region, Integer> offsets = new EnumMap<>(Region.class);
        int end = 0;
        for (Region region : Region.values()) {
            offsets.put(region, end);
            end += kernel.room().getOrDefault(region, 0) * placeBytes(region, tile);
        }
        return new UnifiedBuffer(
                tile, granule, COPY_BYTES / narrowest, tile * loaded, tile * stored, end, Map.copyOf(offsets));
    }

    private static int placeBytes(Region region, int tile) {
        return tile * region.bits() / Byte.SIZE;
    }

    /** Where a place of a region begins. */
    int offset(Region region, int index) {
        return offsets.get(region) + index * placeBytes(region, tile);
    }

    private static int bytes(List<Transfer> transfers) {
        return transfers.stream()
                .mapToInt(transfer -> transfer.dtype().byteSize())
                .sum();
    }
}

package io.graphkernel.processor.lower.tile.memory;

import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.schedule.TileSize;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Unified buffer layout of a flat tile kernel.
 *
 * @param plan tile sizes
 * @param loadedBytes size of one of the two load buffers
 * @param storedBytes size of one of the two store buffers
 * @param workBytes size of all other buffers
 * @param offsets offset of each region of the other buffers
 */
public record TileMemoryLayout(
        TileSize plan, int loadedBytes, int storedBytes, int workBytes, Map<LocalRegion, Integer> offsets) {

    /** Returns the layout with the largest tile of a kernel. */
    public static TileMemoryLayout of(TileKernel kernel) {
        int loaded = bytes(kernel.loads());
        int stored = bytes(kernel.stores());
        int work = kernel.bufferCounts().entrySet().stream()
                .mapToInt(room -> room.getKey().bits() * room.getValue())
                .sum();
        int narrowest = Stream.concat(kernel.loads().stream(), kernel.stores().stream())
                .mapToInt(transfer -> transfer.dtype().byteSize())
                .min()
                .orElseThrow();
        TileSize plan = TileSize.of(loaded, stored, work, narrowest);
        int tile = plan.tileElements();
        Map<LocalRegion, Integer> offsets = new EnumMap<>(LocalRegion.class);
        int end = 0;
        for (LocalRegion region : LocalRegion.values()) {
            offsets.put(region, end);
            end += kernel.bufferCounts().getOrDefault(region, 0) * bufferBytes(region, tile);
        }
        return new TileMemoryLayout(plan, tile * loaded, tile * stored, end, Map.copyOf(offsets));
    }

    /** Returns the maximum number of elements per tile. */
    public int tile() {
        return plan.tileElements();
    }

    private static int bufferBytes(LocalRegion region, int tile) {
        return tile * region.bits() / Byte.SIZE;
    }

    /** Returns the offset of a buffer of a region. */
    public int offset(LocalRegion region, int index) {
        return offsets.get(region) + index * bufferBytes(region, tile());
    }

    private static int bytes(List<Transfer> transfers) {
        return transfers.stream()
                .mapToInt(transfer -> transfer.dtype().byteSize())
                .sum();
    }
}

package io.graphkernel.common.arena;

import io.graphkernel.common.abi.KernelAbi;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Offsets of the allocations of an arena.
 *
 * <p>Allocations are placed in sequence, each into the smallest gap between simultaneously live ones that holds it,
 * otherwise after them. Three orders are tried until the arena is as small as the maximum number of live bytes: by
 * size, by size times number of phases, and by phase from the one with most live bytes.
 */
public final class ArenaPlacement {
    /** Alignment of allocations in bytes. */
    public static final int ALIGNMENT = KernelAbi.MEMORY_ALIGNMENT;

    /** Saturated size, which exceeds every memory; sums of such sizes do not overflow. */
    private static final long TOO_LARGE = 1L << 62;

    private final long[] offsets;
    private final long bytes;

    private ArenaPlacement(long[] offsets, long bytes) {
        this.offsets = offsets;
        this.bytes = bytes;
    }

    /**
     * Plans an arena.
     *
     * @param allocations allocations of the arena
     * @param sizes nonnegative sizes in bytes
     * @return offsets at which simultaneously live allocations do not overlap
     */
    public static ArenaPlacement of(Allocations allocations, long[] sizes) {
        int count = allocations.count();
        long[] bytes = new long[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            bytes[i] = aligned(sizes[allocations.size(i)]);
            sum += bytes[i];
        }
        if (sum >= TOO_LARGE) {
            return new ArenaPlacement(new long[count], TOO_LARGE);
        }
        long bound = allocations.bound(sizes);
        ArenaPlacement best = null;
        for (PlacementOrder order : PlacementOrder.values()) {
            ArenaPlacement layout = new Placement(allocations, bytes).inOrder(order.of(allocations, bytes, sizes));
            if (best == null || layout.bytes < best.bytes) {
                best = layout;
            }
            if (best.bytes == bound) {
                break;
            }
        }
        return best;
    }

    /**
     * Returns the next multiple of {@link #ALIGNMENT}.
     *
     * @param bytes nonnegative number of bytes
     * @return the number rounded up
     */
    public static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
    }

    /**
     * Returns the offset of an allocation.
     *
     * @param allocation index of the allocation
     * @return the offset from the start of the arena, a multiple of {@link #ALIGNMENT}
     */
    public long offset(int allocation) {
        return offsets[allocation];
    }

    /**
     * Returns all offsets.
     *
     * @return the offset of each allocation, followed by the size of the arena
     */
    public long[] offsets() {
        long[] offsetsAndSize = Arrays.copyOf(offsets, offsets.length + 1);
        offsetsAndSize[offsets.length] = bytes;
        return offsetsAndSize;
    }

    /**
     * Returns the size of the arena.
     *
     * @return the size in bytes; it exceeds every memory if the sum of the allocations does
     */
    public long bytes() {
        return bytes;
    }

    /** Order in which allocations are placed. */
    private enum PlacementOrder {
        SIZE {
            @Override
            int[] of(Allocations allocations, long[] bytes, long[] sizes) {
                return sorted(allocations, allocation -> -bytes[allocation]);
            }
        },
        SIZE_AND_TIME {
            @Override
            int[] of(Allocations allocations, long[] bytes, long[] sizes) {
                return sorted(
                        allocations,
                        allocation -> -(double) bytes[allocation]
                                * (1 + allocations.last(allocation) - allocations.first(allocation)));
            }
        },
        LIVE_BYTES {
            @Override
            int[] of(Allocations allocations, long[] bytes, long[] sizes) {
                long[] live = allocations.liveBytes(sizes);
                long[] maxLive = new long[bytes.length];
                for (int allocation = 0; allocation < maxLive.length; allocation++) {
                    for (int phase = allocations.first(allocation); phase <= allocations.last(allocation); phase++) {
                        maxLive[allocation] = Math.max(maxLive[allocation], live[phase]);
                    }
                }
                return IntStream.of(SIZE.of(allocations, bytes, sizes))
                        .boxed()
                        .sorted(Comparator.comparingLong(allocation -> -maxLive[allocation]))
                        .mapToInt(Integer::intValue)
                        .toArray();
            }
        };

        abstract int[] of(Allocations allocations, long[] bytes, long[] sizes);

        private static int[] sorted(Allocations allocations, IntToDoubleFunction key) {
            return IntStream.range(0, allocations.count())
                    .boxed()
                    .sorted(Comparator.comparingDouble(key::applyAsDouble))
                    .mapToInt(Integer::intValue)
                    .toArray();
        }
    }

    /** Placement of allocations in a given order. */
    private static final class Placement {
        private final Allocations allocations;
        private final long[] bytes;
        private final long[] offsets;
        /** Placed allocations by offset. */
        private final int[] placed;

        private int count;

        Placement(Allocations allocations, long[] bytes) {
            this.allocations = allocations;
            this.bytes = bytes;
            this.offsets = new long[bytes.length];
            this.placed = new int[bytes.length];
        }

        ArenaPlacement inOrder(int[] order) {
            long end = 0;
            for (int allocation : order) {
                if (bytes[allocation] > 0) {
                    place(allocation);
                    end = Math.max(end, offsets[allocation] + bytes[allocation]);
                }
            }
            return new ArenaPlacement(offsets, end);
        }

        private void place(int allocation) {
            long free = 0;
            long best = -1;
            long smallest = Long.MAX_VALUE;
            for (int i = 0; i < count; i++) {
                int other = placed[i];
                if (allocations.intersect(allocation, other)) {
                    long gap = offsets[other] - free;
                    if (gap >= bytes[allocation] && gap < smallest) {
                        smallest = gap;
                        best = free;
                    }
                    free = Math.max(free, offsets[other] + bytes[other]);
                }
            }
            offsets[allocation] = best < 0 ? free : best;
            int at = count++;
            while (at > 0 && offsets[placed[at - 1]] > offsets[allocation]) {
                placed[at] = placed[at - 1];
                at--;
            }
            placed[at] = allocation;
        }
    }

    @Override
    public String toString() {
        return Arrays.toString(offsets) + " of " + bytes;
    }
}

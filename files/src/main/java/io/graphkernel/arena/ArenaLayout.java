package io.graphkernel.arena;

import io.graphkernel.abi.KernelAbi;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Offsets for the pieces of an arena. Pieces are placed one by one, each into the smallest gap that holds it among those that
 * live at the same time, else after them. The order decides: the largest first, the largest by bytes times phases first, and
 * phase by phase from the one with most live bytes are tried until one needs no more than lives at the same time.
 */
public final class ArenaLayout {
    /** The bytes at whose multiples pieces begin. */
    public static final int ALIGNMENT = KernelAbi.MEMORY_ALIGNMENT;

    /** More than any memory has; sums of so many bytes and less do not overflow. */
    private static final long TOO_LARGE = 1L << 62;

    private final long[] offsets;
    private final long bytes;

    private ArenaLayout(long[] offsets, long bytes) {
        this.offsets = offsets;
        this.bytes = bytes;
    }

    /**
     * Plans an arena.
     *
     * @param allocations its pieces
     * @param sizes their sizes in bytes, 0 or more
     * @return offsets at which no two pieces overlap that live at the same time
     */
    public static ArenaLayout of(Allocations allocations, long[] sizes) {
        int count = allocations.count();
        long[] bytes = new long[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            bytes[i] = aligned(sizes[allocations.size(i)]);
            sum += bytes[i];
        }
        if (sum >= TOO_LARGE) {
            return new ArenaLayout(new long[count], TOO_LARGE);
        }
        long bound = allocations.bound(sizes);
        ArenaLayout best = null;
        for (Order order : Order.values()) {
            ArenaLayout layout = new Placement(allocations, bytes).inOrder(order.of(allocations, bytes, sizes));
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
     * The next multiple of {@link #ALIGNMENT}.
     *
     * @param bytes 0 or more
     * @return as many or more
     */
    public static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
    }

    /**
     * Where a piece begins.
     *
     * @param piece its position among the allocations
     * @return bytes from the begin of the arena, a multiple of {@link #ALIGNMENT}
     */
    public long offset(int piece) {
        return offsets[piece];
    }

    /**
     * All offsets.
     *
     * @return that of each piece, and last the size of the arena
     */
    public long[] offsets() {
        long[] all = Arrays.copyOf(offsets, offsets.length + 1);
        all[offsets.length] = bytes;
        return all;
    }

    /**
     * The size of the arena.
     *
     * @return bytes; more than any memory has if the pieces are so large
     */
    public long bytes() {
        return bytes;
    }

    /** In which order pieces are placed. */
    private enum Order {
        SIZE {
            @Override
            int[] of(Allocations allocations, long[] bytes, long[] sizes) {
                return sorted(allocations, piece -> -bytes[piece]);
            }
        },
        SIZE_AND_TIME {
            @Override
            int[] of(Allocations allocations, long[] bytes, long[] sizes) {
                return sorted(
                        allocations,
                        piece -> -(double) bytes[piece] * (1 + allocations.last(piece) - allocations.first(piece)));
            }
        },
        LIVE_BYTES {
            @Override
            int[] of(Allocations allocations, long[] bytes, long[] sizes) {
                long[] live = allocations.liveBytes(sizes);
                long[] most = new long[bytes.length];
                for (int piece = 0; piece < most.length; piece++) {
                    for (int phase = allocations.first(piece); phase <= allocations.last(piece); phase++) {
                        most[piece] = Math.max(most[piece], live[phase]);
                    }
                }
                return IntStream.of(SIZE.of(allocations, bytes, sizes))
                        .boxed()
                        .sorted(Comparator.comparingLong(piece -> -most[piece]))
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

    /** Pieces that have their offsets. */
    private static final class Placement {
        private final Allocations allocations;
        private final long[] bytes;
        private final long[] offsets;
        /** By offset. */
        private final int[] placed;

        private int count;

        Placement(Allocations allocations, long[] bytes) {
            this.allocations = allocations;
            this.bytes = bytes;
            this.offsets = new long[bytes.length];
            this.placed = new int[bytes.length];
        }

        ArenaLayout inOrder(int[] order) {
            long end = 0;
            for (int piece : order) {
                if (bytes[piece] > 0) {
                    place(piece);
                    end = Math.max(end, offsets[piece] + bytes[piece]);
                }
            }
            return new ArenaLayout(offsets, end);
        }

        private void place(int piece) {
            long free = 0;
            long best = -1;
            long smallest = Long.MAX_VALUE;
            for (int i = 0; i < count; i++) {
                int other = placed[i];
                if (allocations.meet(piece, other)) {
                    long gap = offsets[other] - free;
                    if (gap >= bytes[piece] && gap < smallest) {
                        smallest = gap;
                        best = free;
                    }
                    free = Math.max(free, offsets[other] + bytes[other]);
                }
            }
            offsets[piece] = best < 0 ? free : best;
            int at = count++;
            while (at > 0 && offsets[placed[at - 1]] > offsets[piece]) {
                placed[at] = placed[at - 1];
                at--;
            }
            placed[at] = piece;
        }
    }

    @Override
    public String toString() {
        return Arrays.toString(offsets) + " of " + bytes;
    }
}

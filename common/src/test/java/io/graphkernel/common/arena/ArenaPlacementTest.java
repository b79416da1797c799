package io.graphkernel.common.arena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.common.arena.Allocations.LiveInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests of the offsets of an arena's allocations. */
class ArenaLayoutTest {

    private static final int ROUNDS = Integer.getInteger("random.arenas", 2000);

    @Test
    void disjointAllocations_shareAnOffset() {
        ArenaPlacement layout = layout("0:0-1 0:2-3 1:4-5", 100, 300);

        assertThat(offsets(layout, 3)).containsOnly(0L);
        assertThat(layout.bytes()).isEqualTo(320);
    }

    @Test
    void overlappingAllocations_areDisjoint() {
        assertThat(layout("0:0-1 0:1-2", 64).bytes()).isEqualTo(128);
        assertThat(layout("0:0-0 0:1-2", 64).bytes()).isEqualTo(64);
    }

    /** In the order of their begin, the second allocation would be at 64, and the third after it. */
    @Test
    void smallAllocations_fillGapsOfLargeOnes() {
        ArenaPlacement layout = layout("0:0-1 0:1-2 1:2-3", 64, 640);

        assertThat(layout.bytes()).isEqualTo(704);
    }

    @Test
    void emptyAllocations_needNoMemory() {
        assertThat(layout("0:0-9", 0).bytes()).isZero();
        assertThat(layout("", new long[0]).bytes()).isZero();
    }

    @Test
    void sum_beyondAnyMemory_saturates() {
        ArenaPlacement layout = layout("0:0-1 0:0-1 0:0-1 0:0-1", 1L << 61);

        assertThat(layout.bytes()).isGreaterThan(1L << 61);
    }

    @Test
    void layoutText_parsed_roundTrips() {
        assertThat(Allocations.parse("0:0-1 1:2-13")).hasToString("0:0-1 1:2-13");
        assertThat(Allocations.parse("").count()).isZero();
        assertThatThrownBy(() -> Allocations.parse("0:2-1")).isInstanceOf(IllegalArgumentException.class);
    }

    /** Allocations live at the same time do not overlap, and most arenas are minimal. */
    @Test
    void randomAllocations_doNotOverlap() {
        Random random = new Random(7);
        double over = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long[] sizes = random.longs(1 + random.nextInt(6), 0, 5000).toArray();
            List<LiveInterval> intervals = new ArrayList<>();
            int count = 1 + random.nextInt(40);
            for (int i = 0; i < count; i++) {
                int first = random.nextInt(count);
                int longest = random.nextInt(4) == 0 ? count : 4;
                intervals.add(new LiveInterval(random.nextInt(sizes.length), first, first + random.nextInt(longest)));
            }
            Allocations allocations = Allocations.of(intervals);
            ArenaPlacement layout = ArenaPlacement.of(allocations, sizes);
            check(intervals, sizes, layout);
            long bound = allocations.bound(sizes);
            assertThat(layout.bytes()).isGreaterThanOrEqualTo(bound);
            over += bound == 0 ? 0 : (double) layout.bytes() / bound - 1;
        }
        assertThat(over / ROUNDS)
                .as("the mean of what arenas have more than lives at the same time")
                .isLessThan(0.02);
    }

    private static void check(List<LiveInterval> intervals, long[] sizes, ArenaPlacement layout) {
        for (int i = 0; i < intervals.size(); i++) {
            long begin = layout.offset(i);
            long end = begin + sizes[intervals.get(i).size()];
            assertThat(begin).isNotNegative().matches(offset -> offset % ArenaPlacement.ALIGNMENT == 0);
            assertThat(end).isLessThanOrEqualTo(layout.bytes());
            for (int j = 0; j < i; j++) {
                long otherBegin = layout.offset(j);
                long otherEnd = otherBegin + sizes[intervals.get(j).size()];
                boolean apart = end <= otherBegin || otherEnd <= begin;
                boolean together = intervals.get(i).first() <= intervals.get(j).last()
                        && intervals.get(j).first() <= intervals.get(i).last();
                assertThat(apart || !together).as("%s and %s", i, j).isTrue();
            }
        }
    }

    private static ArenaPlacement layout(String intervals, long... sizes) {
        return ArenaPlacement.of(Allocations.parse(intervals), sizes);
    }

    private static List<Long> offsets(ArenaPlacement layout, int count) {
        List<Long> offsets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            offsets.add(layout.offset(i));
        }
        return offsets;
    }
}

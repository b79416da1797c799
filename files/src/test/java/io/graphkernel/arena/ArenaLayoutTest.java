package io.graphkernel.arena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.arena.Allocations.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Offsets of pieces of an arena. */
class ArenaLayoutTest {

    private static final int ROUNDS = Integer.getInteger("random.arenas", 2000);

    @Test
    void piecesThatFollowEachOtherLieAtTheSameBytes() {
        ArenaLayout layout = layout("0:0-1 0:2-3 1:4-5", 100, 300);

        assertThat(offsets(layout, 3)).containsOnly(0L);
        assertThat(layout.bytes()).isEqualTo(320);
    }

    @Test
    void piecesThatMeetInOnePhaseAreApart() {
        assertThat(layout("0:0-1 0:1-2", 64).bytes()).isEqualTo(128);
        assertThat(layout("0:0-0 0:1-2", 64).bytes()).isEqualTo(64);
    }

    /** In the order in which they begin, the second piece would lie at 64, and the third after it. */
    @Test
    void smallPiecesLieInTheGapsOfLargeOnes() {
        ArenaLayout layout = layout("0:0-1 0:1-2 1:2-3", 64, 640);

        assertThat(layout.bytes()).isEqualTo(704);
    }

    @Test
    void piecesWithoutBytesTakeNone() {
        assertThat(layout("0:0-9", 0).bytes()).isZero();
        assertThat(layout("", new long[0]).bytes()).isZero();
    }

    @Test
    void moreThanAnyMemoryHasIsNotAdded() {
        ArenaLayout layout = layout("0:0-1 0:0-1 0:0-1 0:0-1", 1L << 61);

        assertThat(layout.bytes()).isGreaterThan(1L << 61);
    }

    @Test
    void textIsReadBack() {
        assertThat(Allocations.parse("0:0-1 1:2-13")).hasToString("0:0-1 1:2-13");
        assertThat(Allocations.parse("").count()).isZero();
        assertThatThrownBy(() -> Allocations.parse("0:2-1")).isInstanceOf(IllegalArgumentException.class);
    }

    /** What lives at the same time does not overlap, and most arenas are as small as they can be. */
    @Test
    void randomPiecesDoNotOverlap() {
        Random random = new Random(7);
        double over = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long[] sizes = random.longs(1 + random.nextInt(6), 0, 5000).toArray();
            List<Piece> pieces = new ArrayList<>();
            int count = 1 + random.nextInt(40);
            for (int i = 0; i < count; i++) {
                int first = random.nextInt(count);
                int longest = random.nextInt(4) == 0 ? count : 4;
                pieces.add(new Piece(random.nextInt(sizes.length), first, first + random.nextInt(longest)));
            }
            Allocations allocations = Allocations.of(pieces);
            ArenaLayout layout = ArenaLayout.of(allocations, sizes);
            check(pieces, sizes, layout);
            long bound = allocations.bound(sizes);
            assertThat(layout.bytes()).isGreaterThanOrEqualTo(bound);
            over += bound == 0 ? 0 : (double) layout.bytes() / bound - 1;
        }
        assertThat(over / ROUNDS)
                .as("the mean of what arenas have more than lives at the same time")
                .isLessThan(0.02);
    }

    private static void check(List<Piece> pieces, long[] sizes, ArenaLayout layout) {
        for (int i = 0; i < pieces.size(); i++) {
            long begin = layout.offset(i);
            long end = begin + sizes[pieces.get(i).size()];
            assertThat(begin).isNotNegative().matches(offset -> offset % ArenaLayout.ALIGNMENT == 0);
            assertThat(end).isLessThanOrEqualTo(layout.bytes());
            for (int j = 0; j < i; j++) {
                long otherBegin = layout.offset(j);
                long otherEnd = otherBegin + sizes[pieces.get(j).size()];
                boolean apart = end <= otherBegin || otherEnd <= begin;
                boolean together = pieces.get(i).first() <= pieces.get(j).last()
                        && pieces.get(j).first() <= pieces.get(i).last();
                assertThat(apart || !together).as("%s and %s", i, j).isTrue();
            }
        }
    }

    private static ArenaLayout layout(String pieces, long... sizes) {
        return ArenaLayout.of(Allocations.parse(pieces), sizes);
    }

    private static List<Long> offsets(ArenaLayout layout, int count) {
        List<Long> offsets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            offsets.add(layout.offset(i));
        }
        return offsets;
    }
}

package io.graphkernel.runtime.internal.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.CommunicatorException;

/** Code of four ranks with groups of some of them, on any backend. */
public final class SplitGroups {
    /** The number of ranks. */
    public static final int RANKS = 4;

    /** More than one chunk of a message. */
    private static final int LARGE = 300_001;

    private SplitGroups() {}

    /** Runs concurrent sums over rows and columns of a square of ranks, and over groups of unequal size. */
    public static void run(Communicator world) {
        int rank = world.rank();
        try (Communicator row = world.split("row", rank / 2);
                Communicator column = world.split("column", rank % 2);
                Communicator some = world.split("some", rank == 2 ? -1 : 7);
                Communicator pair = row.split("pair", 0)) {
            assertIs(row, "row", rank % 2, 2);
            assertIs(column, "column", rank / 2, 2);
            assertIs(some, "some", rank == 2 ? 0 : rank - rank / 3, rank == 2 ? 1 : 3);
            assertIs(pair, "pair", rank % 2, 2);
            for (int elements : new int[] {3, LARGE}) {
                assertThat(sum(row, rank, elements)).isEqualTo(rank < 2 ? 1 : 5);
                assertThat(sum(column, rank, elements)).isEqualTo(rank % 2 == 0 ? 2 : 4);
                assertThat(sum(some, rank, elements)).isEqualTo(rank == 2 ? 2 : 4);
                assertThat(sum(pair, rank, elements)).isEqualTo(rank < 2 ? 1 : 5);
                assertThat(sum(world, rank, elements)).isEqualTo(6);
            }
        }
        aFailureIsThatOfTheGroupAlone(world);
    }

    private static void assertIs(Communicator ranks, String group, int rank, int size) {
        assertThat(ranks.group()).isEqualTo(group);
        assertThat(ranks.rank()).isEqualTo(rank);
        assertThat(ranks.size()).isEqualTo(size);
    }

    private static float sum(Communicator ranks, float value, int elements) {
        try (Tensor x = Tensor.full(value, elements)) {
            ranks.allReduce(ReduceOp.SUM, x);
            return x.get(elements - 1);
        }
    }

    private static void aFailureIsThatOfTheGroupAlone(Communicator world) {
        try (Communicator half = world.split("half", world.rank() / 2)) {
            if (world.rank() == 3) {
                half.close();
            } else if (world.rank() == 2) {
                assertThatThrownBy(() -> sum(half, 1, LARGE))
                        .isInstanceOf(CommunicatorException.class)
                        .hasMessageContaining("communicator is closed: rank 1 of the group half");
            } else {
                assertThat(sum(half, 1, LARGE)).isEqualTo(2);
            }
            assertThat(sum(world, 1, LARGE)).isEqualTo(RANKS);
        }
    }
}

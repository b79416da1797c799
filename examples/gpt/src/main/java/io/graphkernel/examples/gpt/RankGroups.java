package io.graphkernel.examples.gpt;

import io.graphkernel.runtime.Communicator;

/**
 * The groups of a rank: all ranks; those with the same part of the matrices, which have other texts; and those with the same
 * texts, which have other parts of the matrices.
 *
 * @param world all ranks: the tensor ranks of the first data rank, then those of the next
 * @param data the ranks between which gradients of parts of matrices are summed
 * @param tensor the ranks of {@link Gpt2#TENSOR}
 */
record RankGroups(Communicator world, Communicator data, Communicator tensor) {

    /**
     * The groups of a rank, which all ranks make together.
     *
     * @param tensorRanks over how many ranks the matrices are cut
     * @throws IllegalArgumentException if the number of all ranks is not a multiple of them
     */
    static RankGroups of(Communicator world, int tensorRanks) {
        if (world.size() % tensorRanks != 0) {
            throw new IllegalArgumentException(
                    "ranks=" + world.size() + " is not a multiple of gpt.tensor, " + tensorRanks);
        }
        if (tensorRanks == 1) {
            return new RankGroups(world, world, Communicator.single(Gpt2.TENSOR));
        }
        return new RankGroups(
                world,
                world.split("data", world.rank() % tensorRanks),
                world.split(Gpt2.TENSOR, world.rank() / tensorRanks));
    }

    /** A process with all of it. */
    static RankGroups single() {
        return of(Communicator.single(), 1);
    }

    /** Returns true if it is the rank that speaks for all. */
    boolean isFirst() {
        return world.rank() == 0;
    }
}

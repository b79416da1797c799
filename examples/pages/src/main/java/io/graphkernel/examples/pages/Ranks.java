package io.graphkernel.examples.pages;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.Tensor;
import java.util.List;

/** docs/ranks.md. */
final class Ranks {

    private Ranks() {}

    static void inTheThreadOfARank(int number, Tensor x, Tensor weightsOfThisRank) {
        List<Communicator> ranks = Communicator.threads(2); // or mpi(), started by mpirun; or single(): a group of one
        // in the thread of each rank:
        try (Communicator rank = ranks.get(number);
                Communicator.Binding bound = rank.bind()) {
            Tensor y = LayersKernels.parallelLinear(x, weightsOfThisRank); // allReduce(matMul(x, weights))
        }
    }

    static void inAProcess(Tensor x, Tensor weightsOfThisRank) {
        try (Communicator rank = Communicator.mpi();
                Communicator.Binding bound = rank.bind()) {
            Tensor y = LayersKernels.parallelLinear(x, weightsOfThisRank);
        }
    }
}

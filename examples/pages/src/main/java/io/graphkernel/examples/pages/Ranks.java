package io.graphkernel.examples.pages;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import java.util.List;

/** docs/distributed.md. */
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

    static void groups(Communicator world) {
        Communicator tensor = world.split("tensor", world.rank() / 2); // ranks 0 and 1, ranks 2 and 3
        Communicator data = world.split("data", world.rank() % 2); // ranks 0 and 2, ranks 1 and 3
        tensor.close();
        data.close();
    }

    static void onADevice(Tensor x, Tensor weightsOfThisRank) {
        try (Communicator rank = Communicator.onDevice(Communicator.mpi(), Device.cuda(0));
                Communicator.Binding bound = rank.bind()) {
            Tensor y = LayersKernels.parallelLinear(x, weightsOfThisRank); // x and weights are on cuda:0
        }
    }

    static void inAProcess(Tensor x, Tensor weightsOfThisRank) {
        try (Communicator rank = Communicator.mpi();
                Communicator.Binding bound = rank.bind()) {
            Tensor y = LayersKernels.parallelLinear(x, weightsOfThisRank);
        }
    }
}

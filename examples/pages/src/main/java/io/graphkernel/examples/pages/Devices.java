package io.graphkernel.examples.pages;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import java.util.List;

/** docs/devices.md. */
final class Devices {

    private Devices() {}

    static float[] onTheGpu(float[] data) {
        Device.available().forEach(System.out::println); // what is there, and why something is not
        Device gpu = Device.gpu(0); // CUDA devices first, then GPUs of OpenCL, then its CPUs
        Tensor x = Tensor.of(data, 1024, 1024).to(gpu);
        Tensor z = MyOpsKernels.myNet(x, x); // launched: the result is on the GPU, too
        float[] result = z.toFloatArray(); // waits, and copies
        return result;
    }

    static void inTheThreadOfARank(int number, Tensor x, Tensor weightsOfThisRank) {
        List<Communicator> ranks = Communicator.threads(2); // or Communicator.single(): a group of one
        // in the thread of each rank:
        try (Communicator rank = ranks.get(number);
                Communicator.Binding bound = rank.bind()) {
            Tensor y = LayersKernels.parallelLinear(x, weightsOfThisRank); // allReduce(matMul(x, weights))
        }
    }
}

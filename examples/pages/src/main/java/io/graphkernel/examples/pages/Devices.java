package io.graphkernel.examples.pages;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;

/** docs/devices.md. */
final class Devices {

    private Devices() {}

    static float[] onTheGpu(float[] data) {
        Device.available().forEach(System.out::println); // what is there, and why something is not
        Device gpu = Device.accelerator(0); // CUDA devices first, then GPUs of OpenCL, then its CPUs
        Tensor x = Tensor.of(data, 1024, 1024).to(gpu);
        Tensor z = MyOpsKernels.myNet(x, x); // launched: the result is on the GPU, too
        float[] result = z.toFloatArray(); // waits, and copies
        return result;
    }
}

package io.graphkernel.runtime.internal.setting;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.endtoend.DefaultDeviceKernels;
import java.util.Arrays;

/** Program of {@link DefaultDeviceTest}, run in separate processes. */
final class DefaultDeviceProgram {

    private DefaultDeviceProgram() {}

    public static void main(String[] arguments) {
        try (Tensor x = Tensor.of(new float[] {1, 2}, 2);
                Tensor y = DefaultDeviceKernels.twice(x)) {
            float[] array = new float[2];
            DefaultDeviceKernels.twice(new float[] {1, 2}, array);
            System.out.printf(
                    "%s %s %s %s array %s%n",
                    x.device(),
                    Arrays.toString(x.toFloatArray()),
                    y.device(),
                    Arrays.toString(y.toFloatArray()),
                    Arrays.toString(array));
        }
    }
}

package io.graphkernel.runtime.endtoend;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.util.Map;

/** Program that needs JavaCPP's native library, without it on the class path. */
final class WithoutNativeJavaCpp {

    private WithoutNativeJavaCpp() {}

    public static void main(String[] arguments) {
        Map<String, Runnable> uses = Map.of(
                "default device",
                Device::defaultDevice,
                "tensor",
                () -> Tensor.zeros(2),
                "call",
                () -> UnrankedKernelsKernels.unary(Tensor.zeros(2)),
                "devices",
                Device::available);
        for (int time = 0; time < 2; time++) {
            uses.forEach((name, use) -> {
                try {
                    use.run();
                    System.out.println(name + ": done");
                } catch (GraphKernelException e) {
                    System.out.println(name + ": " + e.getMessage().replace('\n', ' '));
                }
            });
        }
    }
}

package io.graphkernel.examples.quickstart;

import io.graphkernel.runtime.KernelInfo;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** Runs every kernel of this example and prints the result of fusion. */
public final class Quickstart {

    private Quickstart() {}

    /**
     * Runs the example.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            tutorials();
            trainingOps();
        }
    }

    private static void tutorials() {
        Tensor x = Tensor.of(ramp(16, -1, 0.125f), 4, 4);
        show(TutorialNetworks.class, "netBasicFuse", TutorialNetworksKernels.netBasicFuse(x));
        show(TutorialNetworks.class, "netCompositeFuse", TutorialNetworksKernels.netCompositeFuse(x));
        show(TutorialNetworks.class, "myNet", TutorialNetworksKernels.myNet(Tensor.full(0.5f, 4, 4)));
        Tensor z = TutorialNetworksKernels.myNetWithMyOp(Tensor.full(0.2f, 4, 4), Tensor.full(0.3f, 4, 4));
        show(TutorialNetworks.class, "myNetWithMyOp", z);
    }

    private static void trainingOps() {
        Tensor x = Tensor.of(ramp(15, -1, 0.2f), 3, 5);
        Tensor ones = Tensor.full(1, 5);
        Tensor zeros = Tensor.zeros(5);
        show(TrainingOps.class, "layerNorm", TrainingOpsKernels.layerNorm(x, ones, zeros, 1e-5f));
        show(TrainingOps.class, "softmax", TrainingOpsKernels.softmax(x));
        show(TrainingOps.class, "biasGelu", TrainingOpsKernels.biasGelu(x, ones));

        Tensor parameter = Tensor.full(1, 3, 5);
        Tensor moment = Tensor.zeros(3, 5);
        Tensor variance = Tensor.zeros(3, 5);
        TrainingOpsKernels.adamW(parameter, x, moment, variance, 1e-2f, 0.9f, 0.999f, 1e-8f, 0.01f, 1);
        show(TrainingOps.class, "adamW", parameter);
    }

    private static void show(Class<?> type, String method, Tensor result) {
        KernelInfo info = KernelInfo.of(type).stream()
                .filter(candidate -> candidate.method().equals(method))
                .findFirst()
                .orElseThrow();
        Path report = reportDirectory(type);
        System.out.printf("%s: %s%n", method, result);
        System.out.printf(
                "  %d basic ops; kernel launches: %d before fusion, %d after%n",
                info.ops(), info.ops(), info.launches());
        System.out.printf(
                "  report %s%n  generated C %s%n", report.resolveSibling("report.html"), report.resolve("kernels.c"));
    }

    /** Directory of the processor's report, a sibling of the class directory. */
    private static Path reportDirectory(Class<?> type) {
        try {
            Path classes = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
            return classes.resolveSibling("graph-kernel").resolve(type.getName());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static float[] ramp(int length, float first, float step) {
        float[] values = new float[length];
        for (int i = 0; i < length; i++) {
            values[i] = first + i * step;
        }
        return values;
    }
}

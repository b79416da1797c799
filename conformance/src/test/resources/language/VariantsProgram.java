package language;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Gradients;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.SavedValuesException;
import io.graphkernel.runtime.exception.VariantException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import language.VariantOps.Pooling;

/** Calls kernels with variants as plain Java on the host and as kernels on the default device. */
public final class VariantsProgram extends DeviceProgram {

    private static final int ROWS = 5;
    private static final int SIZE = 7;

    private VariantsProgram(Device device) {
        super(device);
    }

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            for (boolean choice : new boolean[] {false, true}) {
                for (String name : List.of("tanh", "re-lu", "")) {
                    compare(
                            "activate",
                            p -> List.of(VariantOps.activate(p.x(), name, choice)),
                            p -> List.of(VariantOpsKernels.activate(p.x(), name, choice)));
                    arrays(name, choice);
                }
                for (Pooling pooling : Pooling.values()) {
                    compare(
                            "pool",
                            p -> List.of(VariantOps.pool(choice, p.x(), pooling, 0.3f)),
                            p -> List.of(VariantOpsKernels.pool(choice, p.x(), pooling, 0.3f)));
                    compare("loss", p -> p.plainGradient(choice, pooling), p -> p.gradient(choice, pooling));
                    compare("loss", p -> p.plainGradient(choice, pooling), p -> p.recordedGradient(choice, pooling));
                }
                compare("update", p -> p.updated(choice, false), p -> p.updated(choice, true));
            }
            for (Pooling pooling : Pooling.values()) {
                compare(
                        "halves",
                        p -> halves(VariantOps.halves(p.x(), true, pooling)),
                        p -> halves(VariantOpsKernels.halves(p.x(), true, pooling)));
                compare(
                        "inside",
                        p -> List.of(VariantOps.inside(p.x(), pooling)),
                        p -> List.of(VariantOpsKernels.inside(p.x(), pooling)));
            }
            compare("inlined", p -> List.of(VariantOps.inlined(p.x())), p -> List.of(VariantOpsKernels.inlined(p.x())));
            reuse(new VariantsProgram(Device.defaultDevice()));
            reject(new VariantsProgram(Device.defaultDevice()));
        }
    }

    private static void arrays(String name, boolean negative) {
        float[] x = {-1, 0.5f, 2, -3};
        float[] result = new float[4];
        VariantOpsKernels.activate(x, name, negative, 2, result);
        float[] expected = VariantOps.activate(Tensor.of(x, 2, 2), name, negative).toFloatArray();
        for (int i = 0; i < x.length; i++) {
            require(Math.abs(result[i] - expected[i]) < TOLERANCE, "arrays differ at " + i);
        }
    }

    private static List<Tensor> halves(VariantOps.Halves halves) {
        return List.of(halves.low(), halves.high());
    }

    private List<Tensor> updated(boolean add, boolean compiled) {
        Tensor x = x();
        Tensor by = x();
        if (compiled) {
            VariantOpsKernels.update(x, by, add);
        } else {
            VariantOps.update(x, by, add);
        }
        return List.of(x);
    }

    private List<Tensor> plainGradient(boolean shifted, Pooling pooling) {
        Tensor x = x();
        VariantOps.Weights w = weights();
        Tensor byX = Gradients.gradient(() -> VariantOps.loss(x, w, shifted, pooling), x);
        Tensor byScale = Gradients.gradient(() -> VariantOps.loss(x, w, shifted, pooling), w.scale());
        Tensor byShift = shifted
                ? Gradients.gradient(() -> VariantOps.loss(x, w, true, pooling), w.shift())
                : Ops.mul(w.shift(), 0);
        return List.of(VariantOps.loss(x, w, shifted, pooling), byX, byScale, byShift);
    }

    /** By the calls that allocate, those into existing tensors, and those that accumulate. */
    private List<Tensor> gradient(boolean shifted, Pooling pooling) {
        Tensor x = x();
        VariantOps.Weights w = weights();
        Tensor one = Ops.reshape(Tensor.of(new float[] {1}).to(device));
        try (var forward = VariantOpsKernels.lossForward(x, w, shifted, pooling)) {
            var gradients = VariantOpsKernels.lossGradient(forward.saved(), one);
            VariantOpsKernels.lossAccumulateGradient(forward.saved(), one, gradients);
            require(forward.parameters().size() == 3, "parameters");
            require(forward.gradients(one).size() == 3, "gradients");
            var twice = List.of(
                    forward.result(), gradients.x(), gradients.w().scale(), gradients.w().shift());
            return List.of(
                    Ops.mul(twice.get(0), 1),
                    Ops.mul(twice.get(1), 0.5f),
                    Ops.mul(twice.get(2), 0.5f),
                    Ops.mul(twice.get(3), 0.5f));
        }
    }

    private List<Tensor> recordedGradient(boolean shifted, Pooling pooling) {
        Tensor x = x();
        VariantOps.Weights w = weights();
        Tensor shift = shifted
                ? Gradients.gradient(() -> VariantOpsKernels.loss(x, w, true, pooling), w.shift())
                : Ops.mul(w.shift(), 0);
        return List.of(
                VariantOpsKernels.loss(x, w, shifted, pooling),
                Gradients.gradient(() -> VariantOpsKernels.loss(x, w, shifted, pooling), x),
                Gradients.gradient(() -> VariantOpsKernels.loss(x, w, shifted, pooling), w.scale()),
                shift);
    }

    /** One object holds the values of all variants in turn. */
    private static void reuse(VariantsProgram program) {
        Tensor x = program.x();
        VariantOps.Weights w = program.weights();
        Tensor one = Ops.reshape(Tensor.of(new float[] {1}).to(program.device));
        Tensor loss = Tensor.empty(program.device, DType.F32);
        var saved = new VariantOpsKernels.LossSaved();
        requireThrown(
                SavedValuesException.class, "lossGradient", () -> VariantOpsKernels.lossGradient(saved, one));
        VariantOpsKernels.LossGradients gradients = null;
        for (Pooling pooling : new Pooling[] {Pooling.MAX, Pooling.MAX, Pooling.MEAN, Pooling.LAST_ROW}) {
            for (boolean shifted : new boolean[] {true, false}) {
                VariantOpsKernels.lossForward(x, w, shifted, pooling, loss, saved);
                if (gradients == null) {
                    gradients = VariantOpsKernels.lossGradient(saved, one);
                }
                VariantOpsKernels.lossGradient(saved, one, gradients);
                Tensor expected = Gradients.gradient(() -> VariantOpsKernels.loss(x, w, shifted, pooling), x);
                require(
                        Arrays.equals(
                                expected.to(Device.cpu()).toFloatArray(),
                                gradients.x().to(Device.cpu()).toFloatArray()),
                        "gradients of " + pooling + " by reused values");
            }
        }
        saved.close();
        requireThrown(
                SavedValuesException.class,
                "lossForward",
                () -> VariantOpsKernels.lossForward(x, w, true, Pooling.MAX, loss, saved));
    }

    private static void reject(VariantsProgram program) {
        Tensor x = program.x();
        requireThrown(
                VariantException.class,
                "activate: name is \"gelu\"\nbecause: the kernel is compiled for the values \"tanh\", \"re-lu\", \"\"\n",
                () -> VariantOpsKernels.activate(x, "gelu", true));
        requireThrown(VariantException.class, "name is null", () -> VariantOpsKernels.activate(x, null, true));
        requireThrown(
                VariantException.class,
                "halves: ordered is false\nbecause: the kernel is compiled for the values true\n",
                () -> VariantOpsKernels.halves(x, false, Pooling.MAX));
        requireThrown(
                VariantException.class,
                "pooling is null\nbecause: the kernel is compiled for the values MEAN, MAX, LAST_ROW\n",
                () -> VariantOpsKernels.pool(true, x, null, 1));
    }

    private static void compare(
            String kernel,
            Function<VariantsProgram, List<Tensor>> plain,
            Function<VariantsProgram, List<Tensor>> compiled) {
        compare(kernel, plain.apply(new VariantsProgram(Device.cpu())), compiled.apply(new VariantsProgram(Device.defaultDevice())));
    }

    private Tensor x() {
        return tensor(ROWS, SIZE);
    }

    private VariantOps.Weights weights() {
        return new VariantOps.Weights(tensor(SIZE), tensor(SIZE));
    }
}

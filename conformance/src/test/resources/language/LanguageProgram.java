package language;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Gradients;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.List;
import java.util.function.Function;

/** Calls kernels as plain Java on the host and as kernels on the default device. */
public final class LanguageProgram extends DeviceProgram {

    private static final int ROWS = 4;
    private static final int SIZE = 3;

    private LanguageProgram(Device device) {
        super(device);
    }

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            compare("helpers", p -> List.of(Language.helpers(p.x())), p -> List.of(LanguageKernels.helpers(p.x())));
            compare("counted", p -> List.of(Language.counted(p.x())), p -> List.of(LanguageKernels.counted(p.x())));
            compare(
                    "parts",
                    p -> List.of(Language.parts(p.x()).tensors()),
                    p -> List.of(LanguageKernels.parts(p.x()).tensors()));
            compare(
                    "window",
                    p -> List.of(Language.window(p.x(), 1, 2)),
                    p -> List.of(LanguageKernels.window(p.x(), 1, 2)));
            var window = new Language.Window(1, 7);
            compare(
                    "clipped",
                    p -> List.of(Language.clipped(p.x(), window)),
                    p -> List.of(LanguageKernels.clipped(p.x(), window)));
            compare("rows", p -> List.of(Language.rows(p.x(), 6)), p -> List.of(LanguageKernels.rows(p.x(), 6)));
            compare(
                    "onlyRow",
                    p -> List.of(Language.onlyRow(p.tensor(1, SIZE))),
                    p -> List.of(LanguageKernels.onlyRow(p.tensor(1, SIZE))));
            compare(
                    "onlyColumn",
                    p -> List.of(Language.onlyColumn(p.tensor(ROWS, 1))),
                    p -> List.of(LanguageKernels.onlyColumn(p.tensor(ROWS, 1))));
            compare(
                    "constantAxes",
                    p -> List.of(Language.constantAxes(p.tensor(1, SIZE, 1))),
                    p -> List.of(LanguageKernels.constantAxes(p.tensor(1, SIZE, 1))));
            compare(
                    "outer",
                    p -> List.of(Language.outer(p.tensor(ROWS), p.tensor(1, SIZE))),
                    p -> List.of(LanguageKernels.outer(p.tensor(ROWS), p.tensor(1, SIZE))));
            compare("turned", p -> List.of(Language.turned(p.x())), p -> List.of(LanguageKernels.turned(p.x())));
            compare("last", p -> List.of(Language.last(p.x())), p -> List.of(LanguageKernels.last(p.x())));
            compare(
                    "mlp",
                    p -> List.of(Language.mlp(p.x(), p.dense(SIZE, 5), p.dense(5, 2))),
                    p -> List.of(LanguageKernels.mlp(p.x(), p.dense(SIZE, 5), p.dense(5, 2))));
            compare(
                    "joined",
                    p -> List.of(Language.joined(p.part(3), p.part(1))),
                    p -> List.of(LanguageKernels.joined(p.part(3), p.part(1))));
            compare("powers", p -> List.of(Language.powers(p.x())), p -> List.of(LanguageKernels.powers(p.x())));
            compare("ofPowers", p -> List.of(Language.ofPowers(p.x())), p -> List.of(LanguageKernels.ofPowers(p.x())));
            compare("columns", p -> List.of(Language.columns(p.x())), p -> p.columns());
            compare(
                    "steps",
                    p -> List.of(Language.steps(p.tensor(70, ROWS, SIZE), p.x())),
                    p -> List.of(LanguageKernels.steps(p.tensor(70, ROWS, SIZE), p.x())));
            for (int rows : new int[] {1, 2, 3, 4, 5, 8, 9}) {
                sizes(rows);
            }
            for (boolean first : new boolean[] {true, false}) {
                compare(
                        "pair",
                        p -> Language.pair(p.x(), p.tensor(SIZE), first),
                        p -> LanguageKernels.pair(p.x(), p.tensor(SIZE), first));
                compare("pair", p -> p.plainGradientOfPair(first), p -> p.gradientOfPair(first));
                compare("pair", p -> p.plainGradientOfPair(first), p -> p.recordedGradientOfPair(first));
            }
            compare("gradient", LanguageProgram::plainGradient, LanguageProgram::gradient);
            reject(new LanguageProgram(Device.defaultDevice()));
        }
    }

    private static List<Tensor> plainGradient(LanguageProgram program) {
        Tensor x = program.x();
        Language.Block block = program.block();
        return tensors(Gradients.gradient(() -> Language.loss(x, block, 2), block));
    }

    private static List<Tensor> gradient(LanguageProgram program) {
        Tensor x = program.x();
        Language.Block block = program.block();
        Tensor one = Ops.reshape(Tensor.of(new float[] {1}).to(program.device));
        try (var forward = LanguageKernels.lossForward(x, block, 2)) {
            return tensors(LanguageKernels.lossGradient(forward.saved(), one).block());
        }
    }

    /** Sizes that are sums, quotients, remainders, minima and maxima of dims. */
    private static void sizes(int rows) {
        compare(
                "folded",
                p -> List.of(Language.folded(p.tensor(rows, SIZE))),
                p -> List.of(LanguageKernels.folded(p.tensor(rows, SIZE))));
        compare(
                "foldedDown",
                p -> List.of(Language.foldedDown(p.tensor(rows, SIZE))),
                p -> List.of(LanguageKernels.foldedDown(p.tensor(rows, SIZE))));
        compare(
                "tail",
                p -> List.of(Language.tail(p.tensor(rows, SIZE), 4)),
                p -> List.of(LanguageKernels.tail(p.tensor(rows, SIZE), 4)));
        compare(
                "pairs",
                p -> List.of(Language.pairs(p.tensor(rows, SIZE))),
                p -> List.of(LanguageKernels.pairs(p.tensor(rows, SIZE))));
        compare(
                "blocks",
                p -> List.of(Language.blocks(p.tensor(rows, SIZE))),
                p -> List.of(LanguageKernels.blocks(p.tensor(rows, SIZE))));
        compare(
                "rest",
                p -> List.of(Language.rest(p.tensor(rows, SIZE))),
                p -> List.of(LanguageKernels.rest(p.tensor(rows, SIZE))));
    }

    private List<Tensor> columns() {
        Tensor[] results = {
            Tensor.empty(device, DType.F32, ROWS, 1),
            Tensor.empty(device, DType.F32, ROWS, 1),
            Tensor.empty(device, DType.F32, ROWS, 1)
        };
        LanguageKernels.columns(x(), results);
        requireThrown(
                InvalidArgumentException.class,
                "results",
                () -> LanguageKernels.columns(x(), new Tensor[] {results[0], results[1]}));
        return List.of(results);
    }

    private static Tensor loss(List<Tensor> pair) {
        return Ops.add(Ops.reduceSum(Ops.square(pair.get(0))), Ops.mul(pair.get(1), 3));
    }

    private List<Tensor> plainGradientOfPair(boolean first) {
        Tensor x = x();
        Tensor scale = tensor(SIZE);
        return List.of(
                Gradients.gradient(() -> loss(Language.pair(x, scale, first)), x),
                Gradients.gradient(() -> loss(Language.pair(x, scale, first)), scale));
    }

    private List<Tensor> recordedGradientOfPair(boolean first) {
        Tensor x = x();
        Tensor scale = tensor(SIZE);
        return List.of(
                Gradients.gradient(() -> loss(LanguageKernels.pair(x, scale, first)), x),
                Gradients.gradient(() -> loss(LanguageKernels.pair(x, scale, first)), scale));
    }

    private List<Tensor> gradientOfPair(boolean first) {
        Tensor x = x();
        Tensor scale = tensor(SIZE);
        Tensor three = Ops.reshape(Tensor.of(new float[] {3}).to(device));
        try (var forward = LanguageKernels.pairForward(x, scale, first)) {
            require(forward.results().equals(forward.result()), "results");
            Tensor cotangent = Ops.mul(forward.result().get(0), 2);
            var gradients = LanguageKernels.pairGradient(forward.saved(), cotangent, three);
            return List.of(gradients.x(), gradients.scale());
        }
    }

    private static List<Tensor> tensors(Language.Block block) {
        return List.of(
                block.up().weight(),
                block.up().bias(),
                block.down().weight(),
                block.down().bias(),
                block.scale());
    }

    private static void reject(LanguageProgram program) {
        Tensor x = program.x();
        requireThrown("start is -1", () -> LanguageKernels.window(x, -1, 2));
        requireThrown(
                "window (Language.java:104): narrow: length is 3 but must be at most d - start, which is 2",
                () -> LanguageKernels.window(x, 1, 3));
        requireThrown("window.start is -1", () -> LanguageKernels.clipped(x, new Language.Window(-1, 2)));
        requireThrown("first.m + 1 is 3", () -> {
            Language.Part part = program.part(3);
            LanguageKernels.joined(new Language.Part(part.rows(), 2), part);
        });
        requireThrown("up.o is 5", () -> LanguageKernels.mlp(x, program.dense(SIZE, 5), program.dense(4, 2)));
        requireThrown("squeeze: dim 0 of weights is 4 but must be equal to 1", () -> LanguageKernels.onlyRow(program.x()));
        requireThrown("dim 0 of weights is 0", () -> LanguageKernels.onlyRow(program.tensor(0, SIZE)));
        requireThrown("squeeze: dim 1 of x is 3", () -> LanguageKernels.onlyColumn(program.x()));
        requireThrown(
                "squeeze: dim 1 of x is 1 but must be different from 1",
                () -> LanguageKernels.constantAxes(program.tensor(1, 1, 1)));
        requireThrown("dim 0 of x is 0", () -> LanguageKernels.last(program.tensor(0, SIZE)));
    }

    private static void compare(
            String kernel,
            Function<LanguageProgram, List<Tensor>> plain,
            Function<LanguageProgram, List<Tensor>> compiled) {
        compare(kernel, plain.apply(new LanguageProgram(Device.cpu())), compiled.apply(new LanguageProgram(Device.defaultDevice())));
    }

    private static void requireThrown(String words, Runnable call) {
        requireThrown(ShapeMismatchException.class, words, call);
    }

    private Tensor x() {
        return tensor(ROWS, SIZE);
    }

    private Language.Dense dense(int inputs, int outputs) {
        return new Language.Dense(tensor(inputs, outputs), tensor(outputs));
    }

    private Language.Block block() {
        return new Language.Block(dense(SIZE, 5), dense(5, SIZE), tensor(SIZE));
    }

    private Language.Part part(int m) {
        return new Language.Part(tensor(m + 1, SIZE), m);
    }
}

package lists;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.OverlapException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedList;
import java.util.List;

/** Calls kernels over lists as plain Java on the host and as kernels on the default device. */
public final class ListsProgram {

    private static final int ROWS = 4;
    private static final int SIZE = 3;

    private final Device device;
    private int created;

    private ListsProgram(Device device) {
        this.device = device;
    }

    public static void main(String[] arguments) {
        ListsProgram plain = new ListsProgram(Device.cpu());
        ListsProgram compiled = new ListsProgram(Device.defaultDevice());
        try (TensorScope scope = TensorScope.open()) {
            forward(plain, compiled);
            gradients(plain, compiled);
            if (compiled.device.isHost()) {
                deep();
            }
            compiled.reject();
        }
    }

    private static void forward(ListsProgram plain, ListsProgram compiled) {
        var expected = Lists.forward(plain.rows(), plain.model(), plain.pair());
        Tensor x = compiled.rows();
        Lists.Model model = compiled.model();
        Lists.Dense[] more = compiled.pair();
        var actual = ListsKernels.forward(x, model, more);
        requireSame("forward", tensors(expected), tensors(actual));
        var given = new Lists.Results(
                compiled.tensor(ROWS, SIZE),
                new LinkedList<>(List.of(compiled.tensor(SIZE), compiled.tensor(ROWS))),
                new Lists.Dense[] {compiled.dense()});
        ListsKernels.forward(x, model, more, given);
        requireSame("given", tensors(expected), tensors(given));
        plain.created = 0;
        compiled.created = 0;
        requireSame(
                "parts",
                Lists.parts(plain.rows()).tensors(),
                ListsKernels.parts(compiled.rows()).tensors());
        requireSame(
                "call",
                List.of(Callers.call(plain.rows(), plain.model())),
                List.of(CallersKernels.call(compiled.rows(), compiled.model())));
        Lists.Layer twice = compiled.model().layers().get(0);
        var shared = new Lists.Model(
                Arrays.asList(twice, twice, twice), model.scales(), model.none(), new LinkedList<>(List.of(twice)));
        ListsKernels.forward(x, shared, more);
    }

    private static void gradients(ListsProgram plain, ListsProgram compiled) {
        plain.created = 0;
        compiled.created = 0;
        Tensor x = plain.rows();
        Lists.Stack stack = plain.stack();
        Tensor compiledX = compiled.rows();
        Lists.Stack compiledStack = compiled.stack();
        var expected = Lists.loss(x, stack);
        var actual = ListsKernels.loss(compiledX, compiledStack);
        requireSame("loss", List.of(expected.value()), List.of(actual.value()));
        requireSame("gradient", tensors(expected.gradient()), tensors(actual.gradient()));
        Lists.update(stack, expected.gradient(), 0.5f);
        ListsKernels.update(compiledStack, actual.gradient(), 0.5f);
        requireSame("update", tensors(stack), tensors(compiledStack));

        Lists.Stack moments = plain.stack();
        Lists.Stack compiledMoments = compiled.stack();
        requireSame(
                "norm",
                List.of(Lists.momentum(stack, moments, expected.gradient(), 0.5f)),
                List.of(ListsKernels.momentum(compiledStack, compiledMoments, actual.gradient(), 0.5f)));
        requireSame("weights", tensors(stack), tensors(compiledStack));
        requireSame("moments", tensors(moments), tensors(compiledMoments));
        requireSame("cleared", tensors(expected.gradient()), tensors(actual.gradient()));

        List<Lists.Layer> last = List.of(plain.layer());
        List<Lists.Layer> compiledLast = List.of(compiled.layer());
        Tensor inner = Lists.last(x, last);
        expected = Lists.loss(inner, stack);
        Tensor one = Tensor.of(new float[] {1}).to(compiled.device);
        Tensor dy = io.graphkernel.runtime.Ops.reshape(one);
        try (var forward = ListsKernels.pairForward(compiledX, compiledStack, compiledLast)) {
            var fresh = ListsKernels.pairGradient(forward.saved(), dy);
            requireSame("pair", tensors(expected.gradient()), tensors(fresh.stack()));
            var given = new ListsKernels.PairGradients(compiled.stack());
            ListsKernels.pairGradient(forward.saved(), dy, given);
            requireSame("given pair", tensors(expected.gradient()), tensors(given.stack()));
            ListsKernels.pairAccumulateGradient(forward.saved(), dy, given);
            var twice = tensors(expected.gradient()).stream()
                    .map(tensor -> io.graphkernel.runtime.Ops.mul(tensor, 2))
                    .toList();
            requireSame("added pair", twice, tensors(given.stack()));
            var shorter = new ListsKernels.PairGradients(new Lists.Stack(
                    given.stack().layers().subList(0, 1), given.stack().scales()));
            requireThrown(
                    InvalidArgumentException.class,
                    "gradients.stack.layers has length 1",
                    () -> ListsKernels.pairGradient(forward.saved(), dy, shorter));
        }
    }

    /** More gradients and saved values than a Java method has parameters, compared with plain Java. */
    private static void deep() {
        float[] unit = {1, 0, 0, 0, 1, 0, 0, 0, 1};
        List<Deep.Block> blocks = new ArrayList<>();
        for (int i = 0; i < Deep.BLOCKS; i++) {
            float[] weight = unit.clone();
            weight[i % unit.length] += i % 7 / 100f;
            blocks.add(new Deep.Block(
                    Tensor.of(weight, SIZE, SIZE), Tensor.of(new float[] {i % 5 / 100f, 0, -i % 3 / 100f}, SIZE)));
        }
        Deep.Blocks model = new Deep.Blocks(blocks);
        Tensor x = Tensor.of(new float[] {0.5f, -0.25f, 0.125f, 0.75f, 0.5f, -0.5f}, 2, SIZE);
        Tensor dy = Tensor.of(new float[] {0.25f, -0.5f, 0.125f, 0.5f, 0.25f, -0.125f}, 2, SIZE);
        Deep.Blocks expected = io.graphkernel.runtime.Gradients.gradient(
                () -> io.graphkernel.runtime.Ops.reduceSum(io.graphkernel.runtime.Ops.mul(Deep.run(x, model), dy)), model);
        Tensor y = Deep.run(x, model);
        try (var forward = DeepKernels.runForward(x, model)) {
            requireSame("deep", List.of(y), List.of(forward.result()));
            var fresh = DeepKernels.runGradient(forward.saved(), dy);
            requireSame("deep pair", tensors(expected), tensors(fresh.model()));
            DeepKernels.runForward(x, model, y, forward.saved());
            DeepKernels.runGradient(forward.saved(), dy, fresh);
            requireSame("given deep pair", tensors(expected), tensors(fresh.model()));
            DeepKernels.runAccumulateGradient(forward.saved(), dy, fresh);
            var twice = tensors(expected).stream()
                    .map(tensor -> io.graphkernel.runtime.Ops.mul(tensor, 2))
                    .toList();
            requireSame("added deep pair", twice, tensors(fresh.model()));
        }
    }

    private static List<Tensor> tensors(Deep.Blocks blocks) {
        return blocks.blocks().stream()
                .flatMap(block -> List.of(block.weight(), block.bias()).stream())
                .toList();
    }

    private void reject() {
        Tensor x = rows();
        Lists.Dense[] more = pair();
        Lists.Model model = model();
        List<Lists.Layer> layers = model.layers();
        rejected(NullTensorException.class, "list model.layers\n", x, with(model, null), more);
        rejected(InvalidArgumentException.class, "model.layers has length 2", x, with(model, layers.subList(0, 2)), more);
        List<Lists.Layer> hole = new ArrayList<>(layers);
        hole.set(1, null);
        rejected(NullTensorException.class, "record model.layers.1\n", x, with(model, hole), more);
        Lists.Dense narrow = new Lists.Dense(tensor(SIZE, SIZE), tensor(SIZE + 1));
        hole.set(1, new Lists.Layer(narrow, 1));
        rejected(ShapeMismatchException.class, "model.layers.1.dense.bias", x, with(model, hole), more);
        hole.set(1, new Lists.Layer(new Lists.Dense(null, tensor(SIZE)), 1));
        rejected(NullTensorException.class, "model.layers.1.dense.weight\n", x, with(model, hole), more);
        rejected(NullTensorException.class, "array more", x, model, null);
        rejected(InvalidArgumentException.class, "more has length 1", x, model, new Lists.Dense[] {more[0]});
        Lists.Stack stack = stack();
        Lists.Dense dense = stack.layers().get(0);
        Lists.Stack tied = new Lists.Stack(List.of(dense, dense), stack.scales());
        requireThrown(
                OverlapException.class,
                "weights.layers.1.weight",
                () -> ListsKernels.update(tied, stack(), 1));
    }

    private static void rejected(
            Class<? extends GraphKernelException> type,
            String words,
            Tensor x,
            Lists.Model model,
            Lists.Dense[] more) {
        requireThrown(type, words, () -> ListsKernels.forward(x, model, more));
    }

    private static Lists.Model with(Lists.Model model, List<Lists.Layer> layers) {
        return new Lists.Model(layers, model.scales(), model.none(), model.last());
    }

    private static void requireThrown(Class<? extends GraphKernelException> type, String words, Runnable call) {
        try {
            call.run();
        } catch (GraphKernelException e) {
            if (type.isInstance(e) && e.getMessage().contains(words) && e.getMessage().startsWith("[GK-")) {
                return;
            }
            throw new IllegalStateException("not " + words, e);
        }
        throw new IllegalStateException("nothing is thrown where " + words);
    }

    private Tensor rows() {
        return tensor(ROWS, SIZE);
    }

    private Lists.Model model() {
        return new Lists.Model(
                List.of(layer(), layer(), layer()),
                new Tensor[] {tensor(SIZE), tensor(SIZE)},
                new Lists.Layer[0],
                List.of(layer()));
    }

    private Lists.Stack stack() {
        return new Lists.Stack(Arrays.asList(pair()), new Tensor[] {tensor(SIZE), tensor(SIZE)});
    }

    private Lists.Dense[] pair() {
        return new Lists.Dense[] {dense(), dense()};
    }

    private Lists.Layer layer() {
        return new Lists.Layer(dense(), 1 + created / 100f);
    }

    private Lists.Dense dense() {
        return new Lists.Dense(tensor(SIZE, SIZE), tensor(SIZE));
    }

    private Tensor tensor(long... dims) {
        float[] elements = new float[(int) Arrays.stream(dims).reduce(1, (a, b) -> a * b)];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (created++ * 37 % 19 - 9) / 7f;
        }
        return Tensor.of(elements, dims).to(device);
    }

    private static List<Tensor> tensors(Lists.Results results) {
        List<Tensor> tensors = new ArrayList<>(List.of(results.y()));
        tensors.addAll(results.sums());
        tensors.add(results.halves()[0].weight());
        tensors.add(results.halves()[0].bias());
        return tensors;
    }

    private static List<Tensor> tensors(Lists.Stack stack) {
        List<Tensor> tensors = new ArrayList<>(List.of(stack.scales()));
        stack.layers().forEach(layer -> tensors.addAll(List.of(layer.weight(), layer.bias())));
        return tensors;
    }

    private static void requireSame(String what, List<Tensor> expected, List<Tensor> actual) {
        for (int i = 0; i < expected.size(); i++) {
            double[] wanted = expected.get(i).toDoubleArray();
            double[] given = actual.get(i).toDoubleArray();
            for (int j = 0; j < wanted.length; j++) {
                if (wanted.length != given.length || !(Math.abs(wanted[j] - given[j]) < 1e-5)) {
                    throw new IllegalStateException(what + " " + i + ": " + Arrays.toString(wanted) + " and "
                            + Arrays.toString(given));
                }
            }
        }
    }
}

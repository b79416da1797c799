package io.graphkernel.examples.benchmarks.gradient;

import io.graphkernel.examples.benchmarks.Agreement;
import io.graphkernel.examples.benchmarks.Data;
import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.TrafficLimit;
import io.graphkernel.examples.benchmarks.TrafficLimit.Array;
import io.graphkernel.examples.benchmarks.TrafficLimit.Role;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.SavedValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** One operation: its operands, and the contestants that all compute it and its gradients from them. */
final class GradientContest implements AutoCloseable {
    static final String FORWARD = "forward";
    static final String HAND = "by hand";
    static final String PAIR = "pair";
    static final String COMPOSED = "composed";
    static final String ONE_DNN = "oneDNN";
    static final String TORCH = "PyTorch";
    static final String LIMIT = "limit";

    private final String title;
    private final List<Runnable> releases = new ArrayList<>();
    private final List<Contestant> contestants = new ArrayList<>();
    private double limitFactor = 1;
    private int seed;
    private List<Tensor> gradients = List.of();
    private List<Tensor> composedGradients = List.of();
    private TorchFunction torchFunction;

    GradientContest(String title) {
        this.title = title;
    }

    /** An operation in PyTorch, of operands of which it is to find the gradients. */
    private record TorchFunction(
            Function<List<org.bytedeco.pytorch.Tensor>, org.bytedeco.pytorch.Tensor> operation,
            List<org.bytedeco.pytorch.Tensor> operands,
            org.bytedeco.pytorch.Tensor cotangent) {
        TensorVector gradients() {
            try (org.bytedeco.pytorch.Tensor result = operation.apply(operands)) {
                return torch.grad(
                        vector(List.of(result)),
                        vector(operands),
                        vector(List.of(cotangent)),
                        new BoolOptional(),
                        false,
                        false);
            }
        }

        private static TensorVector vector(List<org.bytedeco.pytorch.Tensor> tensors) {
            return new TensorVector(tensors.toArray(org.bytedeco.pytorch.Tensor[]::new));
        }
    }

    String title() {
        return title;
    }

    /** Returns the factor of the time of the limit's contestant. */
    double limitFactor() {
        return limitFactor;
    }

    List<Contestant> contestants() {
        return contestants;
    }

    /** Returns the contestants of one name. */
    List<Contestant> contestants(String name) {
        return contestants.stream()
                .filter(contestant -> contestant.name().equals(name))
                .toList();
    }

    /** A tensor of numbers from -2 to 2. */
    Tensor tensor(long... dims) {
        return owned(Data.uniform(++seed, -2, 2, dims));
    }

    /** Tensors of the shapes of others. */
    List<Tensor> like(Tensor... others) {
        return Stream.of(others).map(other -> tensor(other.dimensions())).toList();
    }

    Tensor owned(Tensor tensor) {
        releases.add(tensor::close);
        return tensor;
    }

    /** Returns the saved values that forward calls write, call after call. */
    <S extends SavedValues> S owned(S saved) {
        releases.add(saved::close);
        return saved;
    }

    /** Ours, forward alone. */
    GradientContest forward(Runnable call) {
        return add(FORWARD, call);
    }

    /** The forward kernel in C, in one way of storing. */
    GradientContest byHand(Runnable call) {
        return add(HAND, call);
    }

    /** Ours, forward and derived gradient, into these tensors. */
    GradientContest pair(Runnable call, List<Tensor> results) {
        gradients = results;
        return add(PAIR, call);
    }

    /** Ours, forward and a gradient of explicit gradient ops. */
    GradientContest composed(Runnable call, List<Tensor> results) {
        composedGradients = results;
        return add(COMPOSED, call);
    }

    GradientContest oneDnn(Runnable call) {
        return add(ONE_DNN, call);
    }

    /** PyTorch's eager ops with its autograd, which makes results and gradients again in each call. */
    GradientContest torch(
            Function<List<org.bytedeco.pytorch.Tensor>, org.bytedeco.pytorch.Tensor> operation,
            Tensor cotangent,
            Tensor... operands) {
        List<org.bytedeco.pytorch.Tensor> leaves = Stream.of(operands)
                .map(operand -> shared(operand).set_requires_grad(true))
                .toList();
        torchFunction = new TorchFunction(operation, leaves, shared(cotangent));
        return add(TORCH, () -> {
            try (PointerScope scope = new PointerScope()) {
                torchFunction.gradients();
            }
        });
    }

    /** Adds the traffic of the forward call, then of the gradient call. */
    GradientContest limit(TrafficLimit machine, List<Array> forward, List<Array> gradient) {
        List<Contestant> first = machine.contestants(forward);
        List<Contestant> second = machine.contestants(gradient);
        for (Contestant one : first) {
            for (Contestant other : second) {
                add(LIMIT, () -> {
                    one.call().run();
                    other.call().run();
                });
            }
        }
        return this;
    }

    /** A limit that is some other call as often as that. */
    GradientContest limit(double times, Runnable call) {
        limitFactor = times;
        return add(LIMIT, call);
    }

    /** Several ways to do one thing have one name: the best one counts. */
    private GradientContest add(String name, Runnable call) {
        contestants.add(new Contestant(name, call));
        return this;
    }

    static Array read(Tensor tensor) {
        return new Array(tensor.address(), tensor.byteCount(), Role.READ);
    }

    static Array write(Tensor tensor) {
        return new Array(tensor.address(), tensor.byteCount(), Role.WRITE);
    }

    /** PyTorch's view of our memory. */
    static org.bytedeco.pytorch.Tensor shared(Tensor tensor) {
        torch.ScalarType type = tensor.dtype() == DType.F32 ? torch.ScalarType.Float : torch.ScalarType.Int;
        return torch.from_blob(tensor.pointer(), tensor.dimensions(), new TensorOptions(type));
    }

    /**
     * Compares the derived gradients with the composed ones and with PyTorch's.
     *
     * @return the largest difference relative to the largest number of a gradient
     * @throws IllegalStateException if it is too large
     */
    double agreement() {
        run(PAIR);
        run(COMPOSED);
        double most = 0;
        for (int i = 0; i < gradients.size(); i++) {
            most = Math.max(most, apart(gradients.get(i), Data.pointer(composedGradients.get(i)), COMPOSED));
        }
        try (PointerScope scope = new PointerScope()) {
            TensorVector theirs = torchFunction.gradients();
            for (int i = 0; i < gradients.size(); i++) {
                most = Math.max(
                        most,
                        apart(
                                gradients.get(i),
                                new FloatPointer(theirs.get(i).contiguous().data_ptr()),
                                TORCH));
            }
        }
        return most;
    }

    /** Compares what a call of each contestant in C writes with the result of the forward kernel. */
    void compareByHand(Tensor result) {
        run(FORWARD);
        float[] expected = result.toFloatArray();
        for (Contestant contestant : contestants(HAND)) {
            contestant.call().run();
            float[] numbers = result.toFloatArray();
            double most = 0;
            for (int i = 0; i < numbers.length; i++) {
                most = Math.max(most, Math.abs((double) numbers[i] - expected[i]));
            }
            if (!(most < 1e-4)) {
                throw new IllegalStateException(title + ": the kernel in C is " + most + " apart");
            }
        }
    }

    private void run(String name) {
        contestants(name).get(0).call().run();
    }

    private double apart(Tensor ours, FloatPointer theirs, String name) {
        Agreement agreement = Agreement.between(Data.pointer(ours), theirs, ours.elementCount());
        if (!agreement.isClose()) {
            throw new IllegalStateException(title + ", gradient of shape " + Arrays.toString(ours.dimensions()) + ", "
                    + name + ": " + agreement);
        }
        return agreement.relative();
    }

    @Override
    public void close() {
        releases.forEach(Runnable::run);
    }
}

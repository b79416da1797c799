package io.graphkernel.examples.benchmarks.recurrence;

import io.graphkernel.examples.benchmarks.Agreement;
import io.graphkernel.examples.benchmarks.Data;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Operands of a recurrent network, and the contestants that compute its states and the gradients of all operands. */
final class NetworkContest implements AutoCloseable {
    private final long steps;
    private final Tensor x;
    private final Tensor h0;
    private final Tensor in;
    private final Tensor w;
    private final Tensor bias;
    private final Tensor cotangent;
    private final Tensor result;
    private final List<Tensor> gradients;
    private final NetworkOpsKernels.CellSaved cellSaved = new NetworkOpsKernels.CellSaved();
    private final NetworkOpsKernels.ProjectedSaved projectedSaved = new NetworkOpsKernels.ProjectedSaved();
    private final List<org.bytedeco.pytorch.Tensor> leaves;
    private final org.bytedeco.pytorch.Tensor theirCotangent;
    private final org.bytedeco.pytorch.Tensor zeros;

    /** Results of the last call of PyTorch that was asked to keep them: states, then gradients. */
    private List<float[]> kept;

    private boolean keeps;

    NetworkContest(long steps, long batch, long units) {
        this.steps = steps;
        float bound = (float) (1 / Math.sqrt(units));
        x = Data.uniform(1, -1, 1, steps, batch, units);
        h0 = Data.uniform(2, -1, 1, batch, units);
        in = Data.uniform(3, -bound, bound, units, units);
        w = Data.uniform(4, -bound, bound, units, units);
        bias = Data.uniform(5, -bound, bound, units);
        cotangent = Data.uniform(6, -1, 1, steps, batch, units);
        result = Tensor.empty(steps, batch, units);
        gradients = Stream.of(x, h0, in, w, bias)
                .map(operand -> Tensor.empty(operand.dimensions()))
                .toList();
        leaves = Stream.of(x, h0, in, w, bias)
                .map(operand -> shared(operand).set_requires_grad(true))
                .toList();
        theirCotangent = shared(cotangent);
        zeros = torch.zeros(units);
    }

    /** PyTorch's view of our memory. */
    private static org.bytedeco.pytorch.Tensor shared(Tensor tensor) {
        return torch.from_blob(tensor.pointer(), tensor.dimensions(), new TensorOptions(torch.ScalarType.Float));
    }

    /** Ours, with the products of the inputs in the loop. */
    Runnable cell() {
        var to = new NetworkOpsKernels.CellGradients(
                gradients.get(0), gradients.get(1), gradients.get(2), gradients.get(3), gradients.get(4));
        return () -> {
            NetworkOpsKernels.cellForward(x, h0, in, w, bias, result, cellSaved);
            NetworkOpsKernels.cellGradient(cellSaved, cotangent, to);
        };
    }

    Runnable cellForward() {
        return () -> NetworkOpsKernels.cellForward(x, h0, in, w, bias, result, cellSaved);
    }

    /** Ours, with the product of all inputs before the loop. */
    Runnable projected() {
        var to = new NetworkOpsKernels.ProjectedGradients(
                gradients.get(0), gradients.get(1), gradients.get(2), gradients.get(3), gradients.get(4));
        return () -> {
            NetworkOpsKernels.projectedForward(x, h0, in, w, bias, result, projectedSaved);
            NetworkOpsKernels.projectedGradient(projectedSaved, cotangent, to);
        };
    }

    Runnable projectedForward() {
        return () -> NetworkOpsKernels.projectedForward(x, h0, in, w, bias, result, projectedSaved);
    }

    /** PyTorch's eager ops, with the products of the inputs in the loop. */
    Runnable eagerCell() {
        return theirs(() -> {
            // The gradient of a selection per step would be as large as all inputs.
            TensorVector inputs = leaves.get(0).unbind(0);
            org.bytedeco.pytorch.Tensor h = leaves.get(1);
            TensorVector states = new TensorVector(steps);
            for (long i = 0; i < steps; i++) {
                h = torch.tanh(
                        torch.addmm(leaves.get(4), inputs.get(i), leaves.get(2)).add(h.matmul(leaves.get(3))));
                states.put(i, h);
            }
            return torch.stack(states, 0);
        });
    }

    /** PyTorch's eager ops, with the product of all inputs before the loop. */
    Runnable eagerProjected() {
        return theirs(() -> {
            TensorVector inputs =
                    leaves.get(0).matmul(leaves.get(2)).add(leaves.get(4)).unbind(0);
            org.bytedeco.pytorch.Tensor h = leaves.get(1);
            TensorVector states = new TensorVector(steps);
            for (long i = 0; i < steps; i++) {
                h = torch.tanh(torch.addmm(inputs.get(i), h, leaves.get(3)));
                states.put(i, h);
            }
            return torch.stack(states, 0);
        });
    }

    /** PyTorch's function of {@code torch.nn.RNN}. */
    Runnable function() {
        return theirs(() -> torch.rnn_tanh(
                        leaves.get(0),
                        leaves.get(1).unsqueeze(0),
                        new TensorVector(leaves.get(2).t(), leaves.get(3).t(), leaves.get(4), zeros),
                        true,
                        1,
                        0,
                        true,
                        false,
                        false)
                .get0());
    }

    private Runnable theirs(Supplier<org.bytedeco.pytorch.Tensor> network) {
        return () -> {
            try (PointerScope scope = new PointerScope()) {
                org.bytedeco.pytorch.Tensor states = network.get();
                TensorVector found = torch.grad(
                        new TensorVector(states),
                        new TensorVector(leaves.toArray(org.bytedeco.pytorch.Tensor[]::new)),
                        new TensorVector(theirCotangent),
                        new BoolOptional(),
                        false,
                        false);
                if (keeps) {
                    kept = new ArrayList<>(List.of(floats(states)));
                    for (int i = 0; i < leaves.size(); i++) {
                        kept.add(floats(found.get(i)));
                    }
                }
            }
        };
    }

    private static float[] floats(org.bytedeco.pytorch.Tensor tensor) {
        float[] numbers = new float[(int) tensor.numel()];
        new FloatPointer(tensor.contiguous().data_ptr()).get(numbers);
        return numbers;
    }

    /**
     * Compares the states and all gradients.
     *
     * @return the largest difference relative to the largest number of a tensor
     * @throws IllegalStateException if it is too large
     */
    double difference(Runnable ours, Runnable theirs) {
        ours.run();
        keeps = true;
        theirs.run();
        keeps = false;
        List<Tensor> found = new ArrayList<>(List.of(result));
        found.addAll(gradients);
        double most = 0;
        for (int i = 0; i < found.size(); i++) {
            Tensor tensor = found.get(i);
            Agreement agreement =
                    Agreement.between(Data.pointer(tensor), new FloatPointer(kept.get(i)), tensor.elementCount());
            if (!agreement.isClose()) {
                throw new IllegalStateException(
                        "tensor " + i + " of shape " + Arrays.toString(tensor.dimensions()) + ": " + agreement);
            }
            most = Math.max(most, agreement.relative());
        }
        return most;
    }

    @Override
    public void close() {
        cellSaved.close();
        projectedSaved.close();
        gradients.forEach(Tensor::close);
        Stream.of(x, h0, in, w, bias, cotangent, result).forEach(Tensor::close);
    }
}

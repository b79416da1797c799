package io.graphkernel.interop;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import io.graphkernel.runtime.ForwardCall;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Kernels with a gradient in training loops of DJL with the PyTorch engine.
 *
 * <pre>{@code
 * try (GradientCollector collector = Engine.getInstance().newGradientCollector();
 *         DjlAutograd kernels = new DjlAutograd(manager)) {
 *     NDArray y = kernels.call(in -> MyOpsKernels.layerNormForward(in.of(x), in.of(gamma), in.of(beta), 1e-5f));
 *     kernels.backward(y.square().sum()); // instead of collector.backward(…)
 * }
 * }</pre>
 *
 * <p>DJL exposes neither functions nor hooks of PyTorch's autograd. The result of a kernel therefore starts a separate
 * graph, and {@link #backward} traverses the graphs in sequence, from the loss to the first inputs, and calls the
 * gradient of the kernel between two of them. Results and gradients are copied into arrays of DJL; contiguous inputs
 * and cotangents are shared. PyTorch retains its graphs until the arrays are closed. Only the first backward pass that
 * reaches a call includes it.
 *
 * <p>Instances are not thread-safe.
 */
public final class DjlAutograd implements AutoCloseable {

    private final NDManager manager;
    private final Deque<Call> calls = new ArrayDeque<>();

    /**
     * A call of a kernel.
     *
     * @param inputs array of each parameter that has a gradient, null if none is required
     * @param results results that have cotangents
     */
    private record Call(ForwardCall<?> forward, @Nullable PtNDArray[] inputs, PtNDArray[] results) {}

    /**
     * Creates the kernels of one training step, which retain calls that no loss has reached until they are closed.
     *
     * @param manager manager of the PyTorch engine, for results and gradients
     */
    public DjlAutograd(NDManager manager) {
        DjlArrays.ADAPTER.requireGiven("DjlAutograd", "manager", manager);
        this.manager = manager;
    }

    /** Wraps arrays in tensors, for the duration of a call. */
    public interface Inputs {

        /**
         * Returns a tensor over the memory of an array with a gradient; a non-contiguous array is copied.
         *
         * @param array array of the PyTorch engine, on the CPU, which records gradients or is computed from such an
         *     array. DJL reports only the former; for other arrays {@link #backward} ends with PyTorch's exception
         * @throws io.graphkernel.runtime.exception.GraphKernelException as {@link DjlArrays#wrap}, but for views and
         *     gradients
         */
        Tensor of(NDArray array);

        /** As {@link #of}, for an array without gradient. */
        Tensor constant(NDArray array);
    }

    /** The tensors of one call and their arrays; null for arrays without gradient. */
    private static final class CallInputs implements Inputs, AutoCloseable {
        /** The array of each tensor; null for a constant. */
        private final Map<Tensor, @Nullable PtNDArray> arrays = new IdentityHashMap<>();

        @Override
        public Tensor of(NDArray array) {
            Tensor tensor = constant(array);
            arrays.put(tensor, (PtNDArray) array);
            return tensor;
        }

        @Override
        public Tensor constant(NDArray array) {
            Tensor tensor = TensorScope.detach(DjlArrays.wrapRows(array));
            arrays.put(tensor, null);
            return tensor;
        }

        /** Returns the array of each parameter that has a gradient; null if none is required. */
        @Nullable
        PtNDArray[] under(ForwardCall<?> forward) {
            arrays.forEach((tensor, array) -> {
                if (array != null) {
                    Adapter.requireParameter("DjlAutograd", tensor, forward, "in.constant(x)");
                }
            });
            return forward.parameters().stream().map(arrays::get).toArray(PtNDArray[]::new);
        }

        @Override
        public void close() {
            arrays.keySet().forEach(Tensor::close);
        }
    }

    /**
     * Calls a kernel with one result.
     *
     * @param kernel call of the method {@code …Forward} of the generated class
     * @return the result, an array of the manager, which records gradients if an input does and a collector is active
     * @throws io.graphkernel.runtime.exception.GradientException if an input of {@link Inputs#of} would get no gradient
     */
    public NDArray call(Function<Inputs, ? extends ForwardCall<Tensor>> kernel) {
        return callAll(kernel).singletonOrThrow();
    }

    /**
     * Calls a kernel with any number of results.
     *
     * @param kernel call of the method {@code …Forward} of the generated class
     * @return the results in the order of the kernel's record
     * @throws io.graphkernel.runtime.exception.GradientException as {@link #call}
     */
    public NDList callAll(Function<Inputs, ? extends ForwardCall<?>> kernel) {
        if (kernel == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, "DjlAutograd.call", "kernel");
        }
        try (CallInputs inputs = new CallInputs()) {
            ForwardCall<?> forward = kernel.apply(inputs);
            try {
                return results(forward, inputs);
            } catch (RuntimeException | Error failure) {
                forward.release();
                throw failure;
            } finally {
                forward.results().forEach(Tensor::close);
            }
        }
    }

    private NDList results(ForwardCall<?> forward, CallInputs given) {
        @Nullable PtNDArray[] inputs = JniUtils.isGradMode() ? given.under(forward) : new PtNDArray[0];
        boolean records = Arrays.stream(inputs).anyMatch(Objects::nonNull);
        NDList arrays = new NDList();
        NDList differentiable = new NDList();
        for (Tensor result : forward.results()) {
            NDArray array = copy(result);
            arrays.add(array);
            if (records && forward.differentiable().contains(result)) {
                array.setRequiresGradient(true);
                differentiable.add(array);
            }
        }
        if (records) {
            calls.push(new Call(forward, inputs, differentiable.toArray(PtNDArray[]::new)));
        } else {
            forward.release();
        }
        return arrays;
    }

    /** In memory of PyTorch, which its views retain; that of {@link DjlArrays#toDjl} is Java's. */
    private NDArray copy(Tensor tensor) {
        NDArray array =
                manager.create(new Shape(tensor.dimensions()), DjlArrays.ADAPTER.theirs("toDjl", tensor.dtype()));
        try (Tensor target = DjlArrays.wrap(array)) {
            tensor.copyTo(target);
        }
        return array;
    }

    /**
     * Adds the gradients of a loss to those of all arrays that record gradients and that it depends on, like {@code
     * GradientCollector.backward}, also through the kernels that were called here. The saved values of the calls that
     * it reaches are released; the other calls remain pending for another loss, with their results open. If it fails,
     * no call remains pending.
     *
     * @param loss array of the PyTorch engine with one element
     */
    public void backward(NDArray loss) {
        DjlArrays.ADAPTER.requireGiven("DjlAutograd.backward", "loss", loss);
        try {
            try (NDArray one = loss.onesLike()) {
                JniUtils.backward((PtNDArray) loss, (PtNDArray) one, true, false);
            }
            // In reverse order: gradients of a call may reach earlier ones.
            for (Iterator<Call> iterator = calls.iterator(); iterator.hasNext(); ) {
                Call call = iterator.next();
                if (backward(call)) {
                    iterator.remove();
                    call.forward().release();
                }
            }
        } catch (RuntimeException | Error failure) {
            // Cotangents received so far would otherwise be added to those of the next loss.
            close();
            throw failure;
        }
    }

    /** Returns true if the loss depends on a result of the call. */
    private boolean backward(Call call) {
        @Nullable Tensor[] cotangents = new @Nullable Tensor[call.results().length];
        try (TensorScope scope = TensorScope.open()) {
            for (int i = 0; i < cotangents.length; i++) {
                cotangents[i] = cotangent(call.results()[i]);
            }
            if (Arrays.stream(cotangents).allMatch(Objects::isNull)) {
                return false;
            }
            int parameter = 0;
            for (Tensor gradient : call.forward().gradients(cotangents)) {
                PtNDArray input = call.inputs()[parameter++];
                if (input != null) {
                    try (NDArray array = copy(gradient)) {
                        JniUtils.backward(input, (PtNDArray) array, true, false);
                    }
                }
            }
            return true;
        }
    }

    /** Returns the cotangent accumulated for a result; null if nothing has. */
    private static @Nullable Tensor cotangent(PtNDArray result) {
        try (PtNDArray cotangent = JniUtils.getGradient(result)) {
            return cotangent == null ? null : DjlArrays.wrapRows(cotangent);
        }
    }

    /** Releases saved values of kernels whose backward pass has not run. */
    @Override
    public void close() {
        while (!calls.isEmpty()) {
            calls.pop().forward().release();
        }
    }
}

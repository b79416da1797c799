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
 * <p>DJL shows neither functions nor hooks of PyTorch's autograd. So the result of a kernel begins a graph of its own, and {@link
 * #backward} goes backward through one graph after another, from the loss to the first inputs, with the gradient of a kernel in
 * between. Results and gradients are copied into arrays of DJL; contiguous inputs and cotangents are shared. PyTorch keeps its
 * graphs until the arrays are closed. A call takes part in the first backward pass that reaches it, and in no later one.
 *
 * <p>Not for several threads at once.
 */
public final class DjlAutograd implements AutoCloseable {

    private final NDManager manager;
    private final Deque<Call> calls = new ArrayDeque<>();

    /**
     * A call of a kernel.
     *
     * @param inputs what lies under each parameter that has a gradient, null where none is wanted
     * @param results those that have cotangents
     */
    private record Call(ForwardCall<?> forward, PtNDArray[] inputs, PtNDArray[] results) {}

    /**
     * For one step of a loop: it keeps the calls that no loss has reached until it is closed.
     *
     * @param manager of the PyTorch engine, for results and gradients
     */
    public DjlAutograd(NDManager manager) {
        DjlArrays.ADAPTER.requireGiven("DjlAutograd", "manager", manager);
        this.manager = manager;
    }

    /** Lays tensors over arrays, for the duration of a call. */
    public interface Inputs {

        /**
         * A tensor over the memory of an array that gets a gradient; of one that is not contiguous a copy.
         *
         * @param array of the PyTorch engine, on the CPU; it records gradients, or is computed from what does. DJL tells this of
         *     the former alone, so for others {@link #backward} ends with PyTorch's exception
         * @throws io.graphkernel.runtime.exception.GraphKernelException as {@link DjlArrays#wrap}, but for views and gradients
         */
        Tensor of(NDArray array);

        /** The same, of an array that gets no gradient. */
        Tensor constant(NDArray array);
    }

    /** The tensors of one call, with the arrays that they lie over; null for those that get no gradient. */
    private static final class CallInputs implements Inputs, AutoCloseable {
        /** The array of each; null for a constant. */
        private final Map<Tensor, PtNDArray> arrays = new IdentityHashMap<>();

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

        /** The array under each parameter that has a gradient; null where none is wanted. */
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
     * @param kernel calls the method {@code …Forward} of the generated class
     * @return the result, an array of the manager, which records gradients if an input gets one and a collector is there
     * @throws io.graphkernel.runtime.exception.GradientException if an input of {@link Inputs#of} would get none
     */
    public NDArray call(Function<Inputs, ? extends ForwardCall<Tensor>> kernel) {
        return callAll(kernel).singletonOrThrow();
    }

    /**
     * Calls a kernel with any number of results.
     *
     * @param kernel calls the method {@code …Forward} of the generated class
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
        PtNDArray[] inputs = JniUtils.isGradMode() ? given.under(forward) : new PtNDArray[0];
        boolean records = Arrays.stream(inputs).anyMatch(Objects::nonNull);
        NDList all = new NDList();
        NDList differentiable = new NDList();
        for (Tensor result : forward.results()) {
            NDArray array = copy(result);
            all.add(array);
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
        return all;
    }

    /** In memory of PyTorch, which its views keep; that of {@link DjlArrays#toDjl} is Java's. */
    private NDArray copy(Tensor tensor) {
        NDArray array =
                manager.create(new Shape(tensor.dimensions()), DjlArrays.ADAPTER.theirs("toDjl", tensor.dtype()));
        try (Tensor target = DjlArrays.wrap(array)) {
            tensor.copyTo(target);
        }
        return array;
    }

    /**
     * Adds the gradients of a loss to those of all arrays that record gradients and that it depends on, as {@code
     * GradientCollector.backward} does, also through the kernels that were called here. What those had saved that it reaches is
     * released; the others wait for another loss, with their results open. If it fails, no call waits any more.
     *
     * @param loss of the PyTorch engine, with one element
     */
    public void backward(NDArray loss) {
        DjlArrays.ADAPTER.requireGiven("DjlAutograd.backward", "loss", loss);
        try {
            try (NDArray one = loss.onesLike()) {
                JniUtils.backward((PtNDArray) loss, (PtNDArray) one, true, false);
            }
            // The last call first: what it gives may reach those before.
            for (Iterator<Call> each = calls.iterator(); each.hasNext(); ) {
                Call call = each.next();
                if (backward(call)) {
                    each.remove();
                    call.forward().release();
                }
            }
        } catch (RuntimeException | Error failure) {
            // Cotangents that have come would be added to those of the next loss.
            close();
            throw failure;
        }
    }

    /** Whether the loss depends on a result of the call. */
    private boolean backward(Call call) {
        Tensor[] cotangents = new Tensor[call.results().length];
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

    /** What has come to a result; null if nothing has. */
    private static Tensor cotangent(PtNDArray result) {
        try (PtNDArray cotangent = JniUtils.getGradient(result)) {
            return cotangent == null ? null : DjlArrays.wrapRows(cotangent);
        }
    }

    /** Releases what kernels have saved whose backward pass has not come. */
    @Override
    public void close() {
        while (!calls.isEmpty()) {
            calls.pop().forward().release();
        }
    }
}

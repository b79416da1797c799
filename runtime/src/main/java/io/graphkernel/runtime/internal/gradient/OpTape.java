package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.memory.WriteTracker;
import io.graphkernel.runtime.internal.tensor.Closeables;
import io.graphkernel.runtime.internal.tensor.OpRecorder;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The ops called by the losses of one thread, as far as they depend on differentiated tensors. Nested losses share the
 * tape: the backward pass of an inner one is part of the outer computation.
 *
 * <p>The tape holds a view of each recorded tensor, so that scopes may close the tensors earlier. It closes the views
 * when the outermost loss ends, or when the user closes the tape.
 */
final class OpTape {
    static {
        OpRecorder.register(new TensorRecorder());
    }

    /** Name of the method that is on the stack once per loss being computed. */
    static final String LOSS = "differentiate";

    /**
     * Depth of losses for a tape that its user opens: ops are recorded at any depth of calls, and losses are counted
     * from here.
     */
    private static final int ANY_DEPTH = Integer.MAX_VALUE / 2;

    private static final ThreadLocal<OpTape> CURRENT = new ThreadLocal<>();
    /** Number of tapes of all threads; if it is zero, ops check nothing else. */
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** The view held of each tensor, including views of views. Values are compared by identity. */
    private final Map<Tensor, Tensor> held = new IdentityHashMap<>();

    /** The views, with a tracker of writes since each was first held. */
    private final Map<Tensor, WriteTracker> views = new IdentityHashMap<>();
    /** Values that depend on the differentiated tensors. */
    private final Set<Tensor> tracked = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Kernel calls whose saved values are retained. */
    private final List<RecordedCall> kernels = new ArrayList<>();

    /** Ops that the losses call directly, without those nested in composite ops. */
    private final List<TapedCall> ofLosses = new ArrayList<>();

    /** Receiver of recorded ops; null if recording is off. */
    private List<TapedCall> calls = ofLosses;

    private int losses;

    private OpTape() {}

    /** Returns the tape of the calling thread if it is recording, else null. */
    static OpTape current() {
        if (COUNT.get() == 0) {
            return null;
        }
        OpTape tape = CURRENT.get();
        return tape == null || tape.calls == null ? null : tape;
    }

    /**
     * Returns the gradients of a loss.
     *
     * @param loss computation of a float tensor with one element
     * @param parameters open float tensors
     * @param withValue true to return the loss as well
     * @return the loss, if requested, then a new tensor per parameter
     */
    static List<Tensor> gradients(Supplier<Tensor> loss, DifferentiatedTensors parameters, boolean withValue) {
        OpTape outer = CURRENT.get();
        if (outer != null) {
            return outer.differentiate(loss, parameters, withValue);
        }
        OpTape tape = begin();
        try {
            return tape.differentiate(loss, parameters, withValue);
        } finally {
            tape.end();
        }
    }

    /**
     * Returns a tape of the calling thread that records until it is ended.
     *
     * @param parameters open float tensors
     */
    static OpTape open(List<Tensor> parameters) {
        if (CURRENT.get() != null) {
            throw new GradientException(RuntimeProblem.TAPE_IN_TAPE);
        }
        OpTape tape = begin();
        try {
            parameters.forEach(tape::track);
        } catch (RuntimeException | Error failure) {
            tape.end();
            throw failure;
        }
        tape.losses = ANY_DEPTH;
        return tape;
    }

    private static OpTape begin() {
        OpTape tape = new OpTape();
        // A stack overflow between them leaves the count too high, which only costs time, and never too low.
        COUNT.incrementAndGet();
        CURRENT.set(tape);
        return tape;
    }

    /** Ends the recording on the calling thread, and releases its tensors. */
    void end() {
        CURRENT.remove();
        COUNT.decrementAndGet();
        try {
            views.values().forEach(WriteTracker::close);
        } finally {
            Closeables.closeAll(
                    Stream.concat(kernels.stream(), views.keySet().stream()).toArray(AutoCloseable[]::new));
        }
    }

    /** Returns true if a loss is being computed while a tape is open. */
    boolean isInLoss() {
        return losses > ANY_DEPTH;
    }

    /** Returns new tensors, the gradients of the recording so far. */
    List<Tensor> gradients(Tensor loss, DifferentiatedTensors parameters) {
        List<TapedCall> recorded = calls;
        try (TensorScope scope = TensorScope.open()) {
            List<Tensor> results = backward(loss, parameters, recorded, true);
            results.forEach(scope::keep);
            return results;
        } finally {
            calls = recorded;
        }
    }

    /** Runs the backward pass over recorded ops; the backward pass of the outermost loss is not recorded. */
    private List<Tensor> backward(
            Tensor loss, DifferentiatedTensors parameters, List<TapedCall> recorded, boolean outermost) {
        requireNumber(loss);
        requireUnwritten();
        if (outermost) {
            calls = null;
        }
        return new BackwardPass(this, List.copyOf(recorded)).gradients(loss, parameters.tensors(), parameters.names());
    }

    private List<Tensor> differentiate(Supplier<Tensor> loss, DifferentiatedTensors parameters, boolean withValue) {
        List<TapedCall> recorded = calls;
        boolean outermost = views.isEmpty();
        int begin = recorded.size();
        parameters.tensors().forEach(this::track);
        losses++;
        try (TensorScope scope = TensorScope.open()) {
            Tensor value = loss.get();
            List<Tensor> results =
                    new ArrayList<>(backward(value, parameters, recorded.subList(begin, recorded.size()), outermost));
            if (withValue) {
                boolean parameter = parameters.tensors().contains(value);
                results.add(0, parameter ? Ops.identityMath(value) : value);
            }
            results.forEach(scope::keep);
            return results;
        } finally {
            losses--;
            calls = recorded;
        }
    }

    private static void requireNumber(Tensor value) {
        Operands.present("gradient", "loss", value);
        if (!isDifferentiable(value) || value.elementCount() != 1) {
            throw new GradientException(RuntimeProblem.LOSS_NOT_A_NUMBER, Tensors.describe(value));
        }
    }

    /** Rules read the values of the loss, which must not have been written, not even through another view. */
    private void requireUnwritten() {
        views.forEach((view, tracker) -> {
            if (tracker.isWritten()) {
                throw new GradientException(RuntimeProblem.WRITTEN_IN_LOSS, Tensors.describe(view));
            }
        });
    }

    /** Returns the receiver of recorded ops; null if recording is off. */
    List<TapedCall> calls() {
        return calls;
    }

    void record(List<TapedCall> target) {
        calls = target;
    }

    /** Returns the result of an evaluation whose ops are not recorded. */
    <T> T paused(Supplier<T> evaluation) {
        List<TapedCall> recorded = calls;
        calls = null;
        try {
            return evaluation.get();
        } finally {
            calls = recorded;
        }
    }

    /** Returns true if a tensor is a float tensor and depends on a differentiated tensor. */
    boolean isTracked(Tensor tensor) {
        return isDifferentiable(tensor) && tracked.contains(tensor);
    }

    /** Returns true if tensors of the dtype have gradients. */
    static boolean isDifferentiable(Tensor tensor) {
        return tensor.dtype().isFloat() && !tensor.dtype().isStorageOnly();
    }

    /**
     * Returns true if an op depends on a differentiated tensor.
     *
     * @throws GradientException if the caller is a kernel with a custom gradient
     */
    boolean isTracked(OpGradientInfo rules, Object... arguments) {
        boolean isTracked = false;
        boolean takesTracked = false;
        for (int i = 0; i < arguments.length; i++) {
            boolean takes = TapedCall.tensors(arguments[i]).stream().anyMatch(tracked::contains);
            takesTracked |= takes;
            isTracked |= takes && !rules.nonDifferentiable().contains(i);
        }
        if (takesTracked && calls == ofLosses) {
            CustomGradientKernels.reject(losses);
        }
        return isTracked;
    }

    /** Records a kernel as one op. */
    void add(RecordedCall kernel) {
        kernels.add(kernel);
        add(kernel.rules(), kernel.arguments(), List.of(), kernel.results());
    }

    /** Records an op unless it returns an operand itself. */
    void add(OpGradientInfo rules, Object[] arguments, List<TapedCall> inside, Tensor... results) {
        boolean same = Arrays.stream(arguments)
                .flatMap(argument -> TapedCall.tensors(argument).stream())
                .anyMatch(operand -> Arrays.stream(results).anyMatch(result -> result == operand));
        if (!same && calls != null) {
            Object[] inputs = Arrays.stream(arguments).map(this::kept).toArray();
            Tensor[] outputs = Arrays.stream(results).map(this::track).toArray(Tensor[]::new);
            calls.add(new TapedCall(rules, inputs, outputs, inside));
        }
    }

    private Tensor track(Tensor tensor) {
        if (tensor == null) {
            return null;
        }
        Tensor view = hold(tensor);
        tracked.add(tensor);
        tracked.add(view);
        return view;
    }

    private Object kept(Object argument) {
        if (argument instanceof Tensor tensor) {
            return hold(tensor);
        }
        if (argument instanceof Tensor[] several) {
            return Arrays.stream(several).map(this::hold).toArray(Tensor[]::new);
        }
        // The caller may reuse its array for the next call.
        if (argument instanceof long[] numbers) {
            return numbers.clone();
        }
        return argument instanceof int[] numbers ? numbers.clone() : argument;
    }

    /** Returns the view that represents a tensor on the tape. */
    Tensor hold(Tensor tensor) {
        Tensor view = held.get(tensor);
        if (view == null) {
            view = Tensors.hold(tensor);
            views.put(view, Tensors.watch(view));
            held.put(tensor, view);
            held.put(view, view);
        }
        return view;
    }
}

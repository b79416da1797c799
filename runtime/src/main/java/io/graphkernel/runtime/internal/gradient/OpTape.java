package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.memory.Watch;
import io.graphkernel.runtime.internal.tensor.Closing;
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
 * The ops that the losses of one thread call, as far as they depend on what is differentiated by. Losses inside losses share
 * it: the backward pass of an inner one is part of what the outer one computes.
 *
 * <p>The tape holds a view of each tensor that it records, so that scopes may close the tensors meanwhile, and closes these when
 * the outermost loss ends, or who has opened it ends it.
 */
final class OpTape {

    /** The method that is on the stack once for each loss that is being computed. */
    static final String LOSS = "differentiate";

    /** For a tape that its user opens: ops come from any depth of calls, and losses are counted from here. */
    private static final int ANY_DEPTH = Integer.MAX_VALUE / 2;

    private static final ThreadLocal<OpTape> CURRENT = new ThreadLocal<>();
    /** Of all threads: where there is none, ops ask no further. */
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** The view that is held of each tensor; of a view itself. Identity is what tells values apart. */
    private final Map<Tensor, Tensor> held = new IdentityHashMap<>();

    /** The views, with what watches the elements of each since it was first held. */
    private final Map<Tensor, Watch> views = new IdentityHashMap<>();
    /** What depends on what is differentiated by. */
    private final Set<Tensor> tracked = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Whose saved values are kept. */
    private final List<RecordedCall> kernels = new ArrayList<>();

    /** What the losses call, and not what composite ops call in turn. */
    private final List<Call> ofLosses = new ArrayList<>();

    /** Where ops are recorded; null if they are not. */
    private List<Call> calls = ofLosses;

    private int losses;

    private OpTape() {}

    /** The tape of the calling thread if it is recording, else null. */
    static OpTape current() {
        if (COUNT.get() == 0) {
            return null;
        }
        OpTape tape = CURRENT.get();
        return tape == null || tape.calls == null ? null : tape;
    }

    /**
     * The gradients of a loss.
     *
     * @param loss computes a float tensor of one element
     * @param parameters float tensors that are not closed
     * @param withValue whether the loss itself is asked for
     * @return the loss, if it is asked for, then a new tensor for each parameter
     */
    static List<Tensor> gradients(Supplier<Tensor> loss, Parameters parameters, boolean withValue) {
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
     * A tape of the calling thread that records until it is ended, whoever calls.
     *
     * @param parameters float tensors that are not closed
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
        CURRENT.set(tape);
        COUNT.incrementAndGet();
        return tape;
    }

    /** Ends the recording on the calling thread, and gives up what was kept. */
    void end() {
        COUNT.decrementAndGet();
        CURRENT.remove();
        views.values().forEach(Watch::end);
        Closing.all(Stream.concat(kernels.stream(), views.keySet().stream()).toArray(AutoCloseable[]::new));
    }

    /** Whether a loss is being computed while a tape is open. */
    boolean isInLoss() {
        return losses > ANY_DEPTH;
    }

    /** New tensors, the gradients of what was recorded up to now. */
    List<Tensor> gradients(Tensor loss, Parameters parameters) {
        List<Call> recorded = calls;
        try (TensorScope scope = TensorScope.open()) {
            List<Tensor> results = backward(loss, parameters, recorded, true);
            results.forEach(scope::keep);
            return results;
        } finally {
            calls = recorded;
        }
    }

    /** Goes through recorded ops; those of the outermost loss need not be recorded in turn. */
    private List<Tensor> backward(Tensor loss, Parameters parameters, List<Call> recorded, boolean outermost) {
        requireNumber(loss);
        requireUnwritten();
        if (outermost) {
            calls = null;
        }
        return new Backward(this, List.copyOf(recorded)).gradients(loss, parameters.tensors(), parameters.names());
    }

    private List<Tensor> differentiate(Supplier<Tensor> loss, Parameters parameters, boolean withValue) {
        List<Call> recorded = calls;
        boolean outermost = views.isEmpty();
        int begin = recorded.size();
        parameters.tensors().forEach(this::track);
        losses++;
        try (TensorScope scope = TensorScope.open()) {
            Tensor value = loss.get();
            List<Tensor> results =
                    new ArrayList<>(backward(value, parameters, recorded.subList(begin, recorded.size()), outermost));
            if (withValue) {
                results.add(0, value);
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
        if (!value.dtype().isFloat() || value.elementCount() != 1) {
            throw new GradientException(RuntimeProblem.LOSS_NOT_A_NUMBER, Tensors.describe(value));
        }
    }

    /** Rules read the values of the loss, which nobody may have written meanwhile, be it through another view. */
    private void requireUnwritten() {
        views.forEach((view, watch) -> {
            if (watch.isWritten()) {
                throw new GradientException(RuntimeProblem.WRITTEN_IN_LOSS, Tensors.describe(view));
            }
        });
    }

    /** Where ops are recorded; null if they are not. */
    List<Call> calls() {
        return calls;
    }

    void record(List<Call> target) {
        calls = target;
    }

    /** Whether a tensor is of floats and depends on what is differentiated by. */
    boolean isTracked(Tensor tensor) {
        return tensor.dtype().isFloat() && tracked.contains(tensor);
    }

    /**
     * Whether an op depends on what is differentiated by.
     *
     * @throws GradientException if a kernel calls it whose gradient the user wrote
     */
    boolean isTracked(OpRules rules, Object... arguments) {
        boolean isTracked = false;
        boolean takesTracked = false;
        for (int i = 0; i < arguments.length; i++) {
            boolean takes = Call.tensors(arguments[i]).stream().anyMatch(tracked::contains);
            takesTracked |= takes;
            isTracked |= takes && !rules.constantIn().contains(i);
        }
        if (takesTracked && calls == ofLosses) {
            OwnGradients.refuse(losses);
        }
        return isTracked;
    }

    /** Records a kernel as one op. */
    void add(RecordedCall kernel) {
        kernels.add(kernel);
        add(kernel.rules(), kernel.arguments(), List.of(), kernel.results());
    }

    /** Records an op; not one that gives back an operand itself. */
    void add(OpRules rules, Object[] arguments, List<Call> inside, Tensor... results) {
        boolean same = Arrays.stream(arguments)
                .flatMap(argument -> Call.tensors(argument).stream())
                .anyMatch(operand -> Arrays.stream(results).anyMatch(result -> result == operand));
        if (!same && calls != null) {
            Object[] kept = Arrays.stream(arguments).map(this::kept).toArray();
            Tensor[] given = Arrays.stream(results).map(this::track).toArray(Tensor[]::new);
            calls.add(new Call(rules, kept, given, inside));
        }
    }

    private Tensor track(Tensor tensor) {
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
        // The caller may use its array again for the next call.
        if (argument instanceof long[] numbers) {
            return numbers.clone();
        }
        return argument instanceof int[] numbers ? numbers.clone() : argument;
    }

    /** The view that stands for a tensor from now on. */
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

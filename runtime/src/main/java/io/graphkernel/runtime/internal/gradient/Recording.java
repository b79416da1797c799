package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * What {@code Ops} and {@code Tensor} call to have an op recorded, and what cannot be recorded to be refused; without a tape on
 * the thread, nothing happens.
 *
 * <p>A basic op is recorded when it has been computed. A composite op is recorded as one: what it calls is recorded inside it,
 * or not at all if its own rules say all.
 */
public final class Recording implements AutoCloseable {

    private static final Recording NONE = new Recording(null, null, null);

    private final OpTape tape;
    private final OpRules rules;
    private final Object[] arguments;
    private final List<Call> outer;
    private Tensor[] results;

    private Recording(OpTape tape, OpRules rules, Object[] arguments) {
        this.tape = tape;
        this.rules = rules;
        this.arguments = arguments;
        this.outer = tape == null ? null : tape.calls();
    }

    /** Records a basic op and gives back its result. */
    public static Tensor basic(String op, Tensor result, Object... arguments) {
        OpTape tape = OpTape.current();
        if (tape != null) {
            OpRules rules = OpGradients.of(op);
            if (tape.isTracked(rules, arguments)) {
                tape.add(rules, arguments, List.of(), result);
            }
        }
        return result;
    }

    /** Records a view of some entries along the first axis of a tensor, and gives it back. */
    public static Tensor slice(Tensor view, Tensor tensor, long begin, long end) {
        if (OpTape.current() == null) {
            return view;
        }
        long[] first = new long[tensor.rank()];
        long[] after = tensor.dimensions();
        long[] strides = new long[tensor.rank()];
        Arrays.fill(strides, 1);
        first[0] = begin;
        after[0] = end;
        return basic("StridedSlice", view, tensor, first, after, strides);
    }

    /** Records a copy of a tensor, on any device, and gives it back. */
    public static Tensor copy(Tensor copy, Tensor tensor) {
        OpTape tape = OpTape.current();
        if (tape != null && tape.isTracked(tensor)) {
            tape.add(Copy.RULES, new Object[] {tensor}, List.of(), copy);
        }
        return copy;
    }

    /** The rule of a copy; apart, because calls without a tape do not need it. */
    private static final class Copy {
        static final OpRules RULES = new OpRules(
                "Tensor.to",
                false,
                false,
                List.of(new Rule(List.of(0), List.of(0), Copy::ofTensor)),
                Set.of(),
                "",
                true);

        private static Contribution[] ofTensor(Application call) {
            Tensor cotangent = call.cotangent(0);
            Device device = call.operand(0).device();
            Tensor there = cotangent.device() == device ? cotangent : cotangent.to(device);
            return new Contribution[] {Contribution.of(there)};
        }
    }

    /** Begins a composite op, which ends when this is closed. */
    public static Recording begin(String op, Object... arguments) {
        OpTape tape = OpTape.current();
        if (tape == null) {
            return NONE;
        }
        OpRules rules = OpGradients.of(op);
        boolean tracked = tape.isTracked(rules, arguments);
        Recording recording = new Recording(tape, tracked ? rules : null, arguments);
        tape.record(tracked && !rules.whole() ? new ArrayList<>() : null);
        return recording;
    }

    /** Refuses an op that updates a tensor in place: a gradient is that of values. */
    public static void refuseUpdate(String op) {
        if (OpTape.current() != null) {
            throw new GradientException(RuntimeProblem.UPDATE_IN_LOSS, op);
        }
    }

    /**
     * Refuses what cannot be recorded, if the loss depends through the tensor on what is differentiated by: its part of the
     * gradient would be missing.
     */
    public static void refuse(String method, String parameter, Tensor tensor) {
        OpTape tape = OpTape.current();
        if (tape != null && tape.isTracked(tensor)) {
            throw new GradientException(RuntimeProblem.NOT_RECORDED, method, parameter, Tensors.describe(tensor));
        }
    }

    /** Takes the result of the composite op, and gives it back. */
    public Tensor result(Tensor result) {
        return results(result, result);
    }

    /** Takes the results of the composite op, and gives them back in the form in which they are returned. */
    public <T> T results(T returned, Tensor... tensors) {
        // The recording of nothing is everybody's: it must not keep a tensor alive.
        if (tape != null) {
            results = tensors;
        }
        return returned;
    }

    @Override
    public void close() {
        if (tape == null) {
            return;
        }
        List<Call> inside = tape.calls();
        tape.record(outer);
        if (rules != null && results != null) {
            tape.add(rules, arguments, inside == null ? List.of() : inside, results);
        }
    }
}

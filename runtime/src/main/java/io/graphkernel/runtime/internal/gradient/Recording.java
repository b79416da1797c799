package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code Ops} calls to have an op recorded; without a tape on the thread, nothing happens.
 *
 * <p>A basic op is recorded when it has been computed. A composite op is recorded as one: what it calls is recorded inside it,
 * or not at all if its own rules say all.
 */
public final class Recording implements AutoCloseable {

    private static final Recording NONE = new Recording(null, null, null);

    private final Tape tape;
    private final OpRules rules;
    private final Object[] arguments;
    private final List<Call> outer;
    private Tensor[] results;

    private Recording(Tape tape, OpRules rules, Object[] arguments) {
        this.tape = tape;
        this.rules = rules;
        this.arguments = arguments;
        this.outer = tape == null ? null : tape.calls();
    }

    /** Records a basic op and gives back its result. */
    public static Tensor basic(String op, Tensor result, Object... arguments) {
        Tape tape = Tape.current();
        if (tape != null) {
            OpRules rules = OpGradients.of(op);
            if (tape.isTracked(rules, arguments)) {
                tape.add(rules, arguments, List.of(), result);
            }
        }
        return result;
    }

    /** Begins a composite op, which ends when this is closed. */
    public static Recording begin(String op, Object... arguments) {
        Tape tape = Tape.current();
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
        if (Tape.current() != null) {
            throw new GradientException(RuntimeProblem.UPDATE_IN_LOSS, op);
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

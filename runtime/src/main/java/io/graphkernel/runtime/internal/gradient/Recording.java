package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.op.row.OpRow;
import io.graphkernel.runtime.ForwardCall;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.eager.Expansions;
import io.graphkernel.runtime.internal.eager.FunctionType;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Recorder that {@code Ops} calls to record an op, or to reject one that cannot be recorded; without
 * a tape on the thread, it has no effect.
 *
 * <p>A basic op is recorded when it has been computed. A composite op is recorded as one: the ops that it calls are
 * nested inside it, or not recorded if its own rules are complete.
 */
public final class Recording implements AutoCloseable {

    private static final Recording NONE = new Recording(null, null, null);

    private final OpTape tape;
    private final OpGradientInfo rules;
    private final Object[] arguments;
    private final List<TapedCall> outer;
    private Tensor[] results;

    private Recording(OpTape tape, OpGradientInfo rules, Object[] arguments) {
        this.tape = tape;
        this.rules = rules;
        this.arguments = arguments;
        this.outer = tape == null ? null : tape.calls();
    }

    /** Records a basic op and returns its result. */
    public static Tensor basic(String op, Tensor result, Object... arguments) {
        OpTape tape = OpTape.current();
        if (tape != null) {
            OpGradientInfo rules = OpGradientInfo.of(op);
            if (tape.isTracked(rules, arguments)) {
                tape.add(rules, arguments, List.of(), result);
            }
        }
        return result;
    }

    /** Returns true if the calling thread records ops. */
    public static boolean isOn() {
        return OpTape.current() != null;
    }

    /** Returns true if one of the tensors depends on a differentiated tensor; null does not. */
    public static boolean isTracked(Tensor... tensors) {
        OpTape tape = OpTape.current();
        return tape != null && Arrays.stream(tensors).anyMatch(tensor -> tensor != null && tape.isTracked(tensor));
    }

    /** Records a kernel of a generated class as one op, and returns its result. */
    public static <R> R kernel(String method, Supplier<? extends ForwardCall<R>> forward) {
        OpTape tape = OpTape.current();
        ForwardCall<R> call = tape.paused(forward);
        tape.add(new RecordedCall(method, call));
        return call.result();
    }

    /** Begins a composite op, which ends when this object is closed. */
    public static Recording begin(OpRow op, Object... arguments) {
        OpTape tape = OpTape.current();
        if (tape == null) {
            return NONE;
        }
        OpGradientInfo rules = OpGradientInfo.of(op);
        boolean tracked = tape.isTracked(rules, arguments);
        Recording recording = new Recording(tape, tracked ? rules : null, arguments);
        tape.record(tracked && !rules.whole() ? new ArrayList<>() : null);
        return recording;
    }

    /** Rejects an op that updates a tensor in place, which is not differentiable. */
    public static void refuseUpdate(String op) {
        if (OpTape.current() != null) {
            throw new GradientException(RuntimeProblem.UPDATE_IN_LOSS, op);
        }
    }

    /** Rejects an op that updates tensors in place if one of them depends on a differentiated tensor. */
    public static void refuseTrackedUpdate(String op, Tensor... updated) {
        if (isTracked(updated)) {
            throw new GradientException(RuntimeProblem.UPDATE_IN_LOSS, op);
        }
    }

    /**
     * Returns a tensor that retains the elements of an operand that the calling op updates: a copy if ops are recorded.
     */
    public static Tensor beforeUpdate(String op, Tensor operand) {
        return isOn() ? Expansions.copy(op, operand) : operand;
    }

    /**
     * Rejects an op that cannot be recorded if the loss depends through the tensor on a differentiated one, since its
     * contribution to the gradient would be missing.
     */
    public static void reject(String method, String parameter, Tensor tensor) {
        OpTape tape = OpTape.current();
        if (tape != null && tape.isTracked(tensor)) {
            throw new GradientException(RuntimeProblem.NOT_RECORDED, method, parameter, Tensors.describe(tensor));
        }
    }

    /** Rejects a function of a scan that a loss calls: only the compiler differentiates it. */
    public static void rejectFunction(String method, Serializable function, Tensor... operands) {
        if (function != null && isTracked(operands)) {
            throw unknownFunction(
                    RuntimeProblem.FUNCTION_IN_LOSS, FunctionType.of(function).name(), method, operands);
        }
    }

    /** Returns the exception about a function that has no gradient in eager mode. */
    static GradientException unknownFunction(
            RuntimeProblem problem, String function, String method, Tensor... operands) {
        Tensor tracked =
                Arrays.stream(operands).filter(Recording::isTracked).findFirst().orElseThrow();
        return new GradientException(problem, function, method, Tensors.describe(tracked));
    }

    /**
     * Sets the results of the composite op, null for an updated operand, and returns them in the form of the caller.
     */
    public <T> T results(T returned, Tensor... tensors) {
        // The shared instance without a tape must not retain a tensor.
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
        List<TapedCall> inside = tape.calls();
        tape.record(outer);
        if (rules != null && results != null) {
            tape.add(rules, arguments, inside == null ? List.of() : inside, results);
        }
    }
}

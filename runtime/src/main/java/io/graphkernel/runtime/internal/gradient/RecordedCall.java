package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.ForwardCall;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The forward call of a kernel on a tape: one op, whose rule is the gradient call. */
final class RecordedCall implements AutoCloseable {

    private final String method;
    private final ForwardCall<?> forward;

    RecordedCall(String method, ForwardCall<?> forward) {
        this.method = method;
        this.forward = forward;
    }

    /** Returns the tensors that have a gradient as the arguments of an op. */
    Object[] arguments() {
        return forward.parameters().toArray();
    }

    Tensor[] results() {
        return forward.differentiable().toArray(Tensor[]::new);
    }

    OpGradientInfo rules() {
        List<Integer> operands =
                IntStream.range(0, forward.parameters().size()).boxed().toList();
        TapedGradientRule rule = new TapedGradientRule(List.of(), operands, this::adjoints);
        return new OpGradientInfo(method, false, false, List.of(rule), Set.of(), "", true);
    }

    private TapedContribution[] adjoints(OpApplication call) {
        if (Recording.isOn()) {
            throw new GradientException(
                    RuntimeProblem.NO_GRADIENT,
                    method + "Gradient",
                    "the gradient call of a generated class is not recorded, so it has no second derivative");
        }
        return GradientOps.whole(forward.gradients(call.cotangents()).toArray(Tensor[]::new));
    }

    /** Releases the saved values; the result stays open. */
    @Override
    public void close() {
        forward.release();
    }
}

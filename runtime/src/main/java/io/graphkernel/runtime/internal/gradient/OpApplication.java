package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import java.util.function.Predicate;

/** A call of an op with the cotangents of its results, to which a gradient rule is applied. */
final class OpApplication {

    private final Object[] arguments;
    private final Tensor[] results;
    private final Tensor[] cotangents;
    private final boolean wide;
    private final Predicate<Tensor> active;

    /**
     * Creates the application of a call.
     *
     * @param call recorded call
     * @param cotangents cotangents of its results, null for zeros
     * @param wide true to convert f16 and bf16 to f32
     * @param active predicate that is true for tensors whose adjoint is used
     */
    OpApplication(TapedCall call, Tensor[] cotangents, boolean wide, Predicate<Tensor> active) {
        this.arguments = call.arguments();
        this.results = call.results();
        this.cotangents = cotangents;
        this.wide = wide;
        this.active = active;
    }

    /** Returns true if the adjoint of a tensor of a variadic operand is used. */
    boolean needsAdjoint(int position, int index) {
        Tensor operand = ((Tensor[]) arguments[position])[index];
        return OpTape.isDifferentiable(operand) && active.test(operand);
    }

    /** Returns an attribute, or null for an omitted operand. */
    @SuppressWarnings("unchecked")
    <T> T attribute(int position) {
        return (T) arguments[position];
    }

    Tensor operand(int position) {
        return widened((Tensor) arguments[position]);
    }

    /** Returns the tensors of a variadic operand. */
    Tensor[] operands(int position) {
        Tensor[] tensors = ((Tensor[]) arguments[position]).clone();
        for (int i = 0; i < tensors.length; i++) {
            tensors[i] = widened(tensors[i]);
        }
        return tensors;
    }

    Tensor result(int position) {
        return widened(results[position]);
    }

    Tensor cotangent(int position) {
        return widened(cotangents[position]);
    }

    /** Returns the cotangents of all results, with zeros for missing ones. */
    Tensor[] cotangents() {
        Tensor[] complete = new Tensor[results.length];
        for (int i = 0; i < complete.length; i++) {
            complete[i] = cotangents[i] == null ? Ops.zerosLike(result(i)) : cotangent(i);
        }
        return complete;
    }

    private Tensor widened(Tensor tensor) {
        boolean half = tensor != null && (tensor.dtype() == DType.F16 || tensor.dtype() == DType.BF16);
        return wide && half ? Ops.cast(tensor, DType.F32) : tensor;
    }
}

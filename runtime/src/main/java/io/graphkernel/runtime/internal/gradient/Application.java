package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** A call of an op with the cotangents of its results: what a rule is applied to. */
final class Application {

    private final Object[] arguments;
    private final Tensor[] results;
    private final Tensor[] cotangents;
    private final boolean wide;

    /** Of a call; where {@code wide} holds, f16 and bf16 are converted to f32. */
    Application(Call call, Tensor[] cotangents, boolean wide) {
        this.arguments = call.arguments();
        this.results = call.results();
        this.cotangents = cotangents;
        this.wide = wide;
    }

    /** An attribute, or null for an operand that was left out. */
    @SuppressWarnings("unchecked")
    <T> T attribute(int position) {
        return (T) arguments[position];
    }

    Tensor operand(int position) {
        return widened((Tensor) arguments[position]);
    }

    /** The tensors of an operand that takes any number. */
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

    /** The cotangents of all results, with zeros for those that have none. */
    Tensor[] cotangents() {
        Tensor[] all = new Tensor[results.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = cotangents[i] == null ? Ops.zerosLike(result(i)) : cotangent(i);
        }
        return all;
    }

    private Tensor widened(Tensor tensor) {
        boolean half = tensor != null && (tensor.dtype() == DType.F16 || tensor.dtype() == DType.BF16);
        return wide && half ? Ops.cast(tensor, DType.F32) : tensor;
    }
}

package io.graphkernel.examples.blocks.functions;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.matMul;
import static io.graphkernel.runtime.Ops.narrow;
import static io.graphkernel.runtime.Ops.squeeze;
import static io.graphkernel.runtime.Ops.stack;
import static io.graphkernel.runtime.Ops.tanh;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** The recurrent network of Elman over a sequence. */
public final class TanhRnn {

    private TanhRnn() {}

    /**
     * Returns the hidden state after each element of the sequence.
     *
     * @param x sequence, [time, batch, inputs]
     * @param initial hidden state before the first element
     * @param inputWeight weight of the elements
     * @param hiddenWeight weight of the preceding state
     * @param bias bias of all elements
     */
    @GraphKernel(gradient = true)
    public static Tensor states(
            @TensorType("f32[t, b, i]") Tensor x,
            @TensorType("f32[b, d]") Tensor initial,
            @TensorType("f32[i, d]") Tensor inputWeight,
            @TensorType("f32[d, d]") Tensor hiddenWeight,
            @TensorType("f32[d]") Tensor bias) {
        Tensor hidden = initial;
        Tensor[] states = new Tensor[(int) x.dimension(0)];
        for (int i = 0; i < states.length; i++) {
            Tensor element = squeeze(narrow(x, 0, i, 1), 0);
            hidden = tanh(add(add(matMul(element, inputWeight), matMul(hidden, hiddenWeight)), bias));
            states[i] = hidden;
        }
        return stack(0, states);
    }
}

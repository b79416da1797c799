package io.graphkernel.examples.blocks;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.matMul;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.sigmoid;
import static io.graphkernel.runtime.Ops.split;
import static io.graphkernel.runtime.Ops.tanh;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** A step of the long short-term memory of Hochreiter and Schmidhuber, with the forget gate of Gers et al. */
public final class LstmCell {

    private LstmCell() {}

    /** State carried from step to step. */
    public record State(Tensor hidden, Tensor cell) {}

    /**
     * One step.
     *
     * @param x [batch, inputs]
     * @param hidden [batch, size]
     * @param cell [batch, size]
     * @param inputWeights of the gates input, forget, cell and output, concatenated
     * @param hiddenWeights in the same order
     */
    @GraphKernel
    public static State step(
            @TensorType("f32[b, i]") Tensor x,
            @TensorType("f32[b, d]") Tensor hidden,
            @TensorType("f32[b, d]") Tensor cell,
            @TensorType("f32[i, 4 * d]") Tensor inputWeights,
            @TensorType("f32[d, 4 * d]") Tensor hiddenWeights,
            @TensorType("f32[4 * d]") Tensor bias) {
        Tensor gates = add(add(matMul(x, inputWeights), matMul(hidden, hiddenWeights)), bias);
        Tensor[] chunks = split(gates, 4, -1);
        Tensor kept = mul(sigmoid(chunks[1]), cell);
        Tensor newCell = add(kept, mul(sigmoid(chunks[0]), tanh(chunks[2])));
        Tensor newHidden = mul(sigmoid(chunks[3]), tanh(newCell));
        return new State(newHidden, newCell);
    }
}

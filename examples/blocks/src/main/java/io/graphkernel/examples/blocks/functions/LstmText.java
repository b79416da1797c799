package io.graphkernel.examples.blocks.functions;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.fillV2;
import static io.graphkernel.runtime.Ops.gather;
import static io.graphkernel.runtime.Ops.matMul;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.narrow;
import static io.graphkernel.runtime.Ops.sigmoid;
import static io.graphkernel.runtime.Ops.split;
import static io.graphkernel.runtime.Ops.squeeze;
import static io.graphkernel.runtime.Ops.stack;
import static io.graphkernel.runtime.Ops.tanh;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** A long short-term memory over the tokens of texts. */
public final class LstmText {

    private LstmText() {}

    /**
     * Weights of a cell, for the gates input, forget, cell and output, concatenated.
     *
     * @param input weight of the embedding
     * @param hidden weight of the hidden state
     * @param bias bias of the gates
     */
    public record Cell(
            @TensorType("f32[e, 4 * d]") Tensor input,
            @TensorType("f32[d, 4 * d]") Tensor hidden,
            @TensorType("f32[4 * d]") Tensor bias) {}

    /**
     * Weights of the model.
     *
     * @param embedding one row per token of the vocabulary
     * @param cell weights of the cell
     * @param output weight of the logits
     */
    public record Model(
            @TensorType("f32[v, e]") Tensor embedding,
            Cell cell,
            @TensorType("f32[d, v]") Tensor output) {}

    /** State carried from token to token. */
    record State(Tensor hidden, Tensor memory) {}

    private static State step(Tensor x, State state, Cell cell) {
        Tensor sums = add(matMul(x, cell.input()), matMul(state.hidden(), cell.hidden()));
        Tensor[] gates = split(add(sums, cell.bias()), 4, -1);
        Tensor added = mul(sigmoid(gates[0]), tanh(gates[2]));
        Tensor memory = add(mul(sigmoid(gates[1]), state.memory()), added);
        return new State(mul(sigmoid(gates[3]), tanh(memory)), memory);
    }

    /**
     * Returns the logits of the token that follows each prefix, [time, batch, vocabulary].
     *
     * @param tokens texts, one per column
     * @param model weights of the model
     */
    @GraphKernel(gradient = true)
    public static Tensor logits(@TensorType("i64[t, b]") Tensor tokens, Model model) {
        Tensor zero = fillV2(0f, tokens.dimension(1), model.output().dimension(0));
        State state = new State(zero, zero);
        Tensor[] logits = new Tensor[(int) tokens.dimension(0)];
        for (int i = 0; i < logits.length; i++) {
            Tensor column = squeeze(narrow(tokens, 0, i, 1), 0);
            state = step(gather(model.embedding(), column, 0), state, model.cell());
            logits[i] = matMul(state.hidden(), model.output());
        }
        return stack(0, logits);
    }
}

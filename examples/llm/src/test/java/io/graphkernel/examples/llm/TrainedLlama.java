package io.graphkernel.examples.llm;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.batchMatMul;
import static io.graphkernel.runtime.Ops.cos;
import static io.graphkernel.runtime.Ops.gather;
import static io.graphkernel.runtime.Ops.matMul;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.reshape;
import static io.graphkernel.runtime.Ops.sin;
import static io.graphkernel.runtime.Ops.softmax;
import static io.graphkernel.runtime.Ops.sparseSoftmaxCrossEntropyWithLogits;
import static io.graphkernel.runtime.Ops.transpose;

import io.graphkernel.examples.llm.Llama.Layer;
import io.graphkernel.examples.llm.Llama.Model;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tape;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.AdamW;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Training of the tiny model on one text, by the ops of the model without a cache. */
final class TrainedLlama {

    private static final int STEPS = 24;
    private static final float RATE = 3e-3f;

    private final Model model;
    private final Tensor tokens;
    private final Tensor labels;
    private final Tensor cos;
    private final Tensor sin;
    private final Tensor mask;

    private TrainedLlama(Model model, int[] text) {
        int n = text.length - 1;
        this.model = model;
        this.tokens = Tensor.of(Arrays.copyOf(text, n), 1, n);
        this.labels = Tensor.of(Arrays.copyOfRange(text, 1, n + 1), n);
        float[] positions = new float[n];
        float[] hidden = new float[n * n];
        for (int i = 0; i < n; i++) {
            positions[i] = i;
            Arrays.fill(hidden, i * n + i + 1, (i + 1) * n, Float.NEGATIVE_INFINITY);
        }
        Tensor frequencies = Rotary.frequencies(Compiled.HEAD_SIZE, TinyLlama.BASE);
        Tensor angles = mul(Tensor.of(positions, 1, 1, n, 1), frequencies);
        this.cos = cos(angles);
        this.sin = sin(angles);
        this.mask = Tensor.of(hidden, 1, 1, n, n);
    }

    /** Returns the tensors of a model that continues the beginning of a text with the rest, by their published names. */
    static Map<String, Tensor> learn(int... text) {
        Map<String, Tensor> tensors = new TreeMap<>();
        Model model = LlamaWeights.model(true, name -> tensors.computeIfAbsent(name, TinyLlama.TINY::random));
        Model first = zeros(model);
        Model second = zeros(model);
        TrainedLlama training = new TrainedLlama(model, text);
        for (int step = 1; step <= STEPS; step++) {
            int current = step;
            try (TensorScope scope = TensorScope.open()) {
                Parameters.forEach(
                        model,
                        first,
                        second,
                        training.gradient(),
                        (w, m, v, g) -> AdamW.update(w, m, v, g, RATE, current, 0));
            }
        }
        return tensors;
    }

    private static Model zeros(Model model) {
        return Parameters.map(model, (name, tensor) -> Tensor.zeros(tensor.dimensions()));
    }

    private Model gradient() {
        try (Tape tape = Tape.open(model)) {
            return tape.gradient(
                    sparseSoftmaxCrossEntropyWithLogits(logits(), labels).loss(), model);
        }
    }

    /** Returns the logits of all positions, [n, v]. */
    private Tensor logits() {
        Tensor x = gather(model.tokens(), tokens, 0);
        for (Layer layer : model.layers()) {
            x = add(x, attention(Llama.norm(x, layer.attentionNorm()), layer));
            x = add(x, Llama.mlp(Llama.norm(x, layer.mlpNorm()), layer));
        }
        Tensor rows = reshape(Llama.norm(x, model.norm()), x.dimension(1), x.dimension(2));
        return matMul(rows, model.head(), false, true);
    }

    private Tensor attention(Tensor x, Layer layer) {
        Tensor query = Llama.rotated(Llama.heads(Llama.linear(x, layer.query())), cos, sin);
        Tensor key = Llama.rotated(Llama.heads(Llama.linear(x, layer.key())), cos, sin);
        Tensor value = Llama.heads(Llama.linear(x, layer.value()));
        long n = query.dimension(2);
        // The query heads that share a key are rows of one matrix.
        long[] rows = {1, TinyLlama.SHARED, TinyLlama.HEADS / TinyLlama.SHARED * n, Compiled.HEAD_SIZE};
        Tensor products = batchMatMul(reshape(query, rows), key, false, true);
        Tensor scores = mul(reshape(products, 1, TinyLlama.HEADS, n, n), (float) (1 / Math.sqrt(Compiled.HEAD_SIZE)));
        Tensor weights = reshape(softmax(add(scores, mask)), products.dimensions());
        Tensor mixed = reshape(batchMatMul(weights, value), query.dimensions());
        return Llama.linear(
                reshape(transpose(mixed, 0, 2, 1, 3), 1, n, layer.query().dimension(0)), layer.output());
    }
}

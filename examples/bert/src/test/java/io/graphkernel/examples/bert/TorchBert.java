package io.graphkernel.examples.bert;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.AdamW;
import org.bytedeco.pytorch.AdamWOptions;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** BERT in PyTorch's ops, with its autograd, its clipping and its AdamW, in f64, without dropout. */
final class TorchBert {

    private static final double EPSILON = 1e-12;
    private static final double HIDDEN = -1e9;

    private final Map<String, Tensor> tensors = new LinkedHashMap<>();
    private final List<AdamW> optimizers = new ArrayList<>();

    /** Contents of a batch for PyTorch; the positions are i64. */
    record Batch(Tensor tokens, Tensor segments, Tensor seen, Tensor masked, Tensor labels, Tensor weights) {

        static Batch of(Bert.Batch batch) {
            return new Batch(
                    positions(batch.tokens()),
                    positions(batch.segments()),
                    positions(batch.seen()).to(torch.ScalarType.Double),
                    positions(batch.masked()),
                    positions(batch.labels()),
                    copy(batch.weights()));
        }

        private static Tensor positions(io.graphkernel.runtime.Tensor ours) {
            long[] elements = Arrays.stream(ours.toIntArray()).asLongStream().toArray();
            return torch.tensor(elements).reshape(ours.dimensions());
        }
    }

    /** Takes copies of the tensors of a model. */
    TorchBert(Map<String, io.graphkernel.runtime.Tensor> model) {
        // Its threads wait for each other in loops, which takes seconds where other programs run.
        torch.set_num_threads(1);
        model.forEach((name, tensor) -> tensors.put(name, copy(tensor).set_requires_grad(true)));
    }

    Tensor logits(Batch batch) {
        long length = batch.tokens().size(1);
        Tensor x = torch.embedding(tensors.get("bert.embeddings.word_embeddings.weight"), batch.tokens())
                .add(torch.embedding(tensors.get("bert.embeddings.token_type_embeddings.weight"), batch.segments()))
                .add(tensors.get("bert.embeddings.position_embeddings.weight").narrow(0, 0, length));
        x = norm(x, "bert.embeddings.LayerNorm");
        for (int layer = 0; layer < Layers.COUNT; layer++) {
            x = encoderLayer(x, "bert.encoder.layer." + layer + ".", batch.seen());
        }
        Tensor masked = x.reshape(-1, x.size(2)).index_select(0, batch.masked());
        Tensor transformed = torch.gelu(linear(masked, "cls.predictions.transform.dense"));
        return torch.matmul(
                        norm(transformed, "cls.predictions.transform.LayerNorm"),
                        tensors.get("bert.embeddings.word_embeddings.weight").t())
                .add(tensors.get("cls.predictions.bias"));
    }

    private Tensor encoderLayer(Tensor x, String name, Tensor seen) {
        Tensor mixed = linear(attention(x, name + "attention.self.", seen), name + "attention.output.dense");
        Tensor middle = norm(mixed.add(x), name + "attention.output.LayerNorm");
        Tensor raised = torch.gelu(linear(middle, name + "intermediate.dense"));
        return norm(linear(raised, name + "output.dense").add(middle), name + "output.LayerNorm");
    }

    private Tensor attention(Tensor x, String name, Tensor seen) {
        Tensor mask =
                torch.ones_like(seen).sub(seen).mul(scalar(HIDDEN)).unsqueeze(1).unsqueeze(1);
        Tensor scores = torch.matmul(
                        heads(x, name + "query"), heads(x, name + "key").transpose(2, 3))
                .div(scalar(Math.sqrt(Bert.HEAD_SIZE)));
        Tensor mixed = torch.matmul(torch.softmax(scores.add(mask), -1), heads(x, name + "value"));
        return mixed.transpose(1, 2).reshape(x.size(0), x.size(1), -1);
    }

    private Tensor heads(Tensor x, String name) {
        return linear(x, name).view(x.size(0), x.size(1), -1, Bert.HEAD_SIZE).transpose(1, 2);
    }

    private Tensor linear(Tensor x, String name) {
        return torch.matmul(x, tensors.get(name + ".weight").t()).add(tensors.get(name + ".bias"));
    }

    private Tensor norm(Tensor x, String name) {
        Tensor weight = tensors.get(name + ".weight");
        return torch.layer_norm(
                x,
                new long[] {weight.size(0)},
                new TensorOptional(weight),
                new TensorOptional(tensors.get(name + ".bias")),
                EPSILON,
                false);
    }

    Tensor loss(Batch batch) {
        Tensor logarithms = torch.log_softmax(logits(batch), 1);
        Tensor losses =
                logarithms.gather(1, batch.labels().unsqueeze(1)).squeeze(1).neg();
        return losses.mul(batch.weights()).sum().div(batch.weights().sum());
    }

    /** The gradients of the loss, by name. */
    Map<String, double[]> gradients(Batch batch) {
        loss(batch).backward();
        Map<String, double[]> gradients = new LinkedHashMap<>();
        tensors.forEach((name, tensor) -> gradients.put(name, elements(tensor.grad())));
        return gradients;
    }

    /** A step of training; gives the loss before it. */
    double step(Batch batch, double rate) {
        if (optimizers.isEmpty()) {
            optimizers.add(optimizer(tensor -> tensor.dim() > 1, BertTraining.DECAY, rate));
            optimizers.add(optimizer(tensor -> tensor.dim() == 1, 0, rate));
        }
        try (PointerScope ofStep = new PointerScope()) {
            optimizers.forEach(AdamW::zero_grad);
            Tensor loss = loss(batch);
            loss.backward();
            torch.clip_grad_norm_(vector(tensors.values().stream()), BertTraining.MAX_NORM);
            optimizers.forEach(AdamW::step);
            return elements(loss)[0];
        }
    }

    private AdamW optimizer(Predicate<Tensor> chosen, double decay, double rate) {
        AdamWOptions options = new AdamWOptions(rate);
        options.weight_decay().put(decay);
        return new AdamW(vector(tensors.values().stream().filter(chosen)), options);
    }

    private static TensorVector vector(Stream<Tensor> tensors) {
        return new TensorVector(tensors.toArray(Tensor[]::new));
    }

    private static Tensor copy(io.graphkernel.runtime.Tensor ours) {
        try (DoublePointer elements = new DoublePointer(ours.toDoubleArray())) {
            return torch.from_blob(elements, ours.dimensions(), new TensorOptions(torch.ScalarType.Double))
                    .clone();
        }
    }

    private static Scalar scalar(double value) {
        return new Scalar(value);
    }

    static double[] elements(Tensor tensor) {
        Tensor dense = tensor.detach().contiguous();
        double[] elements = new double[Math.toIntExact(dense.numel())];
        new DoublePointer(dense.data_ptr()).get(elements);
        return elements;
    }
}

package io.graphkernel.examples.gpt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.AdamW;
import org.bytedeco.pytorch.AdamWOptions;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** GPT-2 in PyTorch's ops, with its autograd, its clipping and its AdamW. */
final class TorchGpt2 {

    private static final double EPSILON = 1e-5;

    private final Map<String, Tensor> tensors = new LinkedHashMap<>();
    private final List<AdamW> optimizers = new ArrayList<>();

    /**
     * Takes copies of the tensors of a model.
     *
     * @param type of its computations
     */
    TorchGpt2(Map<String, io.graphkernel.runtime.Tensor> model, torch.ScalarType type) {
        model.forEach((name, tensor) -> {
            try (DoublePointer elements = new DoublePointer(tensor.toDoubleArray())) {
                TensorOptions options = new TensorOptions(torch.ScalarType.Double);
                Tensor copy = torch.from_blob(elements, tensor.dimensions(), options)
                        .clone()
                        .to(type);
                tensors.put(name, copy.set_requires_grad(true));
            }
        });
    }

    Tensor logits(Tensor tokens) {
        long batch = tokens.size(0);
        long length = tokens.size(1);
        Tensor x = torch.embedding(tensors.get("wte.weight"), tokens)
                .add(tensors.get("wpe.weight").narrow(0, 0, length));
        for (int layer = 0; layer < Compiled.LAYERS; layer++) {
            String name = "h." + layer + ".";
            x = x.add(attention(norm(x, name + "ln_1"), name + "attn.", batch, length));
            Tensor hidden = torch.gelu(linear(norm(x, name + "ln_2"), name + "mlp.c_fc"), "tanh");
            x = x.add(linear(hidden, name + "mlp.c_proj"));
        }
        return torch.matmul(norm(x, "ln_f"), tensors.get("wte.weight").t()).reshape(batch * length, -1);
    }

    Tensor loss(Tensor tokens, Tensor targets) {
        return torch.cross_entropy_loss(logits(tokens), targets.reshape(-1));
    }

    private Tensor attention(Tensor x, String name, long batch, long length) {
        TensorVector chunks = linear(x, name + "c_attn").chunk(3, -1);
        Tensor mixed = torch.scaled_dot_product_attention(
                heads(chunks.get(0), batch, length),
                heads(chunks.get(1), batch, length),
                heads(chunks.get(2), batch, length),
                new TensorOptional(),
                0,
                true,
                new DoubleOptional(),
                false);
        return linear(mixed.transpose(1, 2).reshape(batch, length, -1), name + "c_proj");
    }

    private static Tensor heads(Tensor x, long batch, long length) {
        return x.view(batch, length, -1, Gpt2.HEAD_SIZE).transpose(1, 2);
    }

    private Tensor linear(Tensor x, String name) {
        return torch.matmul(x, tensors.get(name + ".weight")).add(tensors.get(name + ".bias"));
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

    /** The gradients of the loss, by name. */
    Map<String, double[]> gradients(Tensor tokens, Tensor targets) {
        loss(tokens, targets).backward();
        Map<String, double[]> gradients = new LinkedHashMap<>();
        tensors.forEach((name, tensor) -> gradients.put(name, elements(tensor.grad())));
        return gradients;
    }

    /** A step of training; gives the loss before it. */
    double step(Tensor tokens, Tensor targets, double rate) {
        if (optimizers.isEmpty()) {
            optimizers.add(optimizer(2, Gpt2Training.DECAY, rate));
            optimizers.add(optimizer(1, 0, rate));
        }
        try (PointerScope ofStep = new PointerScope()) {
            optimizers.forEach(AdamW::zero_grad);
            Tensor loss = loss(tokens, targets);
            loss.backward();
            torch.clip_grad_norm_(all(tensors.values().stream().toList()), Gpt2Training.MAX_NORM);
            optimizers.forEach(AdamW::step);
            return elements(loss)[0];
        }
    }

    /** Of the tensors of a rank. */
    private AdamW optimizer(int rank, double decay, double rate) {
        AdamWOptions options = new AdamWOptions(rate);
        options.weight_decay().put(decay);
        return new AdamW(
                all(tensors.values().stream()
                        .filter(tensor -> tensor.dim() == rank)
                        .toList()),
                options);
    }

    private static TensorVector all(List<Tensor> tensors) {
        return new TensorVector(tensors.toArray(Tensor[]::new));
    }

    static double[] elements(Tensor tensor) {
        Tensor dense = tensor.detach().to(torch.ScalarType.Double).contiguous();
        double[] elements = new double[Math.toIntExact(dense.numel())];
        new DoublePointer(dense.data_ptr()).get(elements);
        return elements;
    }

    /** Positions of tokens. */
    static Tensor tokens(io.graphkernel.runtime.Tensor ours) {
        long[] tokens = Arrays.stream(ours.toIntArray()).asLongStream().toArray();
        return torch.tensor(tokens).reshape(ours.dimensions());
    }
}

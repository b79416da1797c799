package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Layer;
import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.examples.gpt.Gpt2.Norm;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.Checkpoint;
import io.graphkernel.training.Initializer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Source of the tensors of a model: random numbers, zeros, a file. */
@FunctionalInterface
public interface Weights {

    /**
     * A tensor.
     *
     * @param name as published weights name it, such as {@code h.0.attn.c_attn.weight}
     * @param dims its shape
     * @return f32 of these dims
     */
    Tensor tensor(String name, long... dims);

    /**
     * Weights as GPT-2 begins with: normally distributed, those of a block's last products narrower, so that the sum over all
     * blocks keeps its size; norms are ones, biases zeros.
     *
     * @param seed seed that determines the weights
     */
    static Weights random(long seed) {
        double deviation = 0.02;
        Initializer initial = new Initializer(seed);
        return (name, dims) -> {
            if (dims.length == 1) {
                return Tensor.full(name.endsWith(".weight") ? 1 : 0, dims);
            }
            return name.endsWith("c_proj.weight")
                    ? initial.scaledResidual(deviation, Compiled.LAYERS, dims)
                    : initial.normal(deviation, dims);
        };
    }

    /**
     * The model in a safetensors file, of the size that its tensors have. Masks and the like, which such files may have besides
     * them, are left out.
     *
     * @param path with the names of published weights, all of them after {@code transformer.} or none
     * @return the model, whose tensors belong to the caller
     * @throws io.graphkernel.runtime.exception.GraphKernelException if it is not such a file
     * @throws IllegalArgumentException if the model has another number of layers
     */
    static Model read(Path path) {
        try (Checkpoint file = Checkpoint.open(path)) {
            String prefix = file.names().contains("transformer.wte.weight") ? "transformer." : "";
            if (file.names().contains(prefix + "h." + Compiled.LAYERS + ".ln_1.weight")) {
                throw new IllegalArgumentException(path + " has more layers than gpt.layers, " + Compiled.LAYERS);
            }
            Weights weights = (name, dims) -> {
                try (Tensor inFile = file.tensor(prefix + name)) {
                    Tensor tensor = Tensor.empty(dims);
                    inFile.copyTo(tensor);
                    return tensor;
                }
            };
            try (Tensor tokens = file.tensor(prefix + "wte.weight");
                    Tensor positions = file.tensor(prefix + "wpe.weight")) {
                return weights.model(tokens.dimension(0), positions.dimension(0), tokens.dimension(1));
            }
        }
    }

    /**
     * A model of these tensors.
     *
     * @param vocabulary the number of tokens
     * @param positions the length of the longest text
     * @param width a multiple of the size of a head
     * @return the model, whose tensors belong to the caller
     */
    default Model model(long vocabulary, long positions, long width) {
        Tensor tokens = tensor("wte.weight", vocabulary, width);
        Tensor embedding = tensor("wpe.weight", positions, width);
        List<Layer> layers = IntStream.range(0, Compiled.LAYERS)
                .mapToObj(layer -> layer("h." + layer + ".", width))
                .toList();
        return new Model(tokens, embedding, layers, norm("ln_f", width));
    }

    private Layer layer(String name, long width) {
        return new Layer(
                norm(name + "ln_1", width),
                tensor(name + "attn.c_attn.weight", width, 3 * width),
                tensor(name + "attn.c_attn.bias", 3 * width),
                tensor(name + "attn.c_proj.weight", width, width),
                tensor(name + "attn.c_proj.bias", width),
                norm(name + "ln_2", width),
                tensor(name + "mlp.c_fc.weight", width, 4 * width),
                tensor(name + "mlp.c_fc.bias", 4 * width),
                tensor(name + "mlp.c_proj.weight", 4 * width, width),
                tensor(name + "mlp.c_proj.bias", width));
    }

    private Norm norm(String name, long width) {
        return new Norm(tensor(name + ".weight", width), tensor(name + ".bias", width));
    }
}

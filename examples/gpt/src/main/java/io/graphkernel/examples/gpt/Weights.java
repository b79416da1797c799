package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Layer;
import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.examples.gpt.Gpt2.Norm;
import io.graphkernel.runtime.Tensor;
import java.util.List;
import java.util.stream.IntStream;

/** Where the tensors of a model come from: random numbers, zeros, a file. */
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
     * A model of these tensors.
     *
     * @param vocabulary the number of tokens
     * @param positions the length of the longest text
     * @param width a multiple of the size of a head
     * @return the model, whose tensors belong to the caller
     */
    default Model model(long vocabulary, long positions, long width) {
        Tensor tokens = tensor("wte.weight", vocabulary, width);
        Tensor places = tensor("wpe.weight", positions, width);
        List<Layer> layers = IntStream.range(0, Gpt2.LAYERS)
                .mapToObj(layer -> layer("h." + layer + ".", width))
                .toList();
        return new Model(tokens, places, layers, norm("ln_f", width));
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

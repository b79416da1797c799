package io.graphkernel.examples.bert;

import io.graphkernel.examples.bert.Bert.Dense;
import io.graphkernel.examples.bert.Bert.Down;
import io.graphkernel.examples.bert.Bert.Head;
import io.graphkernel.examples.bert.Bert.Layer;
import io.graphkernel.examples.bert.Bert.Model;
import io.graphkernel.examples.bert.Bert.Norm;
import io.graphkernel.examples.bert.Bert.Up;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.Checkpoint;
import io.graphkernel.training.Initializer;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** Source of the tensors of a model: random numbers, zeros, a file. */
@FunctionalInterface
public interface Weights {

    /** The deviation of the weights that BERT begins with. */
    double DEVIATION = 0.02;

    /**
     * A tensor.
     *
     * @param name as published weights name it, such as {@code bert.encoder.layer.0.attention.self.query.weight}
     * @param dims its shape
     * @return f32 of these dims
     */
    Tensor tensor(String name, long... dims);

    /** Returns BERT's initial weights: truncated normal matrices, ones for the scales of norms, zeros for biases. */
    static Weights random(Initializer initializer) {
        return (name, dims) -> {
            if (name.endsWith("bias")) {
                return Tensor.zeros(dims);
            }
            return dims.length == 1 ? Tensor.full(1, dims) : initializer.truncatedNormal(DEVIATION, dims);
        };
    }

    /**
     * The model in a safetensors file, of the size that its tensors have. What else it has, such as a pooler, is left out.
     *
     * @param path with the names of published weights; the parameters of norms may have their first names, {@code gamma} and
     *     {@code beta}
     * @return the model, whose tensors belong to the caller
     * @throws io.graphkernel.runtime.exception.GraphKernelException if it is not such a file
     * @throws IllegalArgumentException if the model has another number of layers
     */
    static Model read(Path path) {
        try (Checkpoint file = Checkpoint.open(path)) {
            if (file.names().contains("bert.encoder.layer." + Layers.COUNT + ".output.dense.weight")) {
                throw new IllegalArgumentException(path + " has more layers than bert.layers, " + Layers.COUNT);
            }
            Weights weights = (name, dims) -> {
                String first =
                        name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta");
                try (Tensor inFile = file.tensor(file.names().contains(first) ? first : name)) {
                    Tensor tensor = Tensor.empty(dims);
                    inFile.copyTo(tensor);
                    return tensor;
                }
            };
            String embeddings = "bert.embeddings.";
            try (Tensor tokens = file.tensor(embeddings + "word_embeddings.weight");
                    Tensor positions = file.tensor(embeddings + "position_embeddings.weight")) {
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
        String embeddings = "bert.embeddings.";
        return new Model(
                tensor(embeddings + "word_embeddings.weight", vocabulary, width),
                tensor(embeddings + "position_embeddings.weight", positions, width),
                tensor(embeddings + "token_type_embeddings.weight", 2, width),
                norm(embeddings + "LayerNorm", width),
                IntStream.range(0, Layers.COUNT)
                        .mapToObj(layer -> layer("bert.encoder.layer." + layer + ".", width))
                        .toList(),
                head("cls.predictions.", vocabulary, width));
    }

    private Layer layer(String name, long width) {
        return new Layer(
                dense(name + "attention.self.query", width),
                dense(name + "attention.self.key", width),
                dense(name + "attention.self.value", width),
                dense(name + "attention.output.dense", width),
                norm(name + "attention.output.LayerNorm", width),
                new Up(
                        tensor(name + "intermediate.dense.weight", 4 * width, width),
                        tensor(name + "intermediate.dense.bias", 4 * width)),
                new Down(
                        tensor(name + "output.dense.weight", width, 4 * width),
                        tensor(name + "output.dense.bias", width)),
                norm(name + "output.LayerNorm", width));
    }

    private Head head(String name, long vocabulary, long width) {
        return new Head(
                dense(name + "transform.dense", width),
                norm(name + "transform.LayerNorm", width),
                tensor(name + "bias", vocabulary));
    }

    private Dense dense(String name, long width) {
        return new Dense(tensor(name + ".weight", width, width), tensor(name + ".bias", width));
    }

    private Norm norm(String name, long width) {
        return new Norm(tensor(name + ".weight", width), tensor(name + ".bias", width));
    }
}

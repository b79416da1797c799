package io.graphkernel.processor.frontend;

import io.graphkernel.processor.graph.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What the class of a model has besides a kernel.
 *
 * @param files what the model was read from: the SHA-256 of each file by the path that the user or the model gives it
 * @param weights constant tensors by the names that the model has for them, in its order
 * @param results the record that the kernel gives, if it gives several tensors
 * @param trainable the record of the weights that it takes, if it takes some
 */
public record ModelClass(
        SortedMap<String, String> files,
        Map<String, Node> weights,
        Optional<ModelRecord> results,
        Optional<ModelRecord> trainable) {

    /**
     * A record that is generated within the class.
     *
     * @param name the simple name
     * @param documentation what its comment says
     * @param components in order
     */
    public record ModelRecord(String name, String documentation, List<Component> components) {

        public ModelRecord {
            components = List.copyOf(components);
        }
    }

    /**
     * A component of such a record, a tensor.
     *
     * @param name in Java
     * @param original in the model
     * @param documentation its dtype and dims
     */
    public record Component(String name, String original, String documentation) {}
}

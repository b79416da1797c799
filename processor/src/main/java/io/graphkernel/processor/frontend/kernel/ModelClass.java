package io.graphkernel.processor.frontend.kernel;

import io.graphkernel.graph.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Members of a model's class besides the kernel method.
 *
 * @param files SHA-256 hash of each file of the model, by the path given by the user or the model
 * @param weights constant tensors by their names in the model, in its order
 * @param results record of the results, if there are several
 * @param trainable record of the trainable weights, if there are any
 */
public record ModelClass(
        SortedMap<String, String> files,
        Map<String, Node> weights,
        Optional<ModelRecord> results,
        Optional<ModelRecord> trainable) {

    /**
     * Record generated within the class.
     *
     * @param name the simple name
     * @param documentation text of its comment
     * @param components in order
     */
    public record ModelRecord(String name, String documentation, List<Component> components) {

        public ModelRecord {
            components = List.copyOf(components);
        }
    }

    /**
     * Component of such a record, a tensor.
     *
     * @param name name in Java
     * @param original name in the model
     * @param documentation its dtype and dims
     */
    public record Component(String name, String original, String documentation) {}
}

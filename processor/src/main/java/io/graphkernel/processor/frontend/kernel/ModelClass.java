package io.graphkernel.processor.frontend.kernel;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * Members of a model's class besides the kernel method.
 *
 * @param files SHA-256 hash of each file of the model, by the path given by the user or the model
 * @param weights constant tensors by their names in the model, in its order
 * @param results record of the results, if there are several
 * @param trainable record of the trainable weights, if there are any
 * @param adapters record of the matrices of adapters, if there are any
 * @param adapted adapters of weights, in the order of their matrices in the record
 */
public record ModelClass(
        SortedMap<String, String> files,
        Map<String, Node> weights,
        Optional<ModelRecord> results,
        Optional<ModelRecord> trainable,
        Optional<ModelRecord> adapters,
        List<Adapter> adapted) {

    public ModelClass {
        adapted = List.copyOf(adapted);
    }

    /** Returns the largest number of tensors in a record parameter. */
    public int largestParameter() {
        return Stream.of(trainable, adapters)
                .flatMap(Optional::stream)
                .mapToInt(record -> record.tensors().size())
                .max()
                .orElse(0);
    }

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

        /** Returns the components that are tensors, with those of nested records in place of the records. */
        public List<Component> tensors() {
            return components.stream()
                    .flatMap(component -> component
                            .group()
                            .map(group -> group.tensors().stream())
                            .orElseGet(() -> Stream.of(component)))
                    .toList();
        }
    }

    /**
     * Component of such a record.
     *
     * @param name name in Java
     * @param original name of the tensor in the model; empty for a nested record
     * @param documentation its dtype and dims, or a description of the nested record
     * @param group the nested record; empty for a tensor
     */
    public record Component(String name, String original, String documentation, Optional<ModelRecord> group) {

        /**
         * Returns a component that is a tensor.
         *
         * @param name name in Java
         * @param original name in the model
         * @param documentation its dtype and dims
         */
        public static Component tensor(String name, String original, String documentation) {
            return new Component(name, original, documentation, Optional.empty());
        }
    }

    /**
     * Low-rank adapter of a weight: two matrices of the record of adapters.
     *
     * @param weight name of the weight in the model
     * @param module name of its module
     * @param a path of the matrix A, [rank, inputs], in the record
     * @param b path of the matrix B, [outputs, rank]
     * @param rank number of rows of A
     * @param inputs number of columns of A
     * @param outputs number of rows of B
     * @param scale factor of the product of both matrices
     * @param isTransposed true if the weight is [outputs, inputs]
     * @param dtype dtype of the weight; empty if it is quantized, so that it cannot include the adapter
     */
    public record Adapter(
            String weight,
            String module,
            String a,
            String b,
            int rank,
            long inputs,
            long outputs,
            double scale,
            boolean isTransposed,
            Optional<DataType> dtype) {}
}

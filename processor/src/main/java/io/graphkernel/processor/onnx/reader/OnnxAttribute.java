package io.graphkernel.processor.onnx.reader;

import java.util.List;

/**
 * Attribute of a node, whose kind determines the value that is present.
 *
 * @param name name of the attribute
 * @param kind kind of the value
 * @param integers integers of {@link Kind#INT} and {@link Kind#INTS}
 * @param reals numbers of {@link Kind#FLOAT} and {@link Kind#FLOATS}
 * @param texts texts of {@link Kind#STRING} and {@link Kind#STRINGS}
 * @param tensor tensor of {@link Kind#TENSOR}; otherwise null
 * @param graph graph of {@link Kind#GRAPH}; otherwise null
 */
public record OnnxAttribute(
        String name,
        Kind kind,
        List<Long> integers,
        List<Float> reals,
        List<String> texts,
        OnnxTensor tensor,
        OnnxGraph graph) {

    /** Type of an attribute's value. */
    public enum Kind {
        FLOAT,
        INT,
        STRING,
        TENSOR,
        GRAPH,
        FLOATS,
        INTS,
        STRINGS,
        /** Several graphs, a sparse tensor, a type, or lists of them, which are unsupported. */
        OTHER
    }

    public OnnxAttribute {
        integers = List.copyOf(integers);
        reals = List.copyOf(reals);
        texts = List.copyOf(texts);
    }
}

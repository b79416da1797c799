package io.graphkernel.processor.onnx;

import java.util.List;

/**
 * An attribute of a node. The kind says which of the values it has.
 *
 * @param name the attribute
 * @param kind what it holds
 * @param integers of {@link Kind#INT} and {@link Kind#INTS}
 * @param reals of {@link Kind#FLOAT} and {@link Kind#FLOATS}
 * @param texts of {@link Kind#STRING} and {@link Kind#STRINGS}
 * @param tensor of {@link Kind#TENSOR}; else null
 */
public record OnnxAttribute(
        String name, Kind kind, List<Long> integers, List<Float> reals, List<String> texts, OnnxTensor tensor) {

    /** What an attribute holds. */
    public enum Kind {
        FLOAT,
        INT,
        STRING,
        TENSOR,
        FLOATS,
        INTS,
        STRINGS,
        /** A graph, a sparse tensor, a type, or lists of them: nodes with these are refused. */
        OTHER
    }

    public OnnxAttribute {
        integers = List.copyOf(integers);
        reals = List.copyOf(reals);
        texts = List.copyOf(texts);
    }
}

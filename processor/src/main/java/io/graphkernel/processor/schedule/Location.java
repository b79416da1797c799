package io.graphkernel.processor.schedule;

import io.graphkernel.graph.ConstantData;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.ValueType;

/** Location of a value in memory, from the stub's point of view. */
public sealed interface Location {

    /**
     * A tensor parameter of the method.
     *
     * @param name the Java parameter
     */
    record Parameter(String name) implements Location {}

    /**
     * A result of the method.
     *
     * @param index index of the result
     */
    record Result(int index) implements Location {}

    /**
     * A read-only constant tensor.
     *
     * @param type its dtype and dims
     * @param data its elements
     */
    record Constant(ValueType type, ConstantData data) implements Location {

        static Constant of(Node node) {
            return new Constant(node.type(), node.data());
        }
    }

    /**
     * Memory between two kernels of one plan.
     *
     * @param index index in {@link Plan#temporaries()}
     */
    record Temporary(int index) implements Location {}
}

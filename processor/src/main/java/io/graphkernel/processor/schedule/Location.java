package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.ConstantData;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.ValueType;

/** Where a value that lives in memory is, as the stub knows it. */
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
     * @param index position among the results
     */
    record Result(int index) implements Location {}

    /**
     * A constant tensor, which nobody writes.
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
     * @param index position in {@link Plan#temporaries()}
     */
    record Temporary(int index) implements Location {}
}

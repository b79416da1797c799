package io.graphkernel.processor.frontend.element;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import java.util.List;
import java.util.Map;
import javax.lang.model.type.TypeKind;

/** Value of an expression in an element function. */
sealed interface ElementValue {

    /** Number or boolean known at compile time, boxed with its Java type. */
    record Constant(Object value) implements ElementValue {

        static final Constant TRUE = new Constant(true);
        static final Constant FALSE = new Constant(false);
    }

    /**
     * Number or boolean that depends on elements.
     *
     * @param node value in the body
     * @param kind its primitive type
     */
    record Scalar(Node node, TypeKind kind) implements ElementValue {}

    /** Record, by component name. */
    record Components(Map<String, ElementValue> components) implements ElementValue {}

    /** Array whose length is known at compile time. */
    record Elements(List<ElementValue> elements) implements ElementValue {

        public Elements {
            elements = List.copyOf(elements);
        }
    }

    /** Enum constant or string, which is known at compile time. */
    record Choice(SymbolicValue value) implements ElementValue {}

    /** Enum constant, string or array that depends on elements, so that it cannot be read. */
    record Undetermined() implements ElementValue {}

    /** Variable of the kernel method that is not a number: a record or a tensor. */
    record Captured(SymbolicValue value) implements ElementValue {}

    /** Returns true for a number or boolean. */
    default boolean isNumber() {
        return this instanceof Constant || this instanceof Scalar;
    }

    /** Returns true if the value is the constant {@code true}. */
    default boolean isTrue() {
        return equals(Constant.TRUE);
    }

    /** Returns true if the value is the constant {@code false}. */
    default boolean isFalse() {
        return equals(Constant.FALSE);
    }
}

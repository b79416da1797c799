package io.graphkernel.processor.frontend;

import com.sun.source.util.TreePath;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.type.TypeKind;

/** What a Java expression means while a kernel's body is read. */
sealed interface Value {

    /** What a record or array holds, with what the records and arrays in it hold, by path; another value has no path. */
    default Map<String, Value> leaves() {
        Map<String, Value> leaves = new LinkedHashMap<>();
        addLeaves("", this, leaves);
        return leaves;
    }

    /** A tensor. */
    record TensorValue(Node node) implements Value {}

    /**
     * A record.
     *
     * @param components in declaration order
     * @param made whether the body makes it; a parameter is read by its accessors, before the kernel
     */
    record RecordValue(Map<String, Value> components, boolean made) implements Value {}

    /** A number or boolean known at compile time, boxed with its Java type. */
    record ConstantValue(Object value) implements Value {}

    /**
     * A number or boolean known at the call.
     *
     * @param text Java text over the method's primitive parameters
     * @param type its primitive type
     * @param atomic whether the text can be an operand without parentheses
     */
    record RuntimeScalar(String text, TypeKind type, boolean atomic) implements Value {}

    /** A whole number that symbols of the signature decide, of type {@code long}; never one known at compile time. */
    record DimValue(Dim dim) implements Value {

        /** The value of a dim: a constant if it is one. */
        static Value of(Dim dim) {
            return dim instanceof Dim.Constant constant ? new ConstantValue(constant.size()) : new DimValue(dim);
        }
    }

    /**
     * An array or list of numbers, dims, tensors or records, of a length known at compile time.
     *
     * @param elements the values
     * @param paths where each is written; empty for a parameter and the results of an op
     */
    record ArrayValue(List<Value> elements, List<TreePath> paths) implements Value {}

    private static void addLeaves(String path, Value value, Map<String, Value> leaves) {
        if (value instanceof RecordValue record) {
            record.components().forEach((name, component) -> addLeaves(Member.path(path, name), component, leaves));
        } else if (value instanceof ArrayValue array) {
            for (int i = 0; i < array.elements().size(); i++) {
                addLeaves(
                        Member.path(path, Integer.toString(i)), array.elements().get(i), leaves);
            }
        } else {
            leaves.put(path, value);
        }
    }

    /** A constant of an enum of the run time. */
    record EnumValue(String constant) implements Value {}

    /** A constant of the run time's {@code DType}. */
    record DTypeValue(DType dtype) implements Value {}

    /** No value: the call of a kernel that returns nothing. */
    record NoValue() implements Value {}
}

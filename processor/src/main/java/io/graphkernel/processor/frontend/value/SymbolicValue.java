package io.graphkernel.processor.frontend.value;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.frontend.kernel.Member;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeKind;

/** Value of a Java expression during reading. */
public sealed interface SymbolicValue {

    /**
     * Returns the leaves of a record or array by path, including nested records and arrays; another value has an empty
     * path.
     */
    default Map<String, SymbolicValue> leaves() {
        Map<String, SymbolicValue> leaves = new LinkedHashMap<>();
        addLeaves("", this, leaves);
        return leaves;
    }

    /**
     * Returns the same value over other nodes.
     *
     * @param conversion function from the node of each tensor to its replacement
     */
    default SymbolicValue withNodes(UnaryOperator<Node> conversion) {
        return withLeaves(leaf -> {
            if (leaf instanceof TensorValue tensor) {
                return new TensorValue(conversion.apply(tensor.node()));
            }
            return leaf instanceof TensorNumber number
                    ? new TensorNumber(conversion.apply(number.node()), number.type())
                    : leaf;
        });
    }

    /**
     * Returns the same value with other leaves.
     *
     * @param conversion function from each leaf, in the order of {@link #leaves}, to its replacement
     */
    default SymbolicValue withLeaves(UnaryOperator<SymbolicValue> conversion) {
        if (this instanceof RecordValue record) {
            Map<String, SymbolicValue> components = new LinkedHashMap<>();
            record.components().forEach((name, value) -> components.put(name, value.withLeaves(conversion)));
            return new RecordValue(components, record.constructed());
        }
        if (this instanceof ArrayValue array) {
            List<SymbolicValue> elements = array.elements().stream()
                    .map(element -> element.withLeaves(conversion))
                    .toList();
            return array.mutability() == ArrayValue.Mutability.FIXED
                    ? new ArrayValue(elements, array.paths(), array.mutability())
                    : ArrayValue.mutable(elements, array.paths(), array.mutability());
        }
        if (this instanceof LoopList list) {
            return new LoopList(
                    list.segments().stream()
                            .map(segment ->
                                    new LoopList.Segment(segment.value().withLeaves(conversion), segment.count()))
                            .toList(),
                    list.isPending());
        }
        if (this instanceof StepArray array && array.value() != null) {
            return array.with(array.value().withLeaves(conversion), array.content());
        }
        return conversion.apply(this);
    }

    /** A tensor. */
    record TensorValue(Node node) implements SymbolicValue {}

    /**
     * A record.
     *
     * @param components in declaration order
     * @param constructed true if the body creates it; components of a parameter are read through accessors before the kernel
     */
    record RecordValue(Map<String, SymbolicValue> components, boolean constructed) implements SymbolicValue {}

    /** A number or boolean known at compile time, boxed with its Java type. */
    record ConstantValue(Object value) implements SymbolicValue {}

    /**
     * Number or boolean known only in a call.
     *
     * @param text Java text over the method's primitive parameters
     * @param type its primitive type
     * @param atomic true if the text needs no parentheses as an operand
     * @param dim the same integer over symbols, for use as a size; empty for other numbers
     */
    record RuntimeScalar(String text, TypeKind type, boolean atomic, Optional<Dim> dim) implements SymbolicValue {

        /** Creates a number that is not a dim. */
        public RuntimeScalar(String text, TypeKind type, boolean atomic) {
            this(text, type, atomic, Optional.empty());
        }
    }

    /**
     * Number or boolean that depends on elements of tensors.
     *
     * @param node scalar of the dtype that holds numbers of the type
     * @param type its primitive type
     */
    record TensorNumber(Node node, TypeKind type) implements SymbolicValue {}

    /**
     * Integer that depends on symbols of the signature; never a constant.
     *
     * @param dim the integer
     * @param type {@code int} or {@code long}
     */
    record DimValue(Dim dim, TypeKind type) implements SymbolicValue {

        /** Returns the value of a dim: a constant if the dim is constant. */
        public static SymbolicValue of(Dim dim, TypeKind type) {
            return dim instanceof Dim.Constant constant
                    ? new ConstantValue(ConstantArithmetic.convert(constant.size(), type))
                    : new DimValue(dim, type);
        }
    }

    /**
     * Array or list of numbers, dims, tensors or records, of a length known at compile time.
     *
     * @param elements the values; in a mutable list unless they are fixed
     * @param paths source of each element; empty for a parameter and the results of an op
     * @param mutability changes that the body may make
     */
    record ArrayValue(List<SymbolicValue> elements, List<TreePath> paths, Mutability mutability)
            implements SymbolicValue {

        /** Changes of an array or list that a body may make. */
        public enum Mutability {
            /** None: a parameter, or a list of {@code List.of}. */
            FIXED,
            /** Assignments to elements: an array that the body creates. */
            ASSIGNABLE,
            /** Assignments and new elements: an {@code ArrayList} that the body creates. */
            GROWABLE
        }

        /** Returns an array or list that the body cannot change. */
        public static ArrayValue fixed(List<? extends SymbolicValue> elements) {
            return new ArrayValue(List.copyOf(elements), List.of(), Mutability.FIXED);
        }

        /** Returns an array or list with mutable copies of the lists. */
        public static ArrayValue mutable(
                List<? extends SymbolicValue> elements, List<TreePath> paths, Mutability mutability) {
            return new ArrayValue(new ArrayList<>(elements), new ArrayList<>(paths), mutability);
        }
    }

    private static void addLeaves(String path, SymbolicValue value, Map<String, SymbolicValue> leaves) {
        if (value instanceof RecordValue record) {
            record.components().forEach((name, component) -> addLeaves(Member.path(path, name), component, leaves));
        } else if (value instanceof ArrayValue array) {
            for (int i = 0; i < array.elements().size(); i++) {
                addLeaves(
                        Member.path(path, Integer.toString(i)), array.elements().get(i), leaves);
            }
        } else if (value instanceof LoopList list) {
            for (int i = 0; i < list.segments().size(); i++) {
                LoopList.Segment segment = list.segments().get(i);
                String name =
                        i + segment.count().map(count -> "[" + count + "]").orElse("");
                addLeaves(Member.path(path, name), segment.value(), leaves);
            }
        } else if (value instanceof StepArray array && array.value() != null) {
            addLeaves(path, array.value(), leaves);
        } else {
            leaves.put(path, value);
        }
    }

    /**
     * Array of tensors or records that a loop fills, one element per iteration.
     *
     * @param length the length
     * @param value the content; null before the first store
     * @param content meaning of the value
     */
    record StepArray(Dim length, SymbolicValue value, Content content) implements SymbolicValue {

        /** Meaning of the value of an array. */
        public enum Content {
            /** Each element, as {@code Arrays.fill} has stored it; no element if the value is null. */
            INITIAL,
            /** The element before the current iteration has stored one; none if the value is null. */
            PENDING,
            /** The element that the current iteration has stored. */
            ELEMENT,
            /** All elements: a value like an element, whose tensors have a new first axis. */
            STACK
        }

        /** Returns an array without elements. */
        public static StepArray empty(Dim length) {
            return new StepArray(length, null, Content.INITIAL);
        }

        /** Returns the array with other content. */
        public StepArray with(SymbolicValue newValue, Content newContent) {
            return new StepArray(length, newValue, newContent);
        }

        /** Returns true if the value is the element of the current iteration, also before it has stored one. */
        public boolean hasElement() {
            return value != null && (content == Content.PENDING || content == Content.ELEMENT);
        }
    }

    /**
     * List of tensors or records to which loops add elements.
     *
     * @param segments consecutive elements; in the body of a loop those that the iteration has added
     * @param isPending true if the elements that earlier iterations have added precede the segments
     */
    record LoopList(List<Segment> segments, boolean isPending) implements SymbolicValue {

        /**
         * Consecutive elements of a list.
         *
         * @param value an element, or a value like one whose tensors have the elements along a new first axis
         * @param count number of elements along the first axis; empty for one element
         */
        public record Segment(SymbolicValue value, Optional<Dim> count) {

            /** Returns the number of elements. */
            public Dim size() {
                return count.orElse(Dim.ONE);
            }
        }

        /** Returns the list that an iteration extends. */
        public static LoopList pending() {
            return new LoopList(List.of(), true);
        }

        /** Returns this list with further elements. */
        public LoopList plus(List<Segment> added) {
            List<Segment> extended = new ArrayList<>(segments);
            extended.addAll(added);
            return new LoopList(List.copyOf(extended), isPending);
        }

        /** Returns this list without its first segments. */
        public LoopList from(int first) {
            return new LoopList(List.copyOf(segments.subList(first, segments.size())), isPending);
        }

        /** Returns the number of elements of the segments. */
        public Dim size() {
            return segments.stream().map(Segment::size).reduce(Dim.ZERO, Dim::plus);
        }
    }

    /**
     * Constant of an enum other than {@code DType}.
     *
     * @param type name of the enum, which tells constants of one name apart
     * @param constant name of the constant
     */
    record EnumValue(String type, String constant) implements SymbolicValue {

        /** Returns the constant that an enum declares. */
        public static EnumValue of(Element constant) {
            return new EnumValue(
                    constant.getEnclosingElement().toString(),
                    constant.getSimpleName().toString());
        }
    }

    /** Constant of the runtime's {@code DType}. */
    record DTypeValue(DataType dtype) implements SymbolicValue {}

    /** String known at compile time. */
    record TextValue(String text) implements SymbolicValue {}

    /** Element of a new array of objects that no statement has assigned: {@code null} in Java. */
    record UnassignedValue() implements SymbolicValue {}

    /** Absence of a value: the call of a kernel method that returns nothing. */
    record NoValue() implements SymbolicValue {}
}

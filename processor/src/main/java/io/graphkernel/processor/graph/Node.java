package io.graphkernel.processor.graph;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One value of a graph. Nodes are immutable and compared by identity.
 *
 * <p>{@link Kind#PARAMETER} is a tensor parameter, {@link Kind#SCALAR} an {@code f32} number that the stub computes
 * from the method's primitive parameters, {@link Kind#CONSTANT} a number of the source, {@link Kind#DIMENSION} the
 * product of some dims as an {@code f32} number, {@link Kind#OPERATION} an op of the op table. Only operations cost a
 * kernel anything; the others are free wherever they are needed.
 */
public final class Node {

    /** Where the value comes from. */
    public enum Kind {
        PARAMETER,
        SCALAR,
        CONSTANT,
        DIMENSION,
        OPERATION
    }

    private final Kind kind;
    private final String op;
    private final List<Node> operands;
    private final Attributes attributes;
    private final ValueType type;
    private final String label;
    private final Origin origin;

    private Node(
            Kind kind,
            String op,
            List<Node> operands,
            Attributes attributes,
            ValueType type,
            String label,
            Origin origin) {
        this.kind = kind;
        this.op = op;
        this.operands = List.copyOf(operands);
        this.attributes = attributes;
        this.type = type;
        this.label = label;
        this.origin = origin;
    }

    /**
     * A tensor parameter.
     *
     * @param name the Java parameter
     * @param type its declared type
     * @return the node
     */
    public static Node parameter(String name, ValueType type) {
        return new Node(Kind.PARAMETER, "Parameter", List.of(), Attributes.NONE, type, name, Origin.NONE);
    }

    /**
     * A run-time scalar.
     *
     * @param label a readable name
     * @param expression Java text of type {@code float} over the method's primitive parameters
     * @return the node
     */
    public static Node scalar(String label, String expression) {
        Attributes attributes = Attributes.NONE.with(Attributes.EXPRESSION, expression);
        return new Node(Kind.SCALAR, "Scalar", List.of(), attributes, ValueType.F32_SCALAR, label, Origin.NONE);
    }

    /**
     * A number of the source, in {@code f32}.
     *
     * @param value the number; rounded to {@code f32}
     * @return the node
     */
    public static Node constant(double value) {
        Attributes attributes = Attributes.NONE.with(Attributes.VALUE, (double) (float) value);
        return new Node(Kind.CONSTANT, "Constant", List.of(), attributes, ValueType.F32_SCALAR, "", Origin.NONE);
    }

    /**
     * The number of elements that some dims span.
     *
     * @param dims the factors
     * @return the node
     */
    public static Node dimension(List<Dim> dims) {
        String text = dims.stream().map(Dim::toString).collect(Collectors.joining(" "));
        Attributes attributes = Attributes.NONE.with(Attributes.DIMS, text);
        return new Node(Kind.DIMENSION, "Dimension", List.of(), attributes, ValueType.F32_SCALAR, "", Origin.NONE);
    }

    /**
     * An op applied to operands.
     *
     * @param op name in the op table
     * @param operands in the op's order
     * @param attributes compile-time attributes
     * @param type the inferred type
     * @param label the Java variable that holds it, or empty
     * @param origin the Java line
     * @return the node
     */
    public static Node operation(
            String op, List<Node> operands, Attributes attributes, ValueType type, String label, Origin origin) {
        return new Node(Kind.OPERATION, op, operands, attributes, type, label, origin);
    }

    /**
     * The same op over other operands.
     *
     * @param newOperands of the same types
     * @return a new node
     */
    public Node withOperands(List<Node> newOperands) {
        return new Node(kind, op, newOperands, attributes, type, label, origin);
    }

    public Kind kind() {
        return kind;
    }

    public boolean isOperation() {
        return kind == Kind.OPERATION;
    }

    public String op() {
        return op;
    }

    public List<Node> operands() {
        return operands;
    }

    public Attributes attributes() {
        return attributes;
    }

    public ValueType type() {
        return type;
    }

    public Shape shape() {
        return type.shape();
    }

    public DType dtype() {
        return type.dtype();
    }

    public String label() {
        return label;
    }

    public Origin origin() {
        return origin;
    }

    @Override
    public String toString() {
        return op + (label.isEmpty() ? "" : " " + label) + " : " + type;
    }
}

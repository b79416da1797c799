package io.graphkernel.processor.graph;

import java.util.List;

/**
 * One value of a graph. Nodes are immutable and compared by identity.
 *
 * <p>{@link Kind#PARAMETER} is a tensor parameter, {@link Kind#SCALAR} a number that the stub computes from the
 * method's primitive parameters, {@link Kind#CONSTANT} a number of the source, {@link Kind#DIMENSION} the product of
 * some dims as a number, {@link Kind#TENSOR_CONSTANT} a tensor whose elements are known, {@link Kind#OPERATION} an op of the op table. Only operations cost a
 * kernel anything; the others are free wherever they are needed.
 */
public final class Node {

    /** Where the value comes from. */
    public enum Kind {
        PARAMETER,
        SCALAR,
        CONSTANT,
        DIMENSION,
        TENSOR_CONSTANT,
        OPERATION
    }

    /** The op that updates a parameter in place: {@code Assign(parameter, value)}. */
    public static final String ASSIGN = "Assign";

    /** What a constant tensor is called in the text of a graph. */
    public static final String TENSOR_CONSTANT = "TensorConstant";

    private final Kind kind;
    private final String op;
    private final List<Node> operands;
    private final Attributes attributes;
    private final ValueType type;
    private final String label;
    private final Origin origin;
    /** Of a constant tensor; null in others. */
    private final ConstantData data;

    private Node(
            Kind kind,
            String op,
            List<Node> operands,
            Attributes attributes,
            ValueType type,
            String label,
            Origin origin) {
        this(kind, op, operands, attributes, type, label, origin, null);
    }

    private Node(
            Kind kind,
            String op,
            List<Node> operands,
            Attributes attributes,
            ValueType type,
            String label,
            Origin origin,
            ConstantData data) {
        this.kind = kind;
        this.op = op;
        this.operands = List.copyOf(operands);
        this.attributes = attributes;
        this.type = type;
        this.label = label;
        this.origin = origin;
        this.data = data;
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
     * A run-time scalar of {@code f32}.
     *
     * @param label a readable name
     * @param expression Java text of type {@code float} over the method's primitive parameters
     * @return the node
     */
    public static Node scalar(String label, String expression) {
        return scalar(label, expression, DType.F32);
    }

    /**
     * A run-time scalar.
     *
     * @param label a readable name
     * @param expression Java text over the method's primitive parameters: of type {@code double} for {@code f64},
     *     {@code long} for {@code i64}, {@code float} for the other floating dtypes, {@code int} for the other integers
     * @param dtype its dtype
     * @return the node
     */
    public static Node scalar(String label, String expression, DType dtype) {
        Attributes attributes = Attributes.NONE.with(Attributes.EXPRESSION, expression);
        return new Node(Kind.SCALAR, "Scalar", List.of(), attributes, scalarType(dtype), label, Origin.NONE);
    }

    /**
     * A number of the source, in {@code f32}.
     *
     * @param value the number; rounded to {@code f32}
     * @return the node
     */
    public static Node constant(double value) {
        return constant(value, DType.F32);
    }

    /**
     * A number of the source.
     *
     * @param value the number; rounded to {@code f64} or, for the other floating dtypes, to {@code f32}, in which they
     *     compute; for integers the low bits of a whole number
     * @param dtype its dtype
     * @return the node
     */
    public static Node constant(Number value, DType dtype) {
        Attributes attributes = Attributes.NONE.with(Attributes.VALUE, stored(value, dtype));
        return new Node(Kind.CONSTANT, "Constant", List.of(), attributes, scalarType(dtype), "", Origin.NONE);
    }

    private static Number stored(Number value, DType dtype) {
        boolean whole = !(value instanceof Double || value instanceof Float);
        if (dtype.isFloating()) {
            // Not by way of double: that would round a long twice.
            return dtype == DType.F64 ? value.doubleValue() : (Number) (double) value.floatValue();
        }
        return dtype.narrowed(whole ? value.longValue() : (long) value.doubleValue());
    }

    /**
     * A tensor whose elements are known.
     *
     * @param label the Java variable that holds it, or empty
     * @param type its dtype, and dims that are numbers
     * @param data its elements
     * @return the node
     * @throws IllegalArgumentException if a dim is no number, or the elements are more or less than the dims say
     */
    public static Node tensorConstant(String label, ValueType type, ConstantData data) {
        Dim elements =
                type.shape().isRankless() ? null : Dim.product(type.shape().dims());
        boolean complete = elements instanceof Dim.Constant count
                && count.size() * type.dtype().byteSize() == data.bytes();
        if (!complete) {
            throw new IllegalArgumentException("a constant tensor of " + type + " has " + data.bytes() + " bytes");
        }
        Attributes attributes = Attributes.NONE.with(Attributes.SHA256, data.sha256());
        return new Node(Kind.TENSOR_CONSTANT, TENSOR_CONSTANT, List.of(), attributes, type, label, Origin.NONE, data);
    }

    /**
     * The number of elements that some dims span, in {@code f32}.
     *
     * @param dims the factors
     * @return the node
     */
    public static Node dimension(List<Dim> dims) {
        return dimension(Dim.product(dims), DType.F32);
    }

    /**
     * A dim as a number.
     *
     * @param dim the dim
     * @param dtype the dtype that it is converted to
     * @return the node; a constant for a dim known at compile time
     */
    public static Node dimension(Dim dim, DType dtype) {
        if (dim instanceof Dim.Constant constant) {
            return constant(constant.size(), dtype);
        }
        Attributes attributes = Attributes.NONE.with(Attributes.DIMS, List.of(dim));
        return new Node(Kind.DIMENSION, "Dimension", List.of(), attributes, scalarType(dtype), "", Origin.NONE);
    }

    /**
     * The same number for values of another dtype.
     *
     * @param dtype its dtype
     * @return a number of the same kind
     * @throws IllegalStateException if this is no number
     */
    public Node ofDtype(DType dtype) {
        return switch (kind) {
            case CONSTANT -> constant(attributes.number(), dtype);
            case SCALAR -> scalar(label, attributes.text(Attributes.EXPRESSION), dtype);
            case DIMENSION -> dimension(attributes.dims().get(0), dtype);
            default -> throw new IllegalStateException(this + " is no number");
        };
    }

    private static ValueType scalarType(DType dtype) {
        return new ValueType(dtype, Shape.SCALAR);
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
        return new Node(kind, op, newOperands, attributes, type, label, origin, data);
    }

    /**
     * The same op with other attributes.
     *
     * @param newAttributes with which the op has the same type
     * @return a new node
     */
    public Node withAttributes(Attributes newAttributes) {
        return new Node(kind, op, operands, newAttributes, type, label, origin, data);
    }

    /**
     * The same op in another role to a gradient in the method.
     *
     * @param role what it is to the gradient
     * @return a new node, with the same line
     */
    public Node as(Origin.Role role) {
        return new Node(kind, op, operands, attributes, type, label, origin.as(role), data);
    }

    public Kind kind() {
        return kind;
    }

    /**
     * Whether the value is one number that no tensor holds.
     *
     * @return true for a constant, a run-time scalar and a dimension
     */
    public boolean isNumber() {
        return kind == Kind.CONSTANT || kind == Kind.SCALAR || kind == Kind.DIMENSION;
    }

    /**
     * Whether the value is a tensor that no op computes.
     *
     * @return true for a parameter and a constant tensor, whose elements lie in memory before anything runs
     */
    public boolean isGiven() {
        return kind == Kind.PARAMETER || kind == Kind.TENSOR_CONSTANT;
    }

    public boolean isOperation() {
        return kind == Kind.OPERATION;
    }

    /**
     * Whether the node is an update of a parameter in place.
     *
     * @return true for {@code Assign(parameter, value)}
     */
    public boolean isAssign() {
        return isOperation() && op.equals(ASSIGN);
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

    /**
     * The elements of a constant tensor.
     *
     * @return null for any other node
     */
    public ConstantData data() {
        return data;
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

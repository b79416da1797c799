package io.graphkernel.graph;

import java.util.List;

/**
 * One value of a graph. Nodes are immutable and compared by identity.
 *
 * <p>{@link Kind#PARAMETER} is a tensor parameter, {@link Kind#SCALAR} a number that the stub computes from primitive
 * parameters, {@link Kind#CONSTANT} a number of the source. {@link Kind#DIMENSION} is the product of dims as a number,
 * {@link Kind#TENSOR_CONSTANT} a tensor with known elements, {@link Kind#OPERATION} an op of the op table. Only
 * operations have a cost in a kernel.
 */
public final class Node {

    /** Kind of value. */
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

    /**
     * The op that updates slices of a parameter in place: {@code AssignAt(parameter, value, positions)}. A position
     * along the attribute's axis that is out of range has no effect.
     */
    public static final String ASSIGN_AT = "AssignAt";

    /** The op that replaces slices of a copy: {@code Scatter(x, indices, updates)}. */
    public static final String SCATTER = "Scatter";

    /** The op that computes the distinct positions of an {@code AssignAt} from indices. */
    public static final String DISTINCT_POSITIONS = "DistinctPositions";

    /** The view of a parameter's memory after an update: {@code Updated(parameter, assign)}. */
    public static final String UPDATED = "Updated";

    /** Name of a constant tensor in the graph's text. */
    public static final String TENSOR_CONSTANT = "TensorConstant";

    private final Kind kind;
    private final String op;
    private final List<Node> operands;
    private final Attributes attributes;
    private final ValueType type;
    private final String label;
    private final Origin origin;
    /** Elements of a constant tensor; null for other nodes. */
    private final ConstantData data;

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
     * Creates a tensor parameter.
     *
     * @param name the Java parameter
     * @param type its declared type
     * @return the node
     */
    public static Node parameter(String name, ValueType type) {
        return new Node(Kind.PARAMETER, "Parameter", List.of(), Attributes.NONE, type, name, Origin.NONE, null);
    }

    /**
     * Creates a handle of a value outside of a graph.
     *
     * @return a node without type and attributes, which is compared by identity
     */
    public static Node handle() {
        return new Node(Kind.PARAMETER, "Parameter", List.of(), null, null, "", null, null);
    }

    /**
     * Creates a runtime scalar.
     *
     * @param label a readable name
     * @param expression Java text over the method's primitive parameters: of type {@code double} for {@code f64},
     *     {@code long} for {@code i64}, {@code float} for the other floating dtypes, {@code int} for the other integers
     * @param dtype its dtype
     * @return the node
     */
    public static Node scalar(String label, String expression, DataType dtype) {
        Attributes attributes = Attributes.NONE.with(Attributes.EXPRESSION, expression);
        return number(Kind.SCALAR, "Scalar", attributes, dtype, label);
    }

    /**
     * Creates a runtime scalar that is converted at the call: rounded to a 16-bit dtype, or checked to fit an integer
     * dtype.
     *
     * @param label a readable name
     * @param expression Java text over the method's primitive parameters
     * @param javaType the primitive type of the text: {@code int}, {@code long}, {@code float} or {@code double}
     * @param dtype its dtype
     * @return the node
     */
    public static Node convertedScalar(String label, String expression, String javaType, DataType dtype) {
        Attributes attributes =
                Attributes.NONE.with(Attributes.EXPRESSION, expression).with(Attributes.JAVA_TYPE, javaType);
        return number(Kind.SCALAR, "Scalar", attributes, dtype, label);
    }

    /**
     * Creates a number of the source, in {@code f32}.
     *
     * @param value the number; rounded to {@code f32}
     * @return the node
     */
    public static Node constant(double value) {
        return constant(value, DataType.F32);
    }

    /**
     * Creates a number of the source.
     *
     * @param value the number; rounded to a floating dtype, truncated to an integer one
     * @param dtype its dtype
     * @return the node
     */
    public static Node constant(Number value, DataType dtype) {
        return number(
                Kind.CONSTANT,
                "Constant",
                Attributes.NONE.with(Attributes.VALUE, NumberRounding.stored(value, dtype)),
                dtype,
                "");
    }

    /**
     * Creates a tensor with known elements.
     *
     * @param label the Java variable that holds it, or empty
     * @param type its dtype and constant dims
     * @param data its elements
     * @return the node
     * @throws IllegalArgumentException if a dim is not a constant, or the number of elements does not match the dims
     */
    public static Node tensorConstant(String label, ValueType type, ConstantData data) {
        data.requireBytesOf(type);
        Attributes attributes = Attributes.NONE.with(Attributes.SHA256, data.sha256());
        return new Node(Kind.TENSOR_CONSTANT, TENSOR_CONSTANT, List.of(), attributes, type, label, Origin.NONE, data);
    }

    /**
     * Creates a dim as a number.
     *
     * @param dim the dim
     * @param dtype the dtype to convert to
     * @return the node, which is a constant for a constant dim
     */
    public static Node dimension(Dim dim, DataType dtype) {
        if (dim instanceof Dim.Constant constant) {
            return constant(constant.size(), dtype);
        }
        Attributes attributes = Attributes.NONE.with(Attributes.DIMS, List.of(dim));
        return number(Kind.DIMENSION, "Dimension", attributes, dtype, "");
    }

    /**
     * Creates a dim as a number of an integer dtype, which is checked to fit at the call.
     *
     * @param dim the dim
     * @param dtype an integer dtype
     * @return the node
     */
    public static Node checkedDimension(Dim dim, DataType dtype) {
        Node unchecked = dimension(dim, dtype);
        return unchecked.kind == Kind.CONSTANT || dtype == DataType.I64
                ? unchecked
                : unchecked.withAttributes(unchecked.attributes.with(Attributes.JAVA_TYPE, "long"));
    }

    /** Returns true if the number is a {@link #convertedScalar} or a {@link #checkedDimension}. */
    public boolean isConverted() {
        return isNumber() && attributes.has(Attributes.JAVA_TYPE);
    }

    private static Node number(Kind kind, String op, Attributes attributes, DataType dtype, String label) {
        ValueType type = new ValueType(dtype, Shape.SCALAR);
        return new Node(kind, op, List.of(), attributes, type, label, Origin.NONE, null);
    }

    /**
     * Creates an op applied to operands.
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
        return new Node(Kind.OPERATION, op, operands, attributes, type, label, origin, null);
    }

    /**
     * Returns the same op over other operands.
     *
     * @param newOperands of the same types
     * @return a new node
     */
    public Node withOperands(List<Node> newOperands) {
        return new Node(kind, op, newOperands, attributes, type, label, origin, data);
    }

    /**
     * Returns the same op with other attributes.
     *
     * @param newAttributes attributes that infer the same type
     * @return a new node
     */
    public Node withAttributes(Attributes newAttributes) {
        return new Node(kind, op, operands, newAttributes, type, label, origin, data);
    }

    /**
     * Returns the same op with another gradient role.
     *
     * @param role its role in the gradient
     * @return a new node with the same line
     */
    public Node as(Origin.Role role) {
        return new Node(kind, op, operands, attributes, type, label, origin.as(role), data);
    }

    public Kind kind() {
        return kind;
    }

    /**
     * Returns true if the value is a single number that is not stored in a tensor.
     *
     * @return true for a constant, a runtime scalar and a dimension
     */
    public boolean isNumber() {
        return kind == Kind.CONSTANT || kind == Kind.SCALAR || kind == Kind.DIMENSION;
    }

    /**
     * Returns true if the value is a tensor that is not computed by an op.
     *
     * @return true for a parameter and a constant tensor, whose elements are in memory before the call
     */
    public boolean isInputTensor() {
        return kind == Kind.PARAMETER || kind == Kind.TENSOR_CONSTANT;
    }

    public boolean isOperation() {
        return kind == Kind.OPERATION;
    }

    /**
     * Returns true if the node updates a parameter in place.
     *
     * @return true for {@code Assign(parameter, value)} and {@code AssignAt(parameter, value, positions)}
     */
    public boolean isAssign() {
        return isOperation() && isAssign(op);
    }

    /** Returns true if an op is an update in place. */
    static boolean isAssign(String op) {
        return op.equals(ASSIGN) || op.equals(ASSIGN_AT);
    }

    /** Returns true for {@code AssignAt(parameter, value, positions)}. */
    public boolean isAssignAt() {
        return isOperation() && op.equals(ASSIGN_AT);
    }

    /**
     * Returns the parameter that an update writes.
     *
     * @return the base of the target of {@code Assign(target, value)}, which is a view of a parameter or a parameter
     */
    public Node updatedParameter() {
        Node target = operands.get(0);
        while (target.isOperation()) {
            target = target.operands.get(0);
        }
        return target;
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

    public DataType dtype() {
        return type.dtype();
    }

    /** Returns the elements of a constant tensor; null for any other node. */
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

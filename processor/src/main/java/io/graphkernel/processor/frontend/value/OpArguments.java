package io.graphkernel.processor.frontend.value;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.op.DtypeRules;
import io.graphkernel.op.PromotionTable;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.lang.model.type.TypeKind;

/** Arguments of an op call with their source positions. */
public final class OpArguments {

    private final String javaName;
    private final OpRow row;
    private final TreePath select;
    private final List<Argument> operands = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private Attributes attributes = Attributes.NONE;
    private Optional<PromotionTable> promotion = Optional.empty();
    /** Arguments with axes, by attribute. */
    private final Map<String, TreePath> axesPaths = new LinkedHashMap<>();

    /** Arguments that are not operands, by parameter. */
    private final Map<String, TreePath> attributePaths = new HashMap<>();

    private TreePath attributePath;

    /** Operand before its dtype is known. */
    private record Argument(OpParameter parameter, TreePath path, TypeKind javaType, SymbolicValue value) {

        boolean isShared() {
            return parameter.dtype() == OpDtype.SHARED;
        }
    }

    /**
     * Creates empty arguments.
     *
     * @param javaName method of {@code Ops}
     * @param row the op
     * @param select the called name
     */
    public OpArguments(String javaName, OpRow row, TreePath select) {
        this.javaName = javaName;
        this.row = row;
        this.select = select;
        this.attributePath = select;
    }

    /**
     * Adds an operand.
     *
     * @param javaType type of the Java parameter
     */
    public void operand(OpParameter parameter, TreePath path, TypeKind javaType, SymbolicValue value) {
        operands.add(new Argument(parameter, path, javaType, value));
    }

    public void attribute(OpParameter parameter, TreePath path, Object value) {
        attributes = attributes.with(parameter.attribute(), value);
        attributePath = path;
        attributePaths.put(parameter.name(), path);
        if (parameter.kind() == OpParameter.Kind.AXIS || parameter.kind() == OpParameter.Kind.AXES) {
            axesPaths.put(parameter.attribute(), path);
        }
    }

    /** Adds the default of an omitted attribute. */
    public void defaultAttribute(OpParameter parameter, Object value) {
        attributes = attributes.with(parameter.attribute(), value);
    }

    /** Adds an omitted optional tensor. */
    public void absent(OpParameter parameter) {
        String others = attributes.has(OpParameter.ABSENT) ? attributes.text(OpParameter.ABSENT) + " " : "";
        attributes = attributes.with(OpParameter.ABSENT, others + parameter.name());
    }

    /**
     * Casts tensors of different dtypes by a rule, and assigns each number the dtype of the tensors it is combined with,
     * or of its own Java type if there are none.
     */
    public void resolve(NumberReader numbers, Optional<PromotionTable> rule) throws RejectedTreeException {
        promotion = rule;
        List<Node> tensors = operands.stream()
                .filter(Argument::isShared)
                .flatMap(operand -> numbers.tensor(operand.value()).stream())
                .toList();
        List<DataType> tensorTypes =
                tensors.stream().map(Node::dtype).distinct().toList();
        Optional<DataType> promoted = tensorTypes.size() > 1 && PromotionTable.covers(row)
                ? rule.flatMap(table -> promoted(table, tensors))
                : Optional.empty();
        DataType shared = promoted.or(() -> tensorTypes.stream().findFirst())
                .or(() -> operands.stream()
                        .filter(Argument::isShared)
                        .map(operand -> ofJavaType(operand.javaType()))
                        .findFirst())
                .orElse(DataType.F32);
        for (Argument operand : operands) {
            String label = operand.path().getLeaf() instanceof IdentifierTree identifier
                    ? identifier.getName().toString()
                    : "";
            DataType dtype = DtypeRules.number(row, operand.parameter(), shared, attributes);
            Node node = numbers.operand(operand.path(), operand.value(), operand.javaType(), dtype, label);
            boolean isCast = promoted.isPresent()
                    && operand.isShared()
                    && numbers.tensor(operand.value()).isPresent();
            nodes.add(isCast ? numbers.cast(operand.path(), node, promoted.get()) : node);
        }
    }

    /** Returns the promoted dtype; a tensor of any shape counts as one with axes. */
    private static Optional<DataType> promoted(PromotionTable table, List<Node> tensors) {
        Map<Boolean, List<DataType>> byAxes = tensors.stream()
                .collect(Collectors.partitioningBy(
                        tensor -> !tensor.shape().isScalar(), Collectors.mapping(Node::dtype, Collectors.toList())));
        return table.promoted(byAxes.get(true), byAxes.get(false));
    }

    private static DataType ofJavaType(TypeKind type) {
        return switch (type) {
            case INT -> DataType.I32;
            case LONG -> DataType.I64;
            case FLOAT -> DataType.F32;
            default -> DataType.F64;
        };
    }

    /** Returns the rule for operands of different dtypes; empty if they are rejected. */
    public Optional<PromotionTable> promotion() {
        return promotion;
    }

    public String javaName() {
        return javaName;
    }

    public OpRow row() {
        return row;
    }

    public TreePath select() {
        return select;
    }

    public List<Node> operands() {
        return nodes;
    }

    public TreePath operandPath(int index) {
        return operands.get(index).path();
    }

    public Attributes attributes() {
        return attributes;
    }

    /**
     * Returns the argument with the axes that violate a rule; the last one with axes if none does, and the op's name if
     * there is none.
     *
     * @param violation rule for the axes as written
     */
    public TreePath axesPath(Predicate<List<Long>> violation) {
        TreePath last = select;
        for (Map.Entry<String, TreePath> entry : axesPaths.entrySet()) {
            last = entry.getValue();
            if (violation.test(
                    attributes.values().get(entry.getKey()) instanceof Long axis
                            ? List.of(axis)
                            : attributes.longs(entry.getKey()))) {
                break;
            }
        }
        return last;
    }

    /**
     * Returns the argument of a parameter that is not an operand, or the last such argument if there is none of that name.
     * Without such arguments, it is the op's name.
     */
    public TreePath attributePath(String parameter) {
        return attributePaths.getOrDefault(parameter, attributePath);
    }
}

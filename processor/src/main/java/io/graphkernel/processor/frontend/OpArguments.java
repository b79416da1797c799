package io.graphkernel.processor.frontend;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.DtypeRules;
import io.graphkernel.processor.op.OpDtype;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpRow;
import java.util.ArrayList;
import java.util.List;

/** The arguments of one call of an op and where they are in the source. */
final class OpArguments {

    private final String javaName;
    private final OpRow row;
    private final TreePath select;
    private final List<Argument> operands = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private Attributes attributes = Attributes.NONE;
    private TreePath axesPath;
    private TreePath attributePath;

    /** An operand before its dtype is known. */
    private record Argument(OpParameter parameter, TreePath path, Value value) {}

    /**
     * No arguments yet.
     *
     * @param javaName the method of {@code Ops}
     * @param row the op
     * @param select the name in the call
     */
    OpArguments(String javaName, OpRow row, TreePath select) {
        this.javaName = javaName;
        this.row = row;
        this.select = select;
        this.axesPath = select;
        this.attributePath = select;
    }

    void operand(OpParameter parameter, TreePath path, Value value) {
        operands.add(new Argument(parameter, path, value));
    }

    void attribute(OpParameter parameter, TreePath path, Object value) {
        attributes = attributes.with(parameter.attribute(), value);
        attributePath = path;
        if (parameter.kind() == OpParameter.Kind.AXIS || parameter.kind() == OpParameter.Kind.AXES) {
            axesPath = path;
        }
    }

    /** An attribute that the call leaves out. */
    void defaultAttribute(OpParameter parameter, Object value) {
        attributes = attributes.with(parameter.attribute(), value);
    }

    /** An optional tensor that the call leaves out. */
    void absent(OpParameter parameter) {
        String others = attributes.has(OpParameter.ABSENT) ? attributes.text(OpParameter.ABSENT) + " " : "";
        attributes = attributes.with(OpParameter.ABSENT, others + parameter.name());
    }

    /** Gives each number the dtype of the tensors that it meets. */
    void resolve(NumberReader numbers) throws Rejected {
        DType shared = operands.stream()
                .filter(operand -> operand.parameter().dtype() == OpDtype.SHARED)
                .flatMap(operand -> numbers.dtype(operand.value()).stream())
                .findFirst()
                .orElse(DType.F32);
        for (Argument operand : operands) {
            String label = operand.path().getLeaf() instanceof IdentifierTree identifier
                    ? identifier.getName().toString()
                    : "";
            DType dtype = DtypeRules.number(operand.parameter(), shared);
            nodes.add(numbers.operand(operand.path(), operand.value(), dtype, label));
        }
    }

    String javaName() {
        return javaName;
    }

    OpRow row() {
        return row;
    }

    TreePath select() {
        return select;
    }

    List<Node> operands() {
        return nodes;
    }

    TreePath operandPath(int index) {
        return operands.get(index).path();
    }

    Attributes attributes() {
        return attributes;
    }

    /** The argument that gives the axes; the op's name if there is none. */
    TreePath axesPath() {
        return axesPath;
    }

    /** The last argument that is no operand; the op's name if there is none. */
    TreePath attributePath() {
        return attributePath;
    }
}

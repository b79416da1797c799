package io.graphkernel.processor.frontend;

import io.graphkernel.processor.frontend.Value.ConstantValue;
import io.graphkernel.processor.frontend.Value.RuntimeScalar;
import io.graphkernel.processor.frontend.Value.TensorValue;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.type.TypeKind;

/** The graph of the method that is being read. */
final class BodyGraph {

    private final GraphBuilder builder = new GraphBuilder(new TemplateRules());
    private final Map<String, Node> scalars = new HashMap<>();
    private int updateCount;

    GraphBuilder builder() {
        return builder;
    }

    /**
     * The value of a tensor or number as an operand.
     *
     * @param value a tensor, a constant or a run-time scalar
     * @param label a readable name for a run-time scalar, or empty
     * @return its node
     */
    Node operand(Value value, String label) {
        if (value instanceof TensorValue tensor) {
            return tensor.node();
        }
        if (value instanceof ConstantValue constant) {
            return builder.constant((Double) ConstantArithmetic.convert(constant.value(), TypeKind.DOUBLE));
        }
        String expression = Scalars.single((RuntimeScalar) value).text();
        return scalars.computeIfAbsent(expression, text -> builder.add(Node.scalar(label, text)));
    }

    /**
     * Adds an op.
     *
     * @return what the Java call gives: the result, or for an update in place the parameter itself
     * @throws TypeException if the op can't take these operands
     * @throws NoTemplateException if no kernel template reduces its axes
     */
    TensorValue operation(OpRow row, List<Node> operands, Attributes attributes, String label, Origin origin)
            throws TypeException {
        if (row.kind() == OpKind.ASSIGN) {
            updateCount++;
            Node parameter = operands.get(0);
            Node value = wholeParameter(parameter, operands.get(1), origin);
            builder.operation(row.name(), List.of(parameter, value), attributes, label, origin);
            return new TensorValue(parameter);
        }
        return new TensorValue(builder.operation(row.name(), operands, attributes, label, origin));
    }

    /** A value that broadcasts into the parameter, in the parameter's shape, as later reads of the parameter see it. */
    private Node wholeParameter(Node parameter, Node value, Origin origin) throws TypeException {
        Shape shape = builder.current(value).shape();
        boolean broadcasts = !shape.equals(parameter.shape())
                && parameter.shape().broadcast(shape).equals(Optional.of(parameter.shape()))
                && parameter.dtype() == DType.F32
                && parameter.kind() == Node.Kind.PARAMETER;
        if (!broadcasts) {
            return value;
        }
        return builder.operation("BroadcastTo", List.of(value, parameter), Attributes.NONE, "", origin);
    }

    /** Number of updates in place so far; a call that leaves it unchanged has no effect but its result. */
    int updateCount() {
        return updateCount;
    }

    /**
     * Adds the ops of a kernel that is called.
     *
     * @return its results, in order
     * @throws TypeException if an op of the kernel can't take the arguments
     * @throws NoTemplateException if no kernel template reduces the axes of one of its ops
     */
    List<Node> inline(Graph callee, Map<String, Object> arguments, Origin origin) throws TypeException {
        updateCount += callee.assigns().size();
        return builder.inline(callee, arguments, origin);
    }
}

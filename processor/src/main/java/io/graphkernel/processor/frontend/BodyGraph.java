package io.graphkernel.processor.frontend;

import io.graphkernel.processor.frontend.Value.TensorValue;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.BasicOps;
import io.graphkernel.processor.op.EveryRankRules;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The graph of the method that is being read. */
final class BodyGraph {

    /**
     * Ops of one method, enough for a step of training of 48 layers: beyond it, passes and schedule, whose time grows with the
     * ops, would take minutes, and a loop or calls that double the ops would fill the memory.
     */
    static final int MOST_OPS = 20_000;

    private final GraphBuilder builder = new GraphBuilder(EveryRankRules.INSTANCE, 2 * MOST_OPS);
    private final Map<String, Node> scalars = new HashMap<>();
    private int updateCount;
    private int losses;

    GraphBuilder builder() {
        return builder;
    }

    /** A number known at the call; one node for each expression and dtype. */
    Node scalar(String label, String expression, DType dtype) {
        return scalars.computeIfAbsent(
                dtype + " " + expression, key -> builder.add(Node.scalar(label, expression, dtype)));
    }

    /**
     * Adds an op.
     *
     * @param arguments the call
     * @param labels a readable name for each result, or empty texts
     * @param origin the Java line
     * @return what the Java call gives: the results, and for an update in place the parameter itself
     * @throws TypeException if the op can't take these operands
     */
    List<TensorValue> operation(OpArguments arguments, List<String> labels, Origin origin) throws TypeException {
        OpRow row = arguments.row();
        List<Node> operands = arguments.operands();
        if (row.kind() == OpKind.ASSIGN) {
            updateCount++;
            Node parameter = operands.get(0);
            Node value = wholeParameter(parameter, operands.get(1), origin);
            builder.operation(row.name(), List.of(parameter, value), arguments.attributes(), labels.get(0), origin);
            return List.of(new TensorValue(parameter));
        }
        List<Node> results = builder.operations(row.name(), operands, arguments.attributes(), labels, origin);
        List<Integer> updates = OpTable.get().updates(row.name());
        List<TensorValue> values = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            int updated = i < updates.size() ? updates.get(i) : -1;
            updateCount += updated < 0 ? 0 : 1;
            values.add(new TensorValue(updated < 0 ? results.get(i) : operands.get(updated)));
        }
        return values;
    }

    /** The number of results of an op whose attributes or dims decide it. */
    int resultCount(OpArguments arguments) throws TypeException {
        GraphBuilder discarded = new GraphBuilder(OpTable.get(), MOST_OPS);
        List<Node> operands =
                arguments.operands().stream().map(builder::current).toList();
        return arguments
                .row()
                .expand(discarded, operands, arguments.attributes(), Origin.NONE)
                .size();
    }

    /** A value that broadcasts into the parameter, in the parameter's shape, as later reads of the parameter see it. */
    private Node wholeParameter(Node parameter, Node value, Origin origin) throws TypeException {
        Shape shape = builder.current(value).shape();
        boolean broadcasts = !shape.equals(parameter.shape())
                && parameter.shape().broadcast(shape).equals(Optional.of(parameter.shape()))
                && parameter.kind() == Node.Kind.PARAMETER;
        if (!broadcasts) {
            return value;
        }
        return builder.operation(BasicOps.BROADCAST_LIKE, List.of(value, parameter), Attributes.NONE, "", origin);
    }

    /** From here on until {@link #endLoss}, ops belong to a loss, which updates nothing in place. */
    void beginLoss() {
        losses++;
    }

    void endLoss() {
        losses--;
    }

    boolean isInLoss() {
        return losses > 0;
    }

    /** Number of ops so far. */
    int opCount() {
        return builder.size();
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
     */
    List<Node> inline(Graph callee, Map<String, Object> arguments, Origin origin) throws TypeException {
        updateCount += callee.assigns().size();
        return builder.inline(callee, arguments, origin);
    }
}

package io.graphkernel.processor.frontend.value;

import com.sun.source.tree.Tree;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.GraphExpansion;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.PromotionTable;
import io.graphkernel.op.RankPolymorphicTypeRules;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Builder of the graph of the method being read. */
public final class BodyGraph {

    /**
     * Maximum number of ops in a method. It admits a training step of 48 layers. Beyond it, passes and scheduling would
     * take minutes, and loops or calls that double the ops would exhaust the memory.
     */
    public static final int MAX_OPS = 20_000;

    /**
     * Maximum number of loops and branches around each other. The statements after a jump are a branch, and passes recurse
     * into it.
     */
    public static final int MAX_DEPTH = 64;

    /** Maximum number of unrolled iterations in one method. */
    public static final int MAX_ITERATIONS = 1000;

    private final GraphBuilder builder;
    private final Map<String, Node> scalars = new HashMap<>();
    private final RecordDims dims;
    private final EmptyTensorsCheck emptyTensors;
    private Optional<PromotionTable> promotion = Optional.empty();
    private int updateCount;
    private int losses;
    private final int depth;
    private int iterations;

    /**
     * Creates an empty graph.
     *
     * @param dims dims of the records in the signature
     */
    public BodyGraph(RecordDims dims) {
        this(new GraphBuilder(RankPolymorphicTypeRules.INSTANCE, 2 * MAX_OPS), dims, 0, new HashSet<>(), 0);
    }

    private BodyGraph(GraphBuilder builder, RecordDims dims, int losses, Set<Tree> warned, int depth) {
        this.depth = depth;
        this.builder = builder;
        this.dims = dims;
        this.emptyTensors = new EmptyTensorsCheck(builder, warned);
        this.losses = losses;
    }

    /** Returns the dims of the records in the signature. */
    public RecordDims dims() {
        return dims;
    }

    /**
     * Binds dims of records so that an op accepts its operands, if there are such dims.
     *
     * @param arguments the op, which rejects the operands
     * @throws DimsBoundException if dims were bound; the method has to be read again
     */
    public void unify(OpArguments arguments) {
        if (dims.isOpen()) {
            List<ValueType> types = arguments.operands().stream()
                    .map(node -> builder.current(node).type())
                    .toList();
            new OperandUnifier(dims, arguments, types).binding().ifPresent(dims::bind);
        }
    }

    /**
     * Binds a dim of a record so that two dims are equal, if that is possible.
     *
     * @throws DimsBoundException if a dim was bound; the method has to be read again
     */
    public void unify(Dim first, Dim second) {
        Map<String, Dim> binding = dims.binding(first, second);
        if (!binding.isEmpty()) {
            dims.bind(binding);
        }
    }

    /** Returns the number of loops and branches around the statements. */
    public int depth() {
        return depth;
    }

    /** Returns an empty graph for the body of a loop in this graph. */
    public BodyGraph loopBody() {
        BodyGraph body = new BodyGraph(builder.body(), dims, losses, emptyTensors.warned(), depth + 1);
        body.promotion = promotion;
        return body;
    }

    /** Returns the check for ops that accept empty tensors only. */
    public EmptyTensorsCheck emptyTensors() {
        return emptyTensors;
    }

    /** Sets the rule for operands of different dtypes. */
    public void promote(Optional<PromotionTable> rule) {
        promotion = rule;
    }

    /** Returns the rule for operands of different dtypes; empty if they are rejected. */
    public Optional<PromotionTable> promotion() {
        return promotion;
    }

    public GraphBuilder builder() {
        return builder;
    }

    /** Returns the node of a runtime scalar, one for each expression and dtype. */
    public Node scalar(Node scalar) {
        return scalars.computeIfAbsent(scalar.dtype() + " " + scalar.attributes(), key -> builder.add(scalar));
    }

    /**
     * Adds an op.
     *
     * @param arguments the call
     * @param labels readable names of the results, which may be empty
     * @param origin the Java line
     * @return results of the Java call; for an in-place update the parameter itself
     * @throws TypeException if the operands violate a type rule of the op
     */
    public List<TensorValue> operation(OpArguments arguments, List<String> labels, Origin origin) throws TypeException {
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

    /** Returns the number of results of an op that depends on its attributes or dims. */
    public int resultCount(OpArguments arguments) throws TypeException {
        GraphBuilder discarded = new GraphBuilder(OpTable.get(), MAX_OPS);
        List<Node> operands =
                arguments.operands().stream().map(builder::current).toList();
        return GraphExpansion.expand(arguments.row(), discarded, operands, arguments.attributes(), Origin.NONE)
                .size();
    }

    /** Returns the value broadcast to the shape of the parameter, as later reads of the parameter see it. */
    private Node wholeParameter(Node parameter, Node value, Origin origin) throws TypeException {
        Shape shape = builder.current(value).shape();
        boolean broadcasts = !shape.equals(parameter.shape())
                && parameter.shape().broadcast(shape).equals(Optional.of(parameter.shape()))
                && (parameter.isOperation() || parameter.kind() == Node.Kind.PARAMETER);
        if (!broadcasts) {
            return value;
        }
        return builder.operation(BasicOps.BROADCAST_LIKE, List.of(value, parameter), Attributes.NONE, "", origin);
    }

    /** Marks the following ops, until {@link #endLoss}, as part of a loss, which may not update parameters in place. */
    public void beginLoss() {
        losses++;
    }

    public void endLoss() {
        losses--;
    }

    public boolean isInLoss() {
        return losses > 0;
    }

    /** Counts an unrolled iteration; returns false if there are too many. */
    public boolean countIteration() {
        return ++iterations <= MAX_ITERATIONS;
    }

    /** Adds the in-place updates of a loop's body, which the caller adds to this graph. */
    public void countUpdates(int updates) {
        updateCount += updates;
    }

    /** Returns the number of ops. */
    public int opCount() {
        return builder.size();
    }

    /** Returns the number of in-place updates. A call that leaves it unchanged has no side effect. */
    public int updateCount() {
        return updateCount;
    }

    /**
     * Inlines the graph of a called kernel method.
     *
     * @return its results, in order
     * @throws TypeException if the arguments violate a type rule of an inlined op
     */
    public List<Node> inline(Graph callee, Map<String, Object> arguments, Map<String, Dim> numbers, Origin origin)
            throws TypeException {
        updateCount += callee.assigns().size();
        return builder.inline(callee, arguments, numbers, origin);
    }
}

package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.AdditiveScore;
import io.graphkernel.op.AttentionExpansion;
import io.graphkernel.op.GraphExpansion;
import io.graphkernel.op.ScalarFunction;
import io.graphkernel.op.ScoreFunctions;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ElementFunctionReader;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.RuntimeTypeNames;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.NumberReader;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.type.TypeKind;

/**
 * Reader of calls of {@code FlexAttention}. A score function that only adds a bias becomes a mask of the axes on which it
 * depends, so that the attention is fused and does not compute empty tiles.
 */
final class AttentionCalls {

    /** Number of tensors before the scale: query, key and value. */
    private static final int MATRICES = 3;

    /** Operand of a score function that has the size of the keys. */
    private static final int KEY_INDEX = 4;

    private static final int SIZE = 3;
    private static final int RANK = 4;

    private final Javac javac;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    private final NumberReader numbers;
    private final ElementFunctionReader functions;

    AttentionCalls(
            Javac javac, VariableScope scope, BodyGraph graph, ExpressionReader expressions, NumberReader numbers) {
        this.javac = javac;
        this.graph = graph;
        this.expressions = expressions;
        this.numbers = numbers;
        this.functions = new ElementFunctionReader(javac, scope, numbers);
    }

    SymbolicValue read(TreePath path, MethodInvocationTree call) throws RejectedTreeException {
        List<Node> tensors = new ArrayList<>();
        Optional<SymbolicValue> scale = Optional.empty();
        TreePath scalePath = path;
        Optional<ElementFunctionReader.Result> function = Optional.empty();
        Optional<RecordValue> batch = Optional.empty();
        for (ExpressionTree tree : call.getArguments()) {
            TreePath argument = child(path, tree);
            if (javac.type(argument).getKind().isPrimitive()) {
                scale = Optional.of(expressions.scalars().readNumber(argument));
                scalePath = argument;
            } else if (javac.isTensor(javac.type(argument))) {
                tensors.add(tensor(argument));
            } else if (javac.isClass(javac.type(argument), RuntimeTypeNames.RAGGED_BATCH)) {
                requireFloat(child(path, call.getArguments().get(0)), tensors.get(0));
                batch = Optional.of(batch(argument));
            } else {
                requireFloat(child(path, call.getArguments().get(0)), tensors.get(0));
                function = Optional.of(functions.read(argument, functions.parameterTypes(argument), false));
            }
        }
        if (graph.opCount() >= BodyGraph.MAX_OPS) {
            throw KernelCalls.tooManyOps(javac, path, graph, 1);
        }
        Origin origin = javac.origin(path);
        try {
            DataType dtype = tensors.get(0).dtype();
            Node factor = scale.isEmpty()
                    ? defaultScale(tensors, origin)
                    : numbers.operand(scalePath, scale.get(), TypeKind.DOUBLE, dtype, "scale");
            List<Node> operands = new ArrayList<>(tensors);
            operands.add(MATRICES, factor);
            if (batch.isPresent()) {
                operands.addAll(
                        MATRICES + 1,
                        AttentionExpansion.bounds(
                                GraphExpansion.in(graph.builder(), origin),
                                component(batch.get(), "offsets"),
                                component(batch.get(), "segments"),
                                tensors.get(1)));
            }
            boolean isKernel = batch.isPresent()
                    ? hasKernel(function, tensors)
                    : function.isPresent() && !isAdditive(function.get()) && hasKernel(function, tensors);
            if (isKernel) {
                return new TensorValue(kernel(function, operands, batch.isPresent(), origin));
            }
            Optional<AttentionExpansion.Scores> scores =
                    function.map(read -> (b, values, indices) -> scores(b, read, values, indices, origin));
            Node result = GraphExpansion.expand(
                            AttentionExpansion.row(scores, batch.isPresent()),
                            graph.builder(),
                            operands,
                            Attributes.NONE,
                            origin)
                    .get(0);
            return new TensorValue(result);
        } catch (TypeException e) {
            throw javac.reject(
                    child(path, call.getMethodSelect()), Diagnostic.ATTENTION, Javac.text(call), e.getMessage());
        }
    }

    private Node tensor(TreePath argument) throws RejectedTreeException {
        if (!(expressions.read(argument, "") instanceof TensorValue tensor)) {
            throw expressions.unsupported(argument);
        }
        return graph.builder().current(tensor.node());
    }

    private RecordValue batch(TreePath argument) throws RejectedTreeException {
        if (!(expressions.read(argument, "") instanceof RecordValue batch)) {
            throw expressions.unsupported(argument);
        }
        return batch;
    }

    private Node component(RecordValue batch, String name) {
        return graph.builder().current(((TensorValue) batch.components().get(name)).node());
    }

    /** Requires a dtype whose scores are computed as {@code float}. */
    private void requireFloat(TreePath query, Node node) throws RejectedTreeException {
        if (node.dtype().computeType() != DataType.F32) {
            String java = ScalarArithmetic.javaName(TypeKind.FLOAT);
            throw javac.reject(
                    query, Diagnostic.ELEMENT_DTYPE, Javac.text(query.getLeaf()), node.dtype(), java, DataType.F32);
        }
    }

    /** Returns the reciprocal square root of the size of a head; a size of the call divides the queries instead. */
    private Node defaultScale(List<Node> tensors, Origin origin) throws TypeException {
        Node query = tensors.get(0);
        Shape shape = query.shape();
        if (shape.isUnranked() || shape.rank() <= SIZE) {
            return graph.builder().constant(1.0, query.dtype());
        }
        Dim size = shape.dims().get(SIZE);
        if (size instanceof Dim.Constant constant) {
            return graph.builder().constant(1 / Math.sqrt(constant.size()), query.dtype());
        }
        ExpansionBuilder b = GraphExpansion.in(graph.builder(), origin);
        tensors.set(0, AttentionExpansion.dividedByRootOfSize(b, query));
        return graph.builder().constant(1.0, query.dtype());
    }

    private Node scores(
            ExpansionBuilder b, ElementFunctionReader.Result read, Node scores, List<Node> indices, Origin origin)
            throws TypeException {
        ScalarFunction function = read.functions().get(0);
        List<Node> operands = new ArrayList<>(List.of(b.cast(scores, DataType.F32)));
        operands.addAll(indices);
        operands.addAll(read.captured());
        Optional<AdditiveScore> additive = AdditiveScore.of(function, KEY_INDEX);
        if (additive.isEmpty()) {
            return b.castLike(map(function, operands, origin), scores);
        }
        List<Node> used =
                additive.get().parameters().stream().map(operands::get).toList();
        return b.masked(scores, b.castLike(map(additive.get().bias(), used, origin), scores));
    }

    /** Returns true if the function adds a bias to the score. */
    private static boolean isAdditive(ElementFunctionReader.Result read) {
        return AdditiveScore.of(read.functions().get(0), KEY_INDEX).isPresent();
    }

    /**
     * Returns true if all operands have the shapes and dtypes of a kernel of its own. The expansion also has numbers of
     * tensors, keys and values of different shapes, and sizes that are compared at the call.
     */
    private static boolean hasKernel(Optional<ElementFunctionReader.Result> read, List<Node> tensors) {
        DataType dtype = tensors.get(0).dtype();
        return read.stream().flatMap(result -> result.captured().stream()).allMatch(Node::isNumber)
                && tensors.stream().noneMatch(tensor -> tensor.shape().isUnranked())
                && tensors.subList(0, MATRICES).stream().allMatch(tensor -> tensor.dtype() == dtype)
                && tensors.subList(0, MATRICES).stream()
                        .allMatch(tensor -> tensor.shape().rank() == RANK)
                && haveShapesOfKernel(tensors);
    }

    private static boolean haveShapesOfKernel(List<Node> tensors) {
        List<Dim> query = tensors.get(0).shape().dims();
        List<Dim> key = tensors.get(1).shape().dims();
        List<Dim> scores = List.of(query.get(0), query.get(1), query.get(2), key.get(2));
        return key.equals(tensors.get(2).shape().dims())
                && key.get(0).equals(query.get(0))
                && key.get(SIZE).equals(query.get(SIZE))
                && tensors.subList(MATRICES, tensors.size()).stream()
                        .allMatch(operand -> isComparable(operand.shape().dims(), scores));
    }

    /** Returns true if the compiler can tell if an operand broadcasts to the scores. */
    private static boolean isComparable(List<Dim> operand, List<Dim> scores) {
        int missing = scores.size() - operand.size();
        for (int axis = Math.max(0, -missing); axis < operand.size(); axis++) {
            Dim dim = operand.get(axis);
            Dim score = scores.get(axis + missing);
            boolean isKnown = dim instanceof Dim.Constant && score instanceof Dim.Constant;
            if (!isKnown && !dim.equals(score) && !dim.equals(Dim.ONE)) {
                return false;
            }
        }
        return true;
    }

    private Node kernel(
            Optional<ElementFunctionReader.Result> read, List<Node> operands, boolean isRagged, Origin origin)
            throws TypeException {
        ExpansionBuilder b = GraphExpansion.in(graph.builder(), origin);
        int further = MATRICES + 1 + (isRagged ? AttentionExpansion.BOUNDS : 0);
        List<Node> converted = new ArrayList<>(operands.subList(0, further));
        for (Node operand : operands.subList(further, operands.size())) {
            converted.add(b.cast(operand, DataType.F32));
        }
        read.ifPresent(result -> converted.addAll(result.captured()));
        ScalarFunction function = read.map(result -> result.functions().get(0)).orElseGet(ScoreFunctions::identity);
        Attributes attributes = Attributes.NONE.with(ScalarFunction.ATTRIBUTE, function.text());
        if (isRagged) {
            attributes = attributes.with(AttentionExpansion.RAGGED, true);
        }
        return graph.builder().operation(BasicOps.SCORED_ATTENTION, converted, attributes, "", origin);
    }

    private Node map(ScalarFunction function, List<Node> operands, Origin origin) throws TypeException {
        Attributes attributes = Attributes.NONE.with(ScalarFunction.ATTRIBUTE, function.text());
        return graph.builder().operation(BasicOps.MAP, operands, attributes, "", origin);
    }
}

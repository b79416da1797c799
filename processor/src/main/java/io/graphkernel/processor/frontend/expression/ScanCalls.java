package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Axes;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.advice.TypeProblem;
import io.graphkernel.processor.frontend.element.ElementFunctionReader;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.ConstantArithmetic;
import io.graphkernel.processor.frontend.value.IntegerDivisionCheck;
import io.graphkernel.processor.frontend.value.NumberReader;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.EnumValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;

/** Reader of calls of {@code Scans}. */
final class ScanCalls {

    private final Javac javac;
    private final VariableScope scope;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    private final IntegerDivisionCheck remainders;

    ScanCalls(
            Javac javac,
            VariableScope scope,
            BodyGraph graph,
            ExpressionReader expressions,
            IntegerDivisionCheck remainders) {
        this.javac = javac;
        this.scope = scope;
        this.graph = graph;
        this.expressions = expressions;
        this.remainders = remainders;
    }

    SymbolicValue read(TreePath path, MethodInvocationTree call, ExecutableElement method)
            throws RejectedTreeException {
        int count = 0;
        while (javac.isTensor(method.getParameters().get(count).asType())) {
            count++;
        }
        TreePath axisPath = child(path, call.getArguments().get(count));
        TreePath initialPath = child(path, call.getArguments().get(count + 1));
        TreePath function = child(path, call.getArguments().get(count + 2));
        List<String> options = options(path, call, count + 3);
        BodyGraph body = graph.loopBody();
        ElementFunctionReader functions =
                new ElementFunctionReader(javac, scope, new NumberReader(javac, body, remainders));
        List<TypeKind> elements = functions.elementTypes(function);
        List<Node> operands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            operands.add(operand(path, call.getArguments().get(i), elements.get(i)));
        }
        ElementFunctionReader.Step step = functions.readStep(function);
        if (graph.opCount() >= BodyGraph.MAX_OPS) {
            throw KernelCalls.tooManyOps(javac, path, graph, 1);
        }
        try {
            List<Node> whole = broadcast(operands, path);
            int axis = axis(path, axisPath, whole.get(0).shape());
            ScanBuilder builder = new ScanBuilder(
                    graph.builder(), body.builder(), whole, axis, options.contains("REVERSE"), javac.origin(path));
            List<Node> results = builder.add(step, initial(initialPath, step), options.contains("EXCLUSIVE"));
            boolean reduces = method.getSimpleName().toString().startsWith("reduce");
            int states = step.state().size();
            List<TensorValue> values = results.subList(reduces ? 0 : states, reduces ? states : 2 * states).stream()
                    .map(TensorValue::new)
                    .toList();
            return method.getReturnType().getKind() == TypeKind.ARRAY ? ArrayValue.fixed(values) : values.get(0);
        } catch (TypeException e) {
            throw javac.reject(
                    child(path, call.getMethodSelect()), Diagnostic.ELEMENT_SHAPES, Javac.text(call), e.getMessage());
        }
    }

    private Node operand(TreePath path, ExpressionTree tree, TypeKind type) throws RejectedTreeException {
        TreePath argument = child(path, tree);
        Node node = ElementCalls.operand(javac, expressions, argument, type);
        Node current = graph.builder().current(node);
        if (current.shape().isUnranked() || current.shape().batchDims().isPresent()) {
            String facts =
                    "the number of axes of " + String.join(", ", current.shape().parameters()) + " is not declared";
            throw TypeProblem.shapeNeeded(javac, argument, "a scan", facts, current);
        }
        return current;
    }

    /** Returns the operands in their broadcast shape. */
    private List<Node> broadcast(List<Node> operands, TreePath path) throws TypeException {
        List<Node> whole = new ArrayList<>();
        for (Node operand : operands) {
            Node value = operand;
            for (Node other : operands) {
                boolean isSmaller = !value.shape().broadcast(other.shape()).equals(Optional.of(value.shape()));
                value = isSmaller
                        ? graph.builder()
                                .operation(
                                        BasicOps.BROADCAST_LIKE,
                                        List.of(value, other),
                                        Attributes.NONE,
                                        "",
                                        javac.origin(path))
                        : value;
            }
            whole.add(value);
        }
        return whole;
    }

    private int axis(TreePath path, TreePath axisPath, Shape shape) throws RejectedTreeException {
        String text = Javac.text(axisPath.getLeaf());
        SymbolicValue position = expressions.scalars().readNumber(axisPath);
        expressions.scalars().requireKnownBefore(axisPath, position);
        if (!(position instanceof ConstantValue constant)) {
            throw javac.reject(axisPath, Diagnostic.NON_CONSTANT_ATTRIBUTE, text, "scan", "the axis");
        }
        try {
            return Axes.normalized(shape, (Long) ConstantArithmetic.convert(constant.value(), TypeKind.LONG));
        } catch (TypeException e) {
            throw javac.reject(
                    axisPath,
                    Diagnostic.AXIS_OUT_OF_RANGE,
                    "'" + Javac.text(path.getLeaf()) + "'",
                    text,
                    e.getMessage(),
                    TypeProblem.axisAdvice(e.rank()));
        }
    }

    /** Returns the components of the initial state, as numbers of the graph around the loop. */
    private List<Node> initial(TreePath path, ElementFunctionReader.Step step) throws RejectedTreeException {
        SymbolicValue value = step.state().size() == 1 && !javac.isRecord(javac.type(path))
                ? expressions.scalars().readNumber(path)
                : expressions.read(path, "");
        List<SymbolicValue> components = List.copyOf(value.leaves().values());
        NumberReader numbers = new NumberReader(javac, graph, remainders);
        List<Node> initial = new ArrayList<>();
        for (int i = 0; i < step.state().size(); i++) {
            TypeKind type = step.state().get(i);
            if (components.get(i) instanceof ConstantValue constant && constant.value() instanceof Boolean truth) {
                initial.add(graph.builder().constant(truth ? 1L : 0L, ElementFunctionReader.dtype(type)));
                continue;
            }
            initial.add(
                    numbers.operand(path, components.get(i), type, ElementFunctionReader.dtype(type), "initial" + i));
        }
        return initial;
    }

    private List<String> options(TreePath path, MethodInvocationTree call, int first) throws RejectedTreeException {
        List<String> options = new ArrayList<>();
        for (int i = first; i < call.getArguments().size(); i++) {
            TreePath argument = child(path, call.getArguments().get(i));
            SymbolicValue value = expressions.read(argument, "");
            for (SymbolicValue element : value instanceof ArrayValue array ? array.elements() : List.of(value)) {
                if (!(element instanceof EnumValue option)) {
                    throw javac.reject(
                            argument,
                            Diagnostic.NON_CONSTANT_ATTRIBUTE,
                            Javac.text(argument.getLeaf()),
                            "scan",
                            "an option");
                }
                options.add(option.constant());
            }
        }
        return options;
    }
}

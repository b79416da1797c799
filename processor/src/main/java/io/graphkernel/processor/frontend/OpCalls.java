package io.graphkernel.processor.frontend;

import static io.graphkernel.processor.frontend.Javac.child;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.Value.ArrayValue;
import io.graphkernel.processor.frontend.Value.ConstantValue;
import io.graphkernel.processor.frontend.Value.NoValue;
import io.graphkernel.processor.frontend.Value.RecordValue;
import io.graphkernel.processor.frontend.Value.TensorValue;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.BasicOps;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpParameter.Kind;
import io.graphkernel.processor.op.OpResult;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reads calls of {@code Ops}, whose methods are made from the rows of the op table. */
final class OpCalls {

    private final Javac javac;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    private final AttributeReader attributes;
    private final NumberReader numbers;

    OpCalls(Javac javac, BodyGraph graph, ExpressionReader expressions, DroppedRemainders remainders) {
        this.javac = javac;
        this.graph = graph;
        this.expressions = expressions;
        this.attributes = new AttributeReader(javac, expressions);
        this.numbers = new NumberReader(javac, graph, remainders);
    }

    Value read(TreePath path, MethodInvocationTree call, ExecutableElement method, String opName, String label)
            throws Rejected {
        TreePath select = child(path, call.getMethodSelect());
        OpRow row = OpTable.get()
                .find(opName)
                .orElseThrow(() -> javac.reject(select, Diagnostic.OP_NOT_SUPPORTED, method.getSimpleName()));
        Optional<List<OpParameter>> parameters = new ParameterMatcher(javac, row).match(method);
        if (parameters.isEmpty()) {
            throw javac.reject(select, Diagnostic.OP_NOT_SUPPORTED, method.getSimpleName());
        }
        OpArguments arguments = new OpArguments(method.getSimpleName().toString(), row, select);
        Map<OpParameter, List<TreePath>> given = given(path, call, method, parameters.get());
        for (OpParameter parameter : row.parameters()) {
            if (given.containsKey(parameter)) {
                read(parameter, given.get(parameter), path, arguments);
            } else {
                leaveOut(parameter, select, arguments);
            }
        }
        boolean updates = row.kind() == OpKind.ASSIGN
                || OpTable.get().updates(row.name()).stream().anyMatch(operand -> operand >= 0);
        if (updates && graph.isInLoss()) {
            throw javac.reject(select, Diagnostic.UPDATE_IN_LOSS, Javac.text(call));
        }
        return value(method.getReturnType(), operation(path, arguments, label));
    }

    /**
     * Adds two tensors, for a call that stands for additions.
     *
     * @param call is at fault if there are too many ops
     * @param summand the expression that gives both tensors
     */
    Value add(TreePath call, TreePath summand, Value left, Value right) throws Rejected {
        OpRow row = OpTable.get().find(BasicOps.ADD).orElseThrow();
        OpArguments arguments = new OpArguments("sum", row, summand);
        arguments.operand(row.parameters().get(0), summand, left);
        arguments.operand(row.parameters().get(1), summand, right);
        return operation(call, arguments, "").get(0);
    }

    private List<TensorValue> operation(TreePath call, OpArguments arguments, String label) throws Rejected {
        arguments.resolve(numbers);
        if (graph.opCount() >= BodyGraph.MOST_OPS) {
            throw KernelCalls.tooManyOps(javac, call, graph, 1);
        }
        try {
            return graph.operation(arguments, labels(arguments, label), javac.origin(call));
        } catch (TypeException e) {
            throw new TypeProblem(javac, arguments, graph.builder()::current).report(e);
        }
    }

    /** The argument of each parameter; several for one of variable arity. */
    private static Map<OpParameter, List<TreePath>> given(
            TreePath path, MethodInvocationTree call, ExecutableElement method, List<OpParameter> parameters) {
        Map<OpParameter, List<TreePath>> given = new LinkedHashMap<>();
        List<TreePath> paths = new ArrayList<>();
        for (ExpressionTree argument : call.getArguments()) {
            paths.add(child(path, argument));
        }
        int last = parameters.size() - 1;
        for (int i = 0; i < parameters.size(); i++) {
            boolean rest = i == last && method.isVarArgs();
            given.put(parameters.get(i), rest ? paths.subList(i, paths.size()) : List.of(paths.get(i)));
        }
        return given;
    }

    private void read(OpParameter parameter, List<TreePath> paths, TreePath call, OpArguments arguments)
            throws Rejected {
        if (!parameter.isOperand()) {
            TreePath position = paths.isEmpty() ? arguments.select() : paths.get(0);
            arguments.attribute(parameter, position, attributes.read(parameter, paths, arguments));
            return;
        }
        boolean empty = true;
        for (TreePath path : paths) {
            Value value = expressions.read(path, "");
            if (parameter.kind() == Kind.TENSORS && value instanceof ArrayValue array) {
                empty &= array.elements().isEmpty();
                array.elements().forEach(element -> arguments.operand(parameter, path, element));
            } else if (value instanceof TensorValue || Scalars.isScalar(value) || DimArithmetic.isDim(value)) {
                empty = false;
                arguments.operand(parameter, path, value);
            } else {
                throw expressions.unsupported(path);
            }
        }
        if (empty) {
            throw javac.reject(
                    arguments.select(), Diagnostic.BAD_ATTRIBUTE, arguments.javaName(), "it is given no tensor");
        }
    }

    private static void leaveOut(OpParameter parameter, TreePath select, OpArguments arguments) {
        if (parameter.kind() == Kind.OPTIONAL_TENSOR) {
            arguments.absent(parameter);
        } else if (parameter.isOperand()) {
            Object value = parameter.defaultValue().orElseThrow();
            arguments.operand(parameter, select, new ConstantValue(value));
        } else if (parameter.defaultValue().isPresent()) {
            arguments.defaultAttribute(parameter, parameter.defaultValue().get());
        } else if (parameter.kind() == Kind.AXES) {
            arguments.defaultAttribute(parameter, List.of());
        }
    }

    /** A label for each result. */
    private List<String> labels(OpArguments arguments, String label) throws TypeException {
        List<OpResult> results = arguments.row().results();
        if (results.size() == 1 && !arguments.row().hasVaryingResults()) {
            return List.of(label);
        }
        List<String> labels = new ArrayList<>();
        String prefix = label.isEmpty() ? "" : label + "_";
        if (arguments.row().hasVaryingResults()) {
            int count = graph.resultCount(arguments);
            if (count == 0) {
                throw new TypeException(TypeException.Problem.BAD_ATTRIBUTE, -1, "it would have no result");
            }
            IntStream.range(0, count).forEach(i -> labels.add(label.isEmpty() ? "" : prefix + i));
        } else {
            results.forEach(result -> labels.add(prefix + result.name()));
        }
        return labels;
    }

    private Value value(TypeMirror type, List<TensorValue> results) {
        if (type.getKind() == TypeKind.VOID) {
            return new NoValue();
        }
        if (type.getKind() == TypeKind.ARRAY) {
            return new ArrayValue(List.copyOf(results), List.of());
        }
        if (!javac.isRecord(type)) {
            return results.get(0);
        }
        Map<String, Value> values = new LinkedHashMap<>();
        TypeElement element = (TypeElement) javac.environment().getTypeUtils().asElement(type);
        for (int i = 0; i < results.size(); i++) {
            values.put(element.getRecordComponents().get(i).getSimpleName().toString(), results.get(i));
        }
        return new RecordValue(values, true);
    }
}

package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpResult;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.advice.TypeProblem;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.ParameterMatcher;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.IntegerDivisionCheck;
import io.graphkernel.processor.frontend.value.NumberReader;
import io.graphkernel.processor.frontend.value.OpArguments;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue.Mutability;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.LoopList;
import io.graphkernel.processor.frontend.value.SymbolicValue.NoValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
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

/** Reader of calls of {@code Ops}, whose methods are generated from the op table. */
final class OpCalls {

    private final Javac javac;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    private final AttributeReader attributes;
    private final NumberReader numbers;

    OpCalls(Javac javac, BodyGraph graph, ExpressionReader expressions, IntegerDivisionCheck remainders) {
        this.javac = javac;
        this.graph = graph;
        this.expressions = expressions;
        this.attributes = new AttributeReader(javac, expressions);
        this.numbers = new NumberReader(javac, graph, remainders);
    }

    SymbolicValue read(TreePath path, MethodInvocationTree call, ExecutableElement method, String opName, String label)
            throws RejectedTreeException {
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
        Optional<SymbolicValue> joined = joined(path, row, given, arguments);
        if (joined.isPresent()) {
            return joined.get();
        }
        for (OpParameter parameter : row.parameters()) {
            if (given.containsKey(parameter)) {
                TypeKind javaType = method.getParameters()
                        .get(parameters.get().indexOf(parameter))
                        .asType()
                        .getKind();
                read(parameter, given.get(parameter), javaType, arguments);
            } else {
                leaveOut(parameter, select, arguments);
            }
        }
        boolean updates = row.kind() == OpKind.ASSIGN
                || OpTable.get().updates(row.name()).stream().anyMatch(operand -> operand >= 0);
        if (updates && !row.updatesStatistics() && graph.isInLoss()) {
            throw javac.reject(select, Diagnostic.UPDATE_IN_LOSS, Javac.text(call));
        }
        return value(method.getReturnType(), operation(path, arguments, label));
    }

    /** Reads a call that joins the elements of an array or list which a loop has filled; returns empty for other calls. */
    private Optional<SymbolicValue> joined(
            TreePath path, OpRow row, Map<OpParameter, List<TreePath>> given, OpArguments arguments)
            throws RejectedTreeException {
        boolean stacks = row.name().equals("Stack");
        if (!stacks && !row.name().equals("Concat")) {
            return Optional.empty();
        }
        List<TreePath> values = given.getOrDefault(row.operandParameters().get(0), List.of());
        SymbolicValue value = values.size() == 1 ? expressions.read(values.get(0), "") : null;
        if (value instanceof LoopList list) {
            value = expressions.stepArrays().lists().array(path, values.get(0), list);
        }
        if (!(value instanceof StepArray array)) {
            return Optional.empty();
        }
        OpParameter axis = row.parameter("axis");
        Long position = (Long) attributes.read(axis, given.get(axis), arguments);
        return Optional.of(expressions.stepArrays().joined(path, values.get(0), array, stacks, position));
    }

    /**
     * Adds two tensors, for a call that expands to additions.
     *
     * @param call tree for the message about too many ops
     * @param summand expression of both tensors
     */
    SymbolicValue add(TreePath call, TreePath summand, SymbolicValue left, SymbolicValue right)
            throws RejectedTreeException {
        OpRow row = OpTable.get().find(BasicOps.ADD).orElseThrow();
        OpArguments arguments = new OpArguments("sum", row, summand);
        arguments.operand(row.parameters().get(0), summand, TypeKind.DECLARED, left);
        arguments.operand(row.parameters().get(1), summand, TypeKind.DECLARED, right);
        return operation(call, arguments, "").get(0);
    }

    private List<TensorValue> operation(TreePath call, OpArguments arguments, String label)
            throws RejectedTreeException {
        arguments.resolve(numbers, graph.promotion());
        if (graph.opCount() >= BodyGraph.MAX_OPS) {
            throw KernelCalls.tooManyOps(javac, call, graph, 1);
        }
        int conditions = graph.builder().conditionCount();
        try {
            List<TensorValue> results = graph.operation(arguments, labels(arguments, label), javac.origin(call));
            graph.emptyTensors().check(javac, arguments, conditions);
            return results;
        } catch (TypeException e) {
            graph.unify(arguments);
            throw new TypeProblem(javac, arguments, graph.builder()::current).report(e);
        }
    }

    /** Returns the arguments of each parameter; several for a variadic parameter. */
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

    private void read(OpParameter parameter, List<TreePath> paths, TypeKind javaType, OpArguments arguments)
            throws RejectedTreeException {
        if (!parameter.isOperand()) {
            TreePath position = paths.isEmpty() ? arguments.select() : paths.get(0);
            arguments.attribute(parameter, position, attributes.read(parameter, paths, arguments));
            return;
        }
        boolean empty = true;
        for (TreePath path : paths) {
            SymbolicValue value = expressions.read(path, "");
            if (parameter.kind() == Kind.TENSORS && value instanceof ArrayValue array) {
                expressions.arrays().requireAssigned(path, array);
                empty &= array.elements().isEmpty();
                array.elements().forEach(element -> arguments.operand(parameter, path, TypeKind.DECLARED, element));
            } else if (value instanceof TensorValue || ScalarReader.isNumber(value)) {
                empty = false;
                arguments.operand(parameter, path, javaType, value);
            } else {
                throw expressions.unsupported(path);
            }
        }
        if (empty) {
            throw javac.reject(
                    arguments.select(),
                    Diagnostic.BAD_ATTRIBUTE,
                    arguments.javaName(),
                    "it is given no tensor",
                    "pass a tensor");
        }
    }

    private static void leaveOut(OpParameter parameter, TreePath select, OpArguments arguments) {
        if (parameter.kind() == Kind.OPTIONAL_TENSOR) {
            arguments.absent(parameter);
        } else if (parameter.isOperand()) {
            Object value = parameter.defaultValue().orElseThrow();
            arguments.operand(parameter, select, TypeKind.DOUBLE, new ConstantValue(value));
        } else if (parameter.isOptionalInteger()) {
            return;
        } else if (parameter.defaultValue().isPresent()) {
            arguments.defaultAttribute(parameter, parameter.defaultValue().get());
        } else if (parameter.kind() == Kind.AXES) {
            arguments.defaultAttribute(parameter, List.of());
        }
    }

    /** Returns a label for each result. */
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

    private SymbolicValue value(TypeMirror type, List<TensorValue> results) {
        if (type.getKind() == TypeKind.VOID) {
            return new NoValue();
        }
        if (type.getKind() == TypeKind.ARRAY) {
            return ArrayValue.mutable(results, List.of(), Mutability.ASSIGNABLE);
        }
        if (!javac.isRecord(type)) {
            return results.get(0);
        }
        Map<String, SymbolicValue> values = new LinkedHashMap<>();
        TypeElement element = (TypeElement) javac.environment().getTypeUtils().asElement(type);
        for (int i = 0; i < results.size(); i++) {
            values.put(element.getRecordComponents().get(i).getSimpleName().toString(), results.get(i));
        }
        return new RecordValue(values, true);
    }
}

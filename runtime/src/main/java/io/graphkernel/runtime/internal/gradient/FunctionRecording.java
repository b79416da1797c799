package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.op.ScalarFunction;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.eager.Expansions;
import io.graphkernel.runtime.internal.eager.FunctionEvaluation;
import io.graphkernel.runtime.internal.eager.FunctionType;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Recording of element functions on the tape of a thread. The results are those of the Java code; the adjoints are
 * derived from the graph that the processor has compiled, and are recorded like the function itself.
 */
public final class FunctionRecording {

    private final Graph graph;
    private final List<Number> captured;

    private FunctionRecording(Graph graph, List<Number> captured) {
        this.graph = graph;
        this.captured = captured;
    }

    /** Evaluates a function with one result, and records it if a loss depends on it. */
    public static Tensor recorded(
            String method, Serializable function, Supplier<Tensor> evaluation, Tensor... operands) {
        return allRecorded(method, function, () -> new Tensor[] {evaluation.get()}, operands)[0];
    }

    /** Evaluates a function with a result per component, and records it if a loss depends on it. */
    public static Tensor[] allRecorded(
            String method, Serializable function, Supplier<Tensor[]> evaluation, Tensor... operands) {
        if (function == null || !Recording.isTracked(operands)) {
            return evaluation.get();
        }
        FunctionRecording recording = find(function).orElseThrow(() -> unknown(method, function, operands));
        Tensor[] results = evaluation.get();
        recording.record(results, operands);
        return results;
    }

    private static Optional<FunctionRecording> find(Serializable function) {
        return FunctionType.lambda(function)
                .flatMap(form -> FunctionGraphs.find(form, function.getClass().getClassLoader())
                        .map(graph -> new FunctionRecording(graph, captured(form, graph))));
    }

    /** Returns the numbers that a lambda captures, and those in the records that it captures. */
    private static List<Number> captured(SerializedLambda form, Graph graph) {
        List<Number> numbers = new ArrayList<>();
        for (int i = 0; i < form.getCapturedArgCount(); i++) {
            for (Object value : FunctionType.components(form.getCapturedArg(i))) {
                DataType dtype = graph.parameters().get(numbers.size()).node().dtype();
                numbers.add(number(value, dtype));
            }
        }
        return numbers;
    }

    private static Number number(Object value, DataType dtype) {
        if (value instanceof Boolean truth) {
            return truth ? 1L : 0L;
        }
        if (value instanceof Character character) {
            return (long) character;
        }
        Number number = (Number) value;
        if (dtype.isFloating()) {
            return number.doubleValue();
        }
        return number.longValue();
    }

    private static GradientException unknown(String method, Serializable function, Tensor... operands) {
        return Recording.unknownFunction(
                RuntimeProblem.FUNCTION_NOT_COMPILED, FunctionType.of(function).name(), method, operands);
    }

    private void record(Tensor[] results, Tensor... operands) {
        List<Tensor> inputs = new ArrayList<>();
        for (int i = 0; i < operands.length; i++) {
            Graph.Parameter parameter = graph.parameters().get(captured.size() + i);
            inputs.add(Expansions.as(
                    operands[i], DType.valueOf(parameter.node().dtype().name())));
        }
        for (int i = 0; i < results.length; i++) {
            if (results[i].dtype().isFloat()
                    && graph.outputs().get(i).node().dtype().isFloating()) {
                record(ScalarFunction.bound(graph, captured, i), results[i], inputs);
            }
        }
    }

    /** Records the application of a function with one result. */
    static void record(ScalarFunction function, Tensor result, List<Tensor> operands) {
        OpTape.current()
                .add(
                        OpGradientInfo.of(BasicOps.MAP),
                        new Object[] {operands.toArray(Tensor[]::new), function.text()},
                        List.of(),
                        result);
    }

    /** Applies a function with one result, and records it if the calling thread records ops. */
    static Tensor apply(ScalarFunction function, List<Tensor> operands) {
        Tensor[] tensors = operands.toArray(Tensor[]::new);
        Supplier<Tensor> evaluation = () -> FunctionEvaluation.apply(function, tensors)[0];
        OpTape tape = OpTape.current();
        if (tape == null) {
            return evaluation.get();
        }
        Tensor result = tape.paused(evaluation);
        if (Recording.isTracked(tensors)) {
            record(function, result, operands);
        }
        return result;
    }
}

package io.graphkernel.runtime.internal.eager;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.ElementLoop;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.ScalarFunction;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.TensorElements;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Evaluation of a compiled element function on tensors, op by op. The iterations of a loop continue until no element is
 * active; the states of the other elements remain unchanged.
 */
public final class FunctionEvaluation {

    /** Loop with its operands, which several nodes may read. */
    private record LoopKey(String step, List<Node> operands) {}

    private static final String SELECT = "Select";
    private static final String BROADCAST_TO = "BroadcastTo";

    private final long[] dims;
    private final Map<Node, Tensor> values = new IdentityHashMap<>();
    private final Map<LoopKey, Tensor[]> loops = new HashMap<>();

    private FunctionEvaluation(long[] dims) {
        this.dims = dims;
    }

    /**
     * Applies a function.
     *
     * @param function function with a parameter per operand
     * @param operands tensors whose dtypes are those of the parameters, and which broadcast
     * @return new tensor per result, with the broadcast dims
     */
    public static Tensor[] apply(ScalarFunction function, Tensor... operands) {
        return HostOperands.runAll(host -> onHost(function, host), operands);
    }

    private static Tensor[] onHost(ScalarFunction function, Tensor... operands) {
        String[] names =
                function.body().parameters().stream().map(Graph.Parameter::name).toArray(String[]::new);
        long[] dims = Operands.broadcast("map", names, operands).dimensions();
        try (TensorScope scope = TensorScope.open()) {
            FunctionEvaluation evaluation = new FunctionEvaluation(dims);
            Tensor[] results = evaluation.results(function, operands);
            for (int i = 0; i < results.length; i++) {
                results[i] = scope.keep(evaluation.whole(results[i]));
            }
            return results;
        }
    }

    /** Returns a new tensor with the elements of a value, broadcast to the dims of the result. */
    private Tensor whole(Tensor value) {
        return OpCalls.ofOperands(
                BasicOps.COPY,
                Arrays.equals(value.dimensions(), dims) ? value : OpCalls.ofArguments(BROADCAST_TO, value, dims));
    }

    private Tensor[] results(ScalarFunction function, Tensor... operands) {
        Graph body = function.body();
        for (int i = 0; i < operands.length; i++) {
            values.put(body.parameters().get(i).node(), operands[i]);
        }
        body.nodes().forEach(node -> values.put(node, value(node)));
        return body.outputs().stream().map(output -> values.get(output.node())).toArray(Tensor[]::new);
    }

    private Tensor value(Node node) {
        DType dtype = DType.valueOf(node.dtype().name());
        if (!node.isOperation()) {
            Number number = node.attributes().number();
            return dtype.isFloat()
                    ? Tensor.scalar(dtype, number.doubleValue())
                    : Tensor.scalar(dtype, number.longValue());
        }
        if (ElementLoop.isLoop(node)) {
            return loops.computeIfAbsent(
                            new LoopKey(node.attributes().text(ScalarFunction.ATTRIBUTE), node.operands()),
                            loop -> loop(ElementLoop.of(node), node.operands()))[ElementLoop.result(node)];
        }
        List<Object> arguments = new ArrayList<>();
        node.operands().forEach(operand -> arguments.add(values.get(operand)));
        for (OpParameter parameter : OpTable.get().row(node).parameters()) {
            if (parameter.kind() == OpParameter.Kind.DTYPE) {
                arguments.add(dtype);
            }
        }
        return OpCalls.ofArguments(node.op(), arguments.toArray());
    }

    private Tensor[] loop(ElementLoop loop, List<Node> operands) {
        Tensor[] current = operands.stream().map(values::get).toArray(Tensor[]::new);
        for (int state = 0; state < loop.states(); state++) {
            current[state] = whole(current[state]);
        }
        while (true) {
            try (TensorScope scope = TensorScope.open()) {
                Tensor[] results = new FunctionEvaluation(dims).results(loop.step(), current);
                Tensor active = whole(results[0]);
                if (!isAny(active)) {
                    return Arrays.copyOf(current, loop.states());
                }
                Tensor[] previous = Arrays.copyOf(current, loop.states());
                for (int state = 0; state < loop.states(); state++) {
                    Tensor next = OpCalls.ofOperands(SELECT, active, results[1 + state], previous[state]);
                    current[state] = scope.keep(next);
                }
                // The results may be states themselves, so all are read before the first is closed.
                Stream.of(previous).forEach(Tensor::close);
            }
        }
    }

    private static boolean isAny(Tensor mask) {
        TensorElements elements = TensorElements.of(mask);
        boolean isAny = false;
        for (int i = 0; i < mask.elementCount() && !isAny; i++) {
            isAny = elements.getLong(i) != 0;
        }
        Reference.reachabilityFence(mask);
        return isAny;
    }
}

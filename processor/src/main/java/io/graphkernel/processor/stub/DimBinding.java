package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks tensor parameters against their declared types and binds the symbolic dims to sizes. */
final class DimBinding {

    private final Graph graph;
    private final MethodNames names;

    DimBinding(Graph graph, MethodNames names) {
        this.graph = graph;
        this.names = names;
    }

    /** Checks and binds all parameters. */
    CodeBlock all() {
        CodeBlock.Builder code = CodeBlock.builder();
        Map<String, String> boundBy = new LinkedHashMap<>();
        graph.tensorParameters().forEach(parameter -> bind(code, parameter, boundBy));
        return code.build();
    }

    /** Checks and binds what the results' shapes depend on; the rest is left to a later check of all. */
    CodeBlock forResults() {
        Set<Dim> needed = new HashSet<>();
        boolean open = false;
        for (Graph.Output output : graph.outputs()) {
            needed.addAll(output.node().shape().dims());
            open |= output.node().shape().isOpen();
        }
        if (open) {
            return all();
        }
        CodeBlock.Builder code = CodeBlock.builder();
        Map<String, String> boundBy = new LinkedHashMap<>();
        for (Node parameter : graph.tensorParameters()) {
            boolean binds = parameter.shape().dims().stream()
                    .anyMatch(dim -> dim instanceof Dim.Symbol symbol
                            && needed.contains(dim)
                            && !boundBy.containsKey(symbol.name()));
            if (binds) {
                bind(code, parameter, boundBy);
            }
        }
        return code.build();
    }

    private void bind(CodeBlock.Builder code, Node parameter, Map<String, String> boundBy) {
        String name = parameter.label();
        if (parameter.shape().isOpen()) {
            code.addStatement(
                    "$T.tensor($S, $S, $N, $T.$L)",
                    RuntimeTypes.CHECKS,
                    graph.name(),
                    name,
                    name,
                    RuntimeTypes.DTYPE,
                    parameter.dtype().name());
            return;
        }
        List<Dim> dims = parameter.shape().dims();
        code.addStatement(
                "$T.tensor($S, $S, $N, $T.$L, $L)",
                RuntimeTypes.CHECKS,
                graph.name(),
                name,
                name,
                RuntimeTypes.DTYPE,
                parameter.dtype().name(),
                dims.size());
        for (int axis = 0; axis < dims.size(); axis++) {
            if (dims.get(axis) instanceof Dim.Constant constant) {
                code.addStatement(
                        "$T.fixedDimension($S, $S, $N, $L, $LL)",
                        RuntimeTypes.CHECKS,
                        graph.name(),
                        name,
                        name,
                        axis,
                        constant.size());
                continue;
            }
            Dim.Symbol symbol = (Dim.Symbol) dims.get(axis);
            String first = boundBy.putIfAbsent(symbol.name(), name);
            if (first == null) {
                code.addStatement("final long $L = $N.dimension($L)", names.dim(symbol), name, axis);
            } else {
                code.addStatement(
                        "$T.dimension($S, $S, $N, $L, $S, $L, $S)",
                        RuntimeTypes.CHECKS,
                        graph.name(),
                        name,
                        name,
                        axis,
                        symbol.name(),
                        names.dim(symbol),
                        first);
            }
        }
    }
}

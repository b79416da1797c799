package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.DimCondition;
import io.graphkernel.processor.graph.DimExpression;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks tensor parameters against their declared types and binds the symbolic dims to sizes. */
final class DimBinding {

    private final Graph graph;
    private final MethodNames names;
    /** Symbols that have their sizes already. */
    private final Set<String> given;

    DimBinding(Graph graph, MethodNames names) {
        this(graph, names, Set.of());
    }

    /**
     * Checks and binds where some sizes are known.
     *
     * @param given symbols that are parameters of the generated method
     */
    DimBinding(Graph graph, MethodNames names, Set<String> given) {
        this.graph = graph;
        this.names = names;
        this.given = given;
    }

    /** Checks and binds all parameters, then the conditions on their sizes. */
    CodeBlock all() {
        CodeBlock.Builder code = CodeBlock.builder();
        bind(code, graph.tensorParameters());
        return code.add(conditions()).build();
    }

    /** Checks that the sizes that are bound fit, and the conditions on them. */
    CodeBlock conditions() {
        CodeBlock.Builder code = CodeBlock.builder().add(new SizeChecks(graph, names).shapes());
        graph.conditions().forEach(condition -> check(code, condition));
        return code.build();
    }

    /**
     * Checks and binds what the results' shapes and device depend on; the rest is left to a later check of all.
     *
     * @param further symbols that are read, too
     */
    CodeBlock forResults(Set<String> further) {
        Set<String> needed = new TreeSet<>(further);
        boolean rankless = false;
        for (Graph.Output output : graph.outputs()) {
            output.node().shape().dims().forEach(dim -> needed.addAll(dim.symbols()));
            rankless |= output.node().shape().isRankless();
        }
        if (rankless || !graph.conditions().isEmpty()) {
            return all();
        }
        List<Node> binding = new ArrayList<>();
        for (Node parameter : graph.tensorParameters()) {
            boolean binds = parameter.shape().dims().stream()
                    .flatMap(dim -> dim.multipleOf().stream())
                    .anyMatch(symbol -> needed.remove(symbol.name()));
            // The results are made on the device of the first parameter.
            if (binds || binding.isEmpty()) {
                parameter
                        .shape()
                        .dims()
                        .forEach(dim -> dim.multipleOf().ifPresent(symbol -> needed.remove(symbol.name())));
                binding.add(parameter);
            }
        }
        CodeBlock.Builder code = CodeBlock.builder();
        bind(code, binding);
        return code.add(conditions()).build();
    }

    /** An axis of a parameter. */
    private record Axis(Node parameter, int index) {}

    /** Symbols first: a dim that is an expression over them may be in an earlier parameter. */
    private void bind(CodeBlock.Builder code, List<Node> parameters) {
        Map<String, String> boundBy = new LinkedHashMap<>();
        given.forEach(symbol -> boundBy.put(symbol, "the forward call"));
        Set<Axis> binding = new HashSet<>();
        parameters.forEach(parameter -> bind(code, parameter, boundBy));
        parameters.forEach(parameter -> bindMultiples(code, parameter, boundBy, binding));
        for (Node parameter : parameters) {
            List<Dim> dims = parameter.shape().dims();
            for (int axis = 0; axis < dims.size(); axis++) {
                if (dims.get(axis) instanceof DimExpression expression
                        && !binding.contains(new Axis(parameter, axis))
                        && boundBy.keySet().containsAll(expression.symbols())) {
                    dimension(code, parameter, axis, boundBy(expression, boundBy));
                }
            }
        }
    }

    /** The parameters that fix an expression, for the message. */
    private static String boundBy(DimExpression expression, Map<String, String> boundBy) {
        return expression.symbols().stream().map(boundBy::get).distinct().collect(Collectors.joining(" and "));
    }

    private void bind(CodeBlock.Builder code, Node parameter, Map<String, String> boundBy) {
        List<Dim> dims = parameter.shape().dims();
        boolean anyRank =
                parameter.shape().isRankless() || parameter.shape().pack().isPresent();
        String rank = anyRank ? "" : ", " + dims.size();
        code.addStatement(
                "$T.tensor($S, $S, $N, $T.$L$L)",
                RuntimeTypes.CHECKS,
                graph.name(),
                parameter.label(),
                variable(parameter),
                RuntimeTypes.DTYPE,
                parameter.dtype().name(),
                rank);
        for (int axis = 0; axis < dims.size(); axis++) {
            if (dims.get(axis) instanceof Dim.Symbol pack && pack.isPack()) {
                leading(code, parameter, pack, boundBy);
            } else if (dims.get(axis) instanceof Dim.Constant constant) {
                code.addStatement(
                        "$T.fixedDimension($S, $S, $N, $L, $LL)",
                        RuntimeTypes.CHECKS,
                        graph.name(),
                        parameter.label(),
                        variable(parameter),
                        axis(parameter, axis),
                        constant.size());
            } else if (dims.get(axis) instanceof Dim.Symbol symbol) {
                String first = boundBy.putIfAbsent(symbol.name(), parameter.label());
                if (first == null) {
                    // Counted from the end after a pack.
                    int position = parameter.shape().pack().isPresent() ? axis - dims.size() : axis;
                    code.addStatement(
                            "final long $L = $N.dimension($L)", names.dim(symbol), variable(parameter), position);
                } else {
                    dimension(code, parameter, axis, first);
                }
            }
        }
    }

    /** The product of the leading dims, which are compared one by one where another parameter has them, too. */
    private void leading(CodeBlock.Builder code, Node parameter, Dim.Symbol pack, Map<String, String> boundBy) {
        int trailing = parameter.shape().trailing().size();
        String known = boundBy.putIfAbsent(pack.name(), parameter.label());
        if (known == null) {
            code.addStatement(
                    "final long $L = $T.product($S, $S, $N, $L)",
                    names.dim(pack),
                    RuntimeTypes.LEADING_DIMS,
                    graph.name(),
                    parameter.label(),
                    variable(parameter),
                    trailing);
            return;
        }
        Node first = graph.tensorParameters().stream()
                .filter(other -> other.label().equals(known))
                .findFirst()
                .orElseThrow();
        code.addStatement(
                "$T.same($S, $S, $N, $L, $S, $S, $N, $L)",
                RuntimeTypes.LEADING_DIMS,
                graph.name(),
                parameter.label(),
                variable(parameter),
                trailing,
                pack.name(),
                first.label(),
                variable(first),
                first.shape().trailing().size());
    }

    /** Java text of the number of an axis, which counts from the end after a pack. */
    private CodeBlock axis(Node parameter, int axis) {
        return parameter.shape().pack().isPresent()
                ? CodeBlock.of(
                        "$N.rank() - $L", variable(parameter), parameter.shape().rank() - axis)
                : CodeBlock.of("$L", axis);
    }

    /** A symbol that no axis is alone. */
    private void bindMultiples(CodeBlock.Builder code, Node parameter, Map<String, String> boundBy, Set<Axis> binding) {
        List<Dim> dims = parameter.shape().dims();
        for (int axis = 0; axis < dims.size(); axis++) {
            Dim dim = dims.get(axis);
            Dim.Symbol symbol = dim.multipleOf().orElse(null);
            if (symbol != null && boundBy.putIfAbsent(symbol.name(), parameter.label()) == null) {
                binding.add(new Axis(parameter, axis));
                code.addStatement(
                        "final long $L = $T.multiple($S, $S, $N, $L, $S, $L)",
                        names.dim(symbol),
                        RuntimeTypes.CHECKS,
                        graph.name(),
                        parameter.label(),
                        variable(parameter),
                        axis(parameter, axis),
                        dim.toString(),
                        names.dim(dim.exactQuotient(symbol).orElseThrow()));
            }
        }
    }

    private String variable(Node parameter) {
        return names.parameter(parameter.label());
    }

    private void dimension(CodeBlock.Builder code, Node parameter, int axis, String boundBy) {
        Dim dim = parameter.shape().dims().get(axis);
        code.addStatement(
                "$T.dimension($S, $S, $N, $L, $S, $L, $S)",
                RuntimeTypes.CHECKS,
                graph.name(),
                parameter.label(),
                variable(parameter),
                axis(parameter, axis),
                dim.toString(),
                names.dim(dim),
                boundBy);
    }

    private void check(CodeBlock.Builder code, DimCondition condition) {
        code.addStatement(
                "$T.$L($S, $S, $L, $S, $L, $S)",
                RuntimeTypes.CHECKS,
                condition.relation() == DimCondition.Relation.EQUAL ? "sizesEqual" : "sizeAtLeast",
                graph.name(),
                condition.left().toString(),
                names.dim(condition.left()),
                condition.right().toString(),
                names.dim(condition.right()),
                condition.reason());
    }
}

package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.DimCondition;
import io.graphkernel.processor.graph.DimExpression;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.launch.BoundDims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

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
     * @param parameters those of {@link #parametersOfResults}
     */
    CodeBlock forResults(List<Node> parameters) {
        CodeBlock.Builder code = CodeBlock.builder();
        bind(code, parameters);
        return code.add(conditions()).build();
    }

    /**
     * The parameters that the results' shapes and device depend on.
     *
     * @param further symbols that are read, too
     * @param walked whether the plan checks the other ones, which conditions do not read
     */
    List<Node> parametersOfResults(Set<String> further, boolean walked) {
        Set<String> needed = new TreeSet<>(further);
        boolean rankless = false;
        for (Graph.Output output : graph.outputs()) {
            output.node().shape().dims().forEach(dim -> needed.addAll(dim.symbols()));
            rankless |= output.node().shape().isRankless();
        }
        if (rankless || !graph.conditions().isEmpty()) {
            return walked && given.isEmpty() ? parametersOfPlan() : graph.tensorParameters();
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
        return binding;
    }

    /**
     * Checks and binds what gives a symbol its size, and what the broadcast of a result reads; all else is left to the plan
     * that is walked.
     */
    CodeBlock forPlan() {
        CodeBlock.Builder code = CodeBlock.builder();
        bind(code, parametersOfPlan());
        return code.add(conditions()).build();
    }

    /** The parameters that {@link #forPlan} reads. */
    List<Node> parametersOfPlan() {
        BoundDims bound = new BoundDims(graph.tensorParameters());
        boolean rankless = graph.outputs().stream()
                .anyMatch(output -> output.node().shape().isRankless());
        List<Node> needed = new ArrayList<>();
        for (Node parameter : graph.tensorParameters()) {
            int rank = parameter.shape().dims().size();
            boolean binds = IntStream.range(0, rank).anyMatch(axis -> bound.binds(parameter, axis));
            // The call runs on the device of the first parameter.
            if (binds || rankless || needed.isEmpty()) {
                needed.add(parameter);
            }
        }
        return needed;
    }

    /** Symbols first: a dim that is an expression over them may be in an earlier parameter. */
    private void bind(CodeBlock.Builder code, List<Node> parameters) {
        BoundDims bound = new BoundDims(parameters, given);
        parameters.forEach(parameter -> bind(code, parameter, bound));
        parameters.forEach(parameter -> bindMultiples(code, parameter, bound));
        for (Node parameter : parameters) {
            List<Dim> dims = parameter.shape().dims();
            for (int axis = 0; axis < dims.size(); axis++) {
                Optional<String> by = bound.by(dims.get(axis));
                if (dims.get(axis) instanceof DimExpression && !bound.binds(parameter, axis) && by.isPresent()) {
                    dimension(code, parameter, axis, by.get());
                }
            }
        }
    }

    private void bind(CodeBlock.Builder code, Node parameter, BoundDims bound) {
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
                leading(code, parameter, pack, bound.parameter(pack.name()).orElseThrow());
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
                if (bound.binds(parameter, axis)) {
                    // Counted from the end after a pack.
                    int position = parameter.shape().pack().isPresent() ? axis - dims.size() : axis;
                    code.addStatement(
                            "final long $L = $N.dimension($L)", names.dim(symbol), variable(parameter), position);
                } else {
                    dimension(code, parameter, axis, bound.by(symbol).orElseThrow());
                }
            }
        }
    }

    /** The product of the leading dims, which are compared one by one where another parameter has them, too. */
    private void leading(CodeBlock.Builder code, Node parameter, Dim.Symbol pack, Node first) {
        int trailing = parameter.shape().trailing().size();
        if (first == parameter) {
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
    private void bindMultiples(CodeBlock.Builder code, Node parameter, BoundDims bound) {
        List<Dim> dims = parameter.shape().dims();
        for (int axis = 0; axis < dims.size(); axis++) {
            Dim dim = dims.get(axis);
            if (dim instanceof Dim.Symbol || !bound.binds(parameter, axis)) {
                continue;
            }
            Dim.Symbol symbol = dim.multipleOf().orElseThrow();
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

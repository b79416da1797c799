package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.DimExpression;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.launch.BoundDims;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Emitter of checks of tensor parameters against their declared types, which binds symbolic dims to sizes. */
final class DimBinding {

    /** Maximum number of characters of a number's Java text in a message. */
    private static final int MAX_TEXT_CHARS = 60;

    private final Graph graph;
    private final MethodNames names;
    /** Symbols whose sizes are already bound. */
    private final Set<String> given;

    DimBinding(Graph graph, MethodNames names) {
        this(graph, names, Set.of());
    }

    /**
     * Creates the emitter with some sizes bound.
     *
     * @param given symbols that are parameters of the generated method
     */
    DimBinding(Graph graph, MethodNames names, Set<String> given) {
        this.graph = graph;
        this.names = names;
        this.given = given;
    }

    /** Checks and binds all parameters, then checks the conditions on their sizes, and the numbers. */
    CodeBlock all() {
        CodeBlock.Builder code = CodeBlock.builder();
        bind(code, graph.tensorParameters());
        return code.add(conditions()).add(numbers()).build();
    }

    /** Checks that integers are in the range of their dtypes. */
    CodeBlock numbers() {
        CodeBlock.Builder code = CodeBlock.builder();
        Set<String> checked = new HashSet<>();
        Set<String> indices = Loop.indices(graph);
        for (Node node : graph.allNodes()) {
            boolean inLoop = node.attributes().dims().stream()
                    .anyMatch(dim -> dim.symbols().stream().anyMatch(indices::contains));
            if (!node.isConverted() || !node.dtype().isInteger() || inLoop) {
                continue;
            }
            boolean size = node.kind() == Node.Kind.DIMENSION;
            Dim dim = size ? node.attributes().dims().get(0) : null;
            String text = size ? dim.toString() : node.attributes().text(Attributes.EXPRESSION);
            if (checked.add(node.dtype() + " " + text)) {
                code.addStatement(
                        "$T.$L($S, $S, $L)",
                        RuntimeTypes.CALL_NUMBERS,
                        node.dtype().text(),
                        graph.name(),
                        shortened(text),
                        size ? names.dim(dim) : names.expression(text));
            }
        }
        return code.build();
    }

    /** Binds the symbols that are integer parameters, which must not be negative. */
    CodeBlock numberDims() {
        CodeBlock.Builder code = CodeBlock.builder();
        for (String number : graph.numberDims()) {
            if (!given.contains(number)) {
                String size = names.dim(new Dim.Symbol(number));
                code.addStatement("final long $L = $N", size, names.parameter(number));
                code.addStatement(
                        "$T.atLeast($S, $S, $L, 0)", RuntimeTypes.ARGUMENT_CHECKS, graph.name(), number, size);
            }
        }
        return code.build();
    }

    /** Checks that the sizes that are bound fit, and the conditions on them. */
    CodeBlock conditions() {
        SizeChecks sizes = new SizeChecks(graph, names);
        CodeBlock.Builder code = CodeBlock.builder().add(sizes.divisors());
        graph.conditions().stream()
                .filter(condition -> condition.argument().isPresent())
                .forEach(condition -> code.add(sizes.argument(condition)));
        code.add(sizes.shapes());
        graph.conditions().stream()
                .filter(condition -> condition.argument().isEmpty())
                .forEach(condition -> check(code, condition));
        return code.build();
    }

    /**
     * Checks and binds only what the results' shapes and device depend on; the remainder follows with a later check.
     *
     * @param parameters parameters from {@link #parametersOfResults}
     */
    CodeBlock forResults(List<Node> parameters) {
        CodeBlock.Builder code = CodeBlock.builder();
        bind(code, parameters);
        return code.add(conditions()).build();
    }

    /**
     * Returns the parameters that the results' shapes and device depend on.
     *
     * @param further further symbols that are read
     * @param interpreted true if the plan checks other parameters, which conditions do not read
     */
    List<Node> parametersOfResults(Set<String> further, boolean interpreted) {
        Set<String> needed = new TreeSet<>(further);
        boolean unranked = false;
        for (Graph.Output output : graph.outputs()) {
            output.node().shape().dims().forEach(dim -> needed.addAll(dim.symbols()));
            unranked |= output.node().shape().isUnranked();
        }
        if (unranked || !graph.conditions().isEmpty()) {
            return interpreted && given.isEmpty() ? parametersOfPlan() : graph.tensorParameters();
        }
        List<Node> binding = new ArrayList<>();
        for (Node parameter : graph.tensorParameters()) {
            boolean binds = parameter.shape().dims().stream()
                    .flatMap(dim -> dim.multipleOf().stream())
                    .anyMatch(symbol -> needed.remove(symbol.name()));
            // The results are allocated on the device of the first parameter.
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
     * Checks and binds parameters that define a symbol, and those that the broadcast of a result reads; the interpreted
     * plan checks the remainder.
     */
    CodeBlock forPlan() {
        CodeBlock.Builder code = CodeBlock.builder();
        bind(code, parametersOfPlan());
        return code.add(conditions()).add(numbers()).build();
    }

    /** Returns the parameters that {@link #forPlan} reads. */
    List<Node> parametersOfPlan() {
        BoundDims bound = new BoundDims(graph.tensorParameters(), graph.numberDims());
        boolean unranked = graph.outputs().stream()
                .anyMatch(output -> output.node().shape().isUnranked());
        List<Node> needed = new ArrayList<>();
        for (Node parameter : graph.tensorParameters()) {
            int rank = parameter.shape().dims().size();
            boolean binds = IntStream.range(0, rank).anyMatch(axis -> bound.binds(parameter, axis));
            // The call runs on the device of the first parameter.
            if (binds || unranked || needed.isEmpty()) {
                needed.add(parameter);
            }
        }
        return needed;
    }

    /** Binds symbols first, since a dim may be an expression over symbols of later parameters. */
    private void bind(CodeBlock.Builder code, List<Node> parameters) {
        BoundDims bound = new BoundDims(parameters, graph.numberDims(), given);
        code.add(numberDims());
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
                parameter.shape().isUnranked() || parameter.shape().batchDims().isPresent();
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
            if (dims.get(axis) instanceof Dim.Symbol batch && batch.isBatchDims()) {
                leading(code, parameter, batch, bound.parameter(batch.name()).orElseThrow());
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
                    // Counted from the end after batch dims.
                    int position = parameter.shape().batchDims().isPresent() ? axis - dims.size() : axis;
                    code.addStatement(
                            "final long $L = $N.dimension($L)", names.dim(symbol), variable(parameter), position);
                } else {
                    dimension(code, parameter, axis, bound.by(symbol).orElseThrow());
                }
            }
        }
    }

    /** Binds the product of the batch dimensions, which are compared one by one with those of other parameters. */
    private void leading(CodeBlock.Builder code, Node parameter, Dim.Symbol batch, Node first) {
        int trailing = parameter.shape().trailing().size();
        if (first == parameter) {
            code.addStatement(
                    "final long $L = $T.product($S, $S, $N, $L)",
                    names.dim(batch),
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
                batch.name(),
                first.label(),
                variable(first),
                first.shape().trailing().size());
    }

    /** Returns Java text of an axis index, counted from the end after batch dims. */
    private CodeBlock axis(Node parameter, int axis) {
        return parameter.shape().batchDims().isPresent()
                ? CodeBlock.of(
                        "$N.rank() - $L", variable(parameter), parameter.shape().rank() - axis)
                : CodeBlock.of("$L", axis);
    }

    /** Binds a symbol that occurs only in multiples. */
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

    private static String shortened(String text) {
        return text.length() <= MAX_TEXT_CHARS ? text : text.substring(0, MAX_TEXT_CHARS - 1) + "…";
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
                condition.reason() + (condition.origin().line() == 0 ? "" : " at " + condition.origin()));
    }
}

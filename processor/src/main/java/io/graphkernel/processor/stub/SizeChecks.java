package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.DimExpression;
import io.graphkernel.graph.DimFunctions;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.math.BigInteger;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Emitter of checks that computed sizes fit in 64 bits before their use. The element count and dims of a tensor were
 * checked at its creation. Other sizes are checked only if a dim is large enough for an overflow.
 */
final class SizeChecks {

    /** Maximum number of bits of dims in the fast check. */
    private static final int MAX_BITS = 40;

    /** Limit of all sizes if no dim is large: {@code Sizes.MAX_ELEMENTS}. */
    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(52);

    private final Graph graph;
    private final MethodNames names;
    /** Element counts of tensors passed by the caller. */
    private final Set<Dim> known = new HashSet<>();

    SizeChecks(Graph graph, MethodNames names) {
        this.graph = graph;
        this.names = names;
        Stream.concat(
                        graph.tensorParameters().stream(),
                        graph.outputs().stream().map(Graph.Output::node))
                .filter(node -> !node.shape().isUnranked())
                .forEach(node -> known.add(Dim.product(node.shape().dims())));
    }

    /** Checks the dims by which sizes are divided, except arguments, which are checked separately. */
    CodeBlock divisors() {
        Set<Dim> sizes = new LinkedHashSet<>(sizes());
        Set<Dim> positive = new HashSet<>();
        for (DimCondition condition : graph.conditions()) {
            if (condition.argument().isPresent()) {
                sizes.add(condition.left());
                sizes.add(condition.right());
                if (condition.relation() == DimCondition.Relation.AT_LEAST
                        && condition.right().equals(Dim.ONE)) {
                    positive.add(condition.left());
                }
            }
        }
        CodeBlock.Builder code = CodeBlock.builder();
        sizes.stream()
                .flatMap(size -> DimFunctions.divisors(size).stream())
                .distinct()
                .filter(divisor -> !positive.contains(divisor))
                .forEach(divisor -> divisor(code, divisor));
        return code.build();
    }

    /** Checks the axes of the results, and the sizes in conditions. */
    CodeBlock shapes() {
        Set<Dim> sizes = sizes();
        sizes.removeIf(size -> !(size instanceof DimExpression) || isKnown(size));
        return write("dimension", sizes);
    }

    /**
     * Returns the sizes to check. Arguments are excluded: they wrap like Java integers, and are compared with checked
     * bounds.
     */
    private Set<Dim> sizes() {
        Set<Dim> sizes = new LinkedHashSet<>();
        for (Graph.Output output : graph.outputs()) {
            sizes.addAll(output.node().shape().dims());
        }
        for (DimCondition condition : graph.conditions()) {
            if (condition.argument().isEmpty()) {
                sizes.add(condition.left());
                sizes.add(condition.right());
            }
        }
        return sizes;
    }

    /** Checks an argument of an op as the eager op does. */
    CodeBlock argument(DimCondition condition) {
        DimCondition.Argument argument = condition.argument().orElseThrow();
        if (condition.right().equals(Dim.of(DimCondition.MAX_ELEMENTS))) {
            Dim count = condition.left();
            return CodeBlock.builder()
                    .beginControlFlow(
                            "if ($T.areLarge($L, $L))",
                            RuntimeTypes.SIZES,
                            String.join(" | ", variables(count.symbols())),
                            bits(List.of(count)))
                    .addStatement(
                            "$T.elements($S, $L)",
                            RuntimeTypes.ARGUMENT_CHECKS,
                            location(condition),
                            names.checked(count))
                    .endControlFlow()
                    .build();
        }
        if (argument.name().equals(DimCondition.AXIS)) {
            return CodeBlock.builder()
                    .addStatement(
                            "$T.notEmpty($S, $L)",
                            RuntimeTypes.ARGUMENT_CHECKS,
                            argument.op(),
                            names.dim(condition.left()))
                    .build();
        }
        String check = switch (condition.relation()) {
            case EQUAL -> "equal";
            case AT_LEAST -> "atLeast";
            case AT_MOST -> "atMost";
            case DIFFERENT -> "different";
        };
        return CodeBlock.builder()
                .addStatement(
                        "$T.$L($S, $S, $L, $L, $S, $S)",
                        RuntimeTypes.ARGUMENT_CHECKS,
                        check,
                        location(condition),
                        argument.name(),
                        condition.relation() == DimCondition.Relation.EQUAL
                                ? exact(condition.left())
                                : CodeBlock.of("$L", names.dim(condition.left())),
                        names.dim(condition.right()),
                        condition.left().toString(),
                        condition.right().toString())
                .build();
    }

    /** Returns the name and the Java line of the method, and the op of a condition on an argument. */
    private String location(DimCondition condition) {
        String op = condition.argument().orElseThrow().op();
        String line = condition.origin().toString();
        return graph.name() + (line.isEmpty() ? "" : " (" + line + ")") + ": " + op;
    }

    /** Returns the exact value of a product or sum that might wrap around to the expected one. */
    private CodeBlock exact(Dim dim) {
        return dim instanceof DimExpression
                ? CodeBlock.of(
                        "$T.areLarge($L, $L) ? $L : $L",
                        RuntimeTypes.SIZES,
                        String.join(" | ", variables(dim.symbols())),
                        bits(List.of(dim)),
                        names.checked(dim),
                        names.dim(dim))
                : CodeBlock.of("$L", names.dim(dim));
    }

    /** Returns checks of the element counts that the plan's kernels compute and keep. */
    CodeBlock elements(Plan plan) {
        Set<Dim> sizes = new LinkedHashSet<>();
        List<Plan.Temporary> temporaries = plan.withBodies().stream()
                .flatMap(planned -> planned.temporaries().stream())
                .toList();
        for (Plan.Temporary temporary : temporaries) {
            Node value = temporary.value();
            if (!value.shape().isUnranked()) {
                sizes.add(Dim.product(value.shape().dims()));
            }
        }
        for (ScheduledKernel kernel : plan.kernels()) {
            IterationSpace space = kernel.perIteration().space();
            if (!space.isUnranked()) {
                sizes.add(IterationSpace.product(space.dims()));
            }
            if (space.template() == LoopTemplate.COLUMN_REDUCTION
                    && !space.middle().isEmpty()) {
                // Rows without elements count too.
                sizes.add(space.rows().times(space.inner()));
            }
        }
        sizes.removeIf(size -> size instanceof Dim.Constant || known.contains(size));
        return write("elements", sizes);
    }

    /** Returns true if a size is known to fit: an element count, or a function of such sizes and of dims. */
    private boolean isKnown(Dim size) {
        return !(size instanceof DimExpression)
                || known.contains(size)
                || !DimFunctions.arguments(size).isEmpty()
                        && DimFunctions.arguments(size).stream().allMatch(this::isKnown);
    }

    private void divisor(CodeBlock.Builder code, Dim divisor) {
        code.addStatement(
                "$T.sizeAtLeast($S, $S, $L, $S, 1, $S)",
                RuntimeTypes.CHECKS,
                graph.name(),
                divisor.toString(),
                names.dim(divisor),
                "1",
                "a division by it");
    }

    private CodeBlock write(String check, Collection<Dim> sizes) {
        if (sizes.isEmpty()) {
            return CodeBlock.of("");
        }
        SortedSet<String> symbols = new TreeSet<>();
        sizes.forEach(size -> symbols.addAll(size.symbols()));
        CodeBlock.Builder code = CodeBlock.builder()
                .beginControlFlow(
                        "if ($T.areLarge($L, $L))",
                        RuntimeTypes.SIZES,
                        String.join(" | ", variables(symbols)),
                        bits(sizes));
        for (Dim size : sizes) {
            code.addStatement(
                    "$T.$L($S, $S, $L, $S, $L)",
                    RuntimeTypes.SIZES,
                    check,
                    graph.name(),
                    size.toString(),
                    names.checked(size),
                    String.join(", ", size.symbols()),
                    String.join(", ", variables(size.symbols())));
        }
        return code.endControlFlow().build();
    }

    private List<String> variables(SortedSet<String> symbols) {
        return symbols.stream().map(symbol -> names.dim(new Dim.Symbol(symbol))).toList();
    }

    /** Returns the maximum number of bits of dims for which all sizes are within the limit; 0 if there is none. */
    private static int bits(Collection<Dim> sizes) {
        int bits = MAX_BITS;
        while (bits > 0 && !fit(sizes, BigInteger.ONE.shiftLeft(bits))) {
            bits--;
        }
        return bits;
    }

    private static boolean fit(Collection<Dim> sizes, BigInteger dims) {
        return sizes.stream().allMatch(size -> size.bound(dims).compareTo(LIMIT) <= 0);
    }
}

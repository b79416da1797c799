package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.DimCondition;
import io.graphkernel.processor.graph.DimExpression;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Plan;
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
 * Checks that the sizes which a stub computes fit in 64 bits, before it uses them. The number of elements of a tensor was
 * checked when the tensor was made, and so was each of its dims; the others are looked at only if a dim is so large that
 * one of them might not fit.
 */
final class SizeChecks {

    /** Dims below 2^40 are too large to be elements of anything already. */
    private static final int MOST_BITS = 40;

    /** What all sizes are below if no dim is large: {@code Sizes.MOST_ELEMENTS}. */
    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(52);

    private final Graph graph;
    private final MethodNames names;
    /** The numbers of elements of tensors that the caller passes. */
    private final Set<Dim> known = new HashSet<>();

    SizeChecks(Graph graph, MethodNames names) {
        this.graph = graph;
        this.names = names;
        Stream.concat(
                        graph.tensorParameters().stream(),
                        graph.outputs().stream().map(Graph.Output::node))
                .filter(node -> !node.shape().isRankless())
                .forEach(node -> known.add(Dim.product(node.shape().dims())));
    }

    /** The axes of the results, and the sizes on which there are conditions. */
    CodeBlock shapes() {
        Set<Dim> sizes = new LinkedHashSet<>();
        for (Graph.Output output : graph.outputs()) {
            sizes.addAll(output.node().shape().dims());
        }
        for (DimCondition condition : graph.conditions()) {
            sizes.add(condition.left());
            sizes.add(condition.right());
        }
        CodeBlock.Builder code = CodeBlock.builder();
        sizes.stream().flatMap(size -> size.divisors().stream()).distinct().forEach(divisor -> divisor(code, divisor));
        sizes.removeIf(size -> !(size instanceof DimExpression) || isKnown(size));
        return code.add(write("dimension", sizes)).build();
    }

    /** What the kernels of a plan compute, and what it keeps between them. */
    CodeBlock elements(Plan plan) {
        Set<Dim> sizes = new LinkedHashSet<>();
        for (Plan.Temporary temporary : plan.temporaries()) {
            Node value = temporary.value();
            if (!value.shape().isRankless()) {
                sizes.add(Dim.product(value.shape().dims()));
            }
        }
        for (Kernel kernel : plan.kernels()) {
            IterationSpace space = kernel.space();
            if (!space.isRankless()) {
                sizes.add(IterationSpace.product(space.runs()));
            }
            if (space.form() == Form.COLUMN_REDUCTION && !space.middle().isEmpty()) {
                // Rows without elements count, too.
                sizes.add(space.rows().times(space.inner()));
            }
        }
        sizes.removeIf(size -> size instanceof Dim.Constant || known.contains(size));
        return write("elements", sizes);
    }

    /** Whether a size of an axis is known to fit: a number of elements, or a function of such sizes and of dims. */
    private boolean isKnown(Dim size) {
        return !(size instanceof DimExpression)
                || known.contains(size)
                || !size.arguments().isEmpty() && size.arguments().stream().allMatch(this::isKnown);
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

    /** Where all dims have so many bits at most, all sizes are within the limit; 0 if there is no such number. */
    private static int bits(Collection<Dim> sizes) {
        int bits = MOST_BITS;
        while (bits > 0 && !fit(sizes, BigInteger.ONE.shiftLeft(bits))) {
            bits--;
        }
        return bits;
    }

    private static boolean fit(Collection<Dim> sizes, BigInteger dims) {
        return sizes.stream().allMatch(size -> size.bound(dims).compareTo(LIMIT) <= 0);
    }
}

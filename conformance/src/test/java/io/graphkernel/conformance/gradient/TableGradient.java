package io.graphkernel.conformance.gradient;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.gradient.Float64Interpreter.Value;
import io.graphkernel.processor.gradient.GradientCase;
import io.graphkernel.processor.gradient.GradientCases;
import io.graphkernel.processor.gradient.Gradients;
import io.graphkernel.processor.gradient.NonDifferentiableException;
import io.graphkernel.processor.pass.GraphKernelExpander;
import io.graphkernel.processor.pass.PassContext;
import io.graphkernel.testing.TestTier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * The gradient of a row of the op table, for operands of a class of shapes and a dtype of floats.
 *
 * @param name name of its method
 * @param tested the row and its operands
 * @param dtype dtype of floats
 * @param gradient graph to compile
 * @param exact its definition of basic ops in f64
 * @param anySize true if its dims are symbols for any sizes
 */
record TableGradient(String name, GradientCase tested, DataType dtype, Graph gradient, Graph exact, boolean anySize) {

    /** Sampling stride of rows. */
    private static final int STRIDE = Integer.getInteger("conformance.gradients", TestTier.isExhaustive() ? 1 : 10);

    private static final List<DataType> FLOATS = List.of(DataType.F32, DataType.F64, DataType.F16, DataType.BF16);

    private static final int PART = 250;

    /** The end of the names of gradients of gradients. */
    private static final String SECOND = "Second";

    /**
     * A gradient before it is derived.
     *
     * @param tested the row and its operands
     * @param shapes class of shapes of the row, from 0
     * @param dtype dtype of floats
     * @param second true for the gradient of the gradient
     */
    private record GradientSpec(GradientCase tested, int shapes, DataType dtype, boolean second) {

        /** Empty if no operand has an adjoint. */
        Optional<TableGradient> derived() {
            String name = tested.row().javaName() + shapes + dtype + (second ? SECOND : "");
            TableGradient derived;
            try {
                derived = of(name, tested, dtype, second, size -> size < 2 ? Dim.of(size) : Dim.of("n" + size), true);
            } catch (TypeException needsSizes) {
                try {
                    derived = of(name, tested, dtype, second, size -> Dim.of(size), false);
                } catch (TypeException e) {
                    throw new AssertionError(tested.toString(), e);
                }
            }
            return derived.gradient.outputs().isEmpty() ? Optional.empty() : Optional.of(derived);
        }
    }

    /** Returns the number of partitions, each compiled at once and run by one process per target. */
    static int parts() {
        return (choices().size() + PART - 1) / PART;
    }

    /** Returns the gradients of a partition, from 0. */
    static List<TableGradient> part(int number) {
        return choicesOf(number).stream()
                .flatMap(choice -> choice.derived().stream())
                .toList();
    }

    /** Returns true if a partition has gradients for the first class of shapes of a row. */
    static boolean hasFirstShapes(int shard) {
        return choicesOf(shard).stream().anyMatch(choice -> choice.shapes == 0);
    }

    private static List<GradientSpec> choicesOf(int shard) {
        List<GradientSpec> gradients = choices();
        return gradients.subList(shard * PART, Math.min((shard + 1) * PART, gradients.size()));
    }

    /** Returns every n-th row in f32; in the exhaustive tier all, the first class of shapes of each row before all others. */
    private static List<GradientSpec> choices() {
        boolean exhaustive = TestTier.isExhaustive();
        List<List<GradientCase>> rows = rows(STRIDE);
        List<GradientSpec> choices = new ArrayList<>();
        for (DataType dtype : exhaustive ? FLOATS : List.of(DataType.F32)) {
            rows.forEach(cases -> choices.add(new GradientSpec(cases.get(0), 0, dtype, false)));
        }
        if (exhaustive) {
            rows.forEach(cases -> choices.add(new GradientSpec(cases.get(0), 0, DataType.F32, true)));
            for (List<GradientCase> cases : rows) {
                for (int shapes = 1; shapes < cases.size(); shapes++) {
                    for (DataType dtype : FLOATS) {
                        choices.add(new GradientSpec(cases.get(shapes), shapes, dtype, false));
                    }
                }
            }
        }
        return choices;
    }

    /** Returns the cases of every n-th row. */
    private static List<List<GradientCase>> rows(int stride) {
        Map<String, List<GradientCase>> cases = GradientCases.all();
        List<OpRow> rows =
                OpTable.get().rows().stream().filter(GradientCases::hasGradient).toList();
        List<List<GradientCase>> chosen = new ArrayList<>();
        for (int i = 0; i < rows.size(); i += stride) {
            List<GradientCase> ofRow = cases.get(rows.get(i).name());
            if (ofRow == null) {
                throw new AssertionError("no case of " + rows.get(i).name());
            }
            chosen.add(ofRow);
        }
        return chosen;
    }

    /** The gradient of a case in f64, for the sizes of the case. */
    static TableGradient inF64(GradientCase tested) {
        try {
            return of("inF64", tested, DataType.F64, false, size -> Dim.of(size), false);
        } catch (TypeException e) {
            throw new AssertionError(tested.toString(), e);
        }
    }

    private static TableGradient of(
            String name, GradientCase tested, DataType dtype, boolean second, IntFunction<Dim> dims, boolean symbolic)
            throws TypeException {
        Graph gradient = derived(tested.graph(dtype, dims));
        Graph exact = derived(tested.graph(DataType.F64, dims));
        if (second) {
            gradient = derived(gradient);
            exact = derived(exact);
        }
        return new TableGradient(
                name,
                tested,
                dtype,
                gradient,
                new GraphKernelExpander().run(exact, PassContext.DEFAULT),
                symbolic && tested.row().parameters().stream().noneMatch(TableGradient::isSize));
    }

    /** Returns true if an attribute of the row depends on the sizes of the case. */
    private static boolean isSize(OpParameter parameter) {
        return switch (parameter.kind()) {
            case DIM, DIMS, INTS, LONGS -> true;
            default -> false;
        };
    }

    private static Graph derived(Graph graph) {
        List<String> floats = graph.tensorParameters().stream()
                .filter(parameter -> parameter.dtype().isFloating())
                .map(Node::label)
                .toList();
        try {
            return Gradients.of(graph, floats);
        } catch (NonDifferentiableException e) {
            throw new AssertionError(graph.name(), e);
        }
    }

    /**
     * Returns the parameters of a call, in order, with random elements.
     *
     * @param size replaces a size of the case, if dims are symbols
     */
    Map<String, Value> values(Random random, IntUnaryOperator size) {
        Map<String, Value> operands = tested.values(random, size);
        Map<String, Value> values = new LinkedHashMap<>();
        for (Node parameter : gradient.tensorParameters()) {
            Value value = operands.get(parameter.label());
            if (value == null) {
                value = new Value(parameter.shape().dims().stream()
                        .mapToInt(dim -> size(dim, size))
                        .toArray());
                for (int i = 0; i < value.elements().length; i++) {
                    value.elements()[i] = 2 * random.nextDouble() - 1;
                }
            }
            values.put(parameter.label(), value);
        }
        return values;
    }

    /** The sizes of the symbols. */
    static Map<String, Dim> sizes(Graph graph, IntUnaryOperator size) {
        Map<String, Dim> sizes = new LinkedHashMap<>();
        for (Node parameter : graph.tensorParameters()) {
            parameter.shape().dims().stream()
                    .flatMap(dim -> dim.symbols().stream())
                    .forEach(symbol ->
                            sizes.put(symbol, Dim.of(size.applyAsInt(Integer.parseInt(symbol.substring(1))))));
        }
        return sizes;
    }

    private int size(Dim dim, IntUnaryOperator size) {
        return Math.toIntExact(((Dim.Constant) dim.substitute(sizes(gradient, size))).size());
    }

    @Override
    public String toString() {
        return tested + " in " + dtype + (name.endsWith(SECOND) ? ", second order" : "");
    }
}

package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.common.target.TilingParameters;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.processor.MachineTargets;
import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.RandomGraphs;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that kernels in C and in Java compute their graphs, for all loop templates, dtypes and instruction sets, and
 * any partition of a launch.
 */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "asks Linux for the instruction sets")
@Tag("slow")
@Tag("sampled")
class CompiledPlansTest {

    private static final int RANDOM_GRAPHS = Integer.getInteger("compiled.graphs", TestTier.isExhaustive() ? 40 : 20);
    private static final List<Map<String, Dim>> SIZES = List.of(
            sizes(2, 3, 5),
            sizes(1, 1, 37),
            sizes(2, 67, 4),
            sizes(3, 2, 90),
            sizes(2, 0, 5),
            sizes(1, 70, 131),
            sizes(1, 3, 0));

    /** Graphs that remain after simplification: bool constants, and results that are one number everywhere. */
    private static final Graph SIMPLIFIED = GraphParser.parse("""
            graph simplified(%x: i32[n, d], %y: bool[n, d], %z: i32[d]) {
              %0 = Greater(2:i32, 1:i32) : bool[]
              %1 = Select(%0, %x, 3:i32) : i32[n, d]
              %2 = LogicalAnd(%0, %y) : bool[n, d]
              %3 = Neg(%x) : i32[n, d]
              %4 = Add(%x, %3) : i32[n, d]
              %5 = Add(%x, %z) : i32[n, d]
              %6 = Add(%3, %5) : i32[n, d]
              %7 = Neg(%z) : i32[d]
              %8 = Neg(%7) : i32[d]
              return a=%1, b=%2, c=%4, d=%6, e=%8
            }
            """);

    private static Map<String, Dim> sizes(long b, long n, long d) {
        return Map.of("b", Dim.of(b), "n", Dim.of(n), "d", Dim.of(d));
    }

    private static final List<Graph> GRAPHS = graphs();
    private static final Map<Graph, Plan> PLANS = new IdentityHashMap<>();
    private static CompiledPlans compiled;

    /** All kernels are in one library, whose functions are the native methods of one class. */
    @BeforeAll
    static void compile(@TempDir Path directory) throws Exception {
        for (int i = 0; i < GRAPHS.size(); i++) {
            PLANS.put(GRAPHS.get(i), i % 2 == 0 ? TestPlans.of(GRAPHS.get(i), 2) : smallTiles(GRAPHS.get(i)));
        }
        List<Plan> plans = GRAPHS.stream().map(PLANS::get).toList();
        compiled = new CompiledPlans(plans, directory);
    }

    /** Returns the plan for targets one of which has small caches: tiles that are not multiples of vectors. */
    private static Plan smallTiles(Graph graph) throws SchedulingException {
        Capabilities defaults = Targets.capabilities(Targets.ALL);
        TilingParameters tiles = new TilingParameters(24, 3, 16, 512, 16, 32, 4);
        Capabilities small = new Capabilities(
                1,
                0,
                defaults.argumentLimits(),
                defaults.costs(),
                defaults.splitReduction(),
                tiles,
                defaults.threadBlocks());
        Capabilities common = Capabilities.common(List.of(defaults, small));
        return Planner.plan(
                new PassPipeline(FlagValues.atLevel(2), common).run(graph).graph(), graph.name(), common);
    }

    @Test
    void kernels_coverEveryLoopTemplate() {
        assertThat(templates(PLANS.values()))
                .contains("tiled", "gather", "index", "rows kept", "rows and columns")
                .containsAll(Stream.of(LoopTemplate.values())
                        // The graphs have neither loops nor Java functions; see RecurrenceSchedulerTest and
                        // ScoreFunctionTest.
                        .filter(template -> template != LoopTemplate.RECURRENCE && template != LoopTemplate.ATTENTION)
                        .map(LoopTemplate::name)
                        .toList());
    }

    static Stream<Arguments> named() {
        return GRAPHS.stream().map(graph -> Arguments.of(Named.of(graph.name(), graph)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("named")
    void kernels_computeTheirGraph(Graph graph) throws IOException {
        for (Map<String, Dim> sizes : SIZES) {
            check(graph, PLANS.get(graph), sizes);
        }
    }

    private static List<Graph> graphs() {
        List<Graph> graphs = new ArrayList<>();
        List<Graph> forms = TestPlans.forms();
        for (int i = 0; i < forms.size(); i++) {
            for (DataType dtype : DtypeClass.ANY.dtypes()) {
                if (isCombined(i, dtype)) {
                    IntegerGraphs.of(forms.get(i), dtype, forms.get(i).name() + "_" + dtype)
                            .ifPresent(graphs::add);
                }
            }
        }
        for (long seed = 0; seed < RANDOM_GRAPHS; seed++) {
            List<DataType> dtypes = List.copyOf(DtypeClass.ANY.dtypes());
            DataType dtype = dtypes.get((int) (seed % dtypes.size()));
            IntegerGraphs.of(RandomGraphs.of(seed), dtype, "random" + seed).ifPresent(graphs::add);
        }
        graphs.add(SIMPLIFIED);
        graphs.add(manyOperands());
        return graphs;
    }

    /** Returns true for f32 and a rotating sixth of the other dtypes; in the exhaustive tier for all. */
    private static boolean isCombined(int form, DataType dtype) {
        return TestTier.isExhaustive() || dtype == DataType.F32 || (form + dtype.ordinal()) % 6 == 0;
    }

    /** Returns one kernel of 40 tensors. */
    private static Graph manyOperands() {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        ValueType type = ValueType.parse("i32[n, d]").orElseThrow();
        try {
            Node sum = builder.tensorParameter("x0", type);
            for (int i = 1; i < 39; i++) {
                Node next = builder.tensorParameter("x" + i, type);
                sum = builder.operation("Add", List.of(sum, next), Attributes.NONE, "", Origin.NONE);
            }
            return builder.build("manyOperands", List.of(new Graph.Output("sum", sum)));
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the features of kernels that have syntax of their own. */
    private static Set<String> templates(Collection<Plan> plans) {
        Set<String> templates = new HashSet<>();
        for (Plan plan : plans) {
            for (ScheduledKernel kernel : plan.kernels()) {
                templates.add(kernel.space().template().name());
                templates.add(kernel.buffers().tiling() == null ? "" : "tiled");
                templates.add(kernel.buffers().gathers().isEmpty() ? "" : "gather");
                templates.add(kernel.buffers().indices().isEmpty() ? "" : "index");
                templates.add(kernel.body().saved().isEmpty() ? "" : "rows kept");
                templates.add(kernel.body().finish() != null && kernel.reducesRows() ? "rows and columns" : "");
            }
        }
        return templates;
    }

    private static void check(Graph graph, Plan plan, Map<String, Dim> sizes) throws IOException {
        Map<String, long[]> parameters = new HashMap<>();
        Random random = new Random(3);
        for (Node parameter : graph.tensorParameters()) {
            long count = GraphInterpreter.product(
                    ModelArithmetic.sizes(parameter.shape().dims(), sizes));
            boolean bool = parameter.dtype() == DataType.BOOL;
            int least = bool || parameter.dtype().isUnsigned() ? 0 : -9;
            parameters.put(
                    parameter.label(), random.longs(count, least, bool ? 2 : 10).toArray());
        }
        String description = sizes + "\n" + GraphPrinter.print(graph) + GraphPrinter.print(plan.graph());
        Optional<List<long[]>> expected = expected(graph, sizes, parameters);
        if (expected.isEmpty()) {
            return;
        }
        List<Integer> variants = new ArrayList<>(MachineTargets.variants());
        variants.add(CompiledPlans.JAVA);
        for (int variant : variants) {
            List<long[]> found;
            try {
                found = compiled.run(variant, plan, sizes, parameters, random);
            } catch (AssertionError e) {
                throw new AssertionError(description, e);
            }
            for (int i : IntStream.range(0, graph.outputs().size()).toArray()) {
                assertThat(found.get(i))
                        .as("result %d v%d of %s", i, variant, description)
                        .isEqualTo(expected.get().get(i));
            }
            for (Node assign : plan.graph().assigns()) {
                int last = graph.assigns().size() - 1;
                while (!updated(graph.assigns().get(last)).equals(updated(assign))) {
                    last--;
                }
                assertThat(found.get(
                                graph.outputs().size() + plan.graph().assigns().indexOf(assign)))
                        .as("update v%d %s of %s", variant, assign, description)
                        .isEqualTo(expected.get().get(graph.outputs().size() + last));
            }
        }
    }

    private static String updated(Node assign) {
        return assign.operands().get(0).label();
    }

    /** Returns the expected results; empty for sizes that a slice of the graph does not fit. */
    private static Optional<List<long[]>> expected(
            Graph graph, Map<String, Dim> sizes, Map<String, long[]> parameters) {
        try {
            return Optional.of(GraphInterpreter.run(graph, new IntegerArithmetic(), sizes, parameters));
        } catch (NegativeArraySizeException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }
}

package io.graphkernel.processor.emit.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.processor.Golden;
import io.graphkernel.processor.emit.Emitted;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.TestPlans;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the C of each loop template, and that it compiles. */
class CEmitterTest {
    /** A sum per row that is one-hot: the element at a label, and a constant elsewhere. */
    private static final String PICKED = """
            graph picked(%%x: f32[n, d], %%labels: i64[n, 1]) {
              %%i = Index() {axis=1, dims=(n, d)} : i64[n, d]
              %%is = Equal(%%i, %%labels) : bool[n, d]
              %%one = Select(%%is, %%x, %s) : f32[n, d]
              %%s = ReduceSum(%%one) {axes=[1], keep_dims=true} : f32[n, 1]
              return out=%%s
            }
            """;

    private static final Path GOLDEN = Path.of("src/test/resources/emit");

    @TempDir
    Path cache;

    static List<String> names() {
        return TestPlans.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void kernelTable_printed_matchesGolden(String name) {
        Golden.check(GOLDEN.resolve(name + ".c"), Emitted.c("demo.Ops", List.of(TestPlans.named(name))));
    }

    /** Source for strides, indices, gathers, scans, strided reductions, and unroll-and-jam. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "tiled",
                "gathered",
                "numbered",
                "chosen",
                "scans",
                "scansOfRows",
                "lanes",
                "middle",
                "columns",
                "crossed",
                "crossedShort",
                "interleaved"
            })
    void loopTemplate_printed_matchesGolden(String name) {
        Golden.check(GOLDEN.resolve("form_" + name + ".c"), Emitted.c("demo.Ops", List.of(TestPlans.form(name))));
    }

    @Test
    @Tag("slow")
    void loopTemplates_compile() throws ToolchainException {
        Stream<Plan> fused = TestPlans.graphs().stream().map(graph -> TestPlans.of(graph, 2));
        Stream<Plan> unfused = TestPlans.graphs().stream()
                .map(graph -> renamed(graph, graph.name() + "Unfused"))
                .map(graph -> TestPlans.of(graph, 0));

        compile(Stream.concat(fused, unfused).toList());
    }

    /** Suffixes that emitters append must not create a user's name. */
    @Test
    @Tag("slow")
    void identifiers_likeGeneratedOnes_compile() throws ToolchainException {
        Plan rows = TestPlans.parse("""
            graph größe$(%x: f32[n, row_1], %x_row: f32[n, 1], %x_1: f32[n, row_1], %float: f32[row_1]) {
              %m = ReduceMax(%x) {axes=[1], keep_dims=true} : f32[n, 1]
              %m_row = Sub(%m, %x_row) : f32[n, 1]
              %acc_m_0 = Mul(%x_1, %m_row) : f32[n, row_1]
              %x_3 = Mul(%acc_m_0, %float) : f32[n, row_1]
              %x_2 = Exp(%x_3) : f32[n, row_1]
              return out=%x_2, x_4=%x_3, x=%m_row
            }
            """);
        Plan columns = TestPlans.parse("""
            graph columns(%x: f32[n, d], %x_0: f32[n, 1], %x_1: f32[n, 1], %x_2: f32[n, 1]) {
              %0 = Mul(%x, %x_0) : f32[n, d]
              %1 = Mul(%0, %x_1) : f32[n, d]
              %x_3 = Mul(%1, %x_2) : f32[n, d]
              %2 = ReduceSum(%x_3) {axes=[0], keep_dims=false} : f32[d]
              return out=%2
            }
            """);
        Plan middle = TestPlans.parse("""
            graph middle(%x: f32[b, n, d], %x_at: f32[b, n, d], %y: f32[n]) {
              %s = Add(%x, %x_at) : f32[b, n, d]
              %s_at = ReduceSum(%s) {axes=[0 2], keep_dims=true} : f32[1, n, 1]
              %x_at_row = Sub(%x, %s_at) : f32[b, n, d]
              return out=%x_at_row
            }
            """);
        Plan readAndStored = TestPlans.grouped("""
            graph readAndStored(%a: f32[n, 1], %b: f32[d], %x: f32[n, 2*d]) {
              kernel columns {
                %1 = StridedSlice(%x) {begin=(0, 0), end=(n, d), strides=[1 1]} : f32[n, d]
                %0 = Add(%a, %b) : f32[n, d]
                %2 = ReduceMax(%0) {axes=[0], keep_dims=true} : f32[1, d]
              }
              return a=%1, b=%2
            }
            """);

        compile(List.of(rows, columns, middle, readAndStored));
    }

    /** A first stage that accumulates in memory prefetches rows, too; the last one those that it still reads. */
    @Test
    void prefetches_ofSeveralStages_areShared() {
        assertThat(prefetched("%x: f32[n, d], %dy: f32[n, d]", "%s = Neg(%x) : f32[n, d]"))
                .containsExactly("next_x", "next_dy");
        assertThat(prefetched("%x: f32[n, d], %y: f32[n, d], %dy: f32[n, d]", "%s = Add(%x, %y) : f32[n, d]"))
                .containsExactly("next_x", "next_y", "next_dy");
    }

    /** Both loops have the same unroll factor, because of the accumulators. */
    @Test
    void rowLoop_withoutAccumulators_isUnrolled() {
        String source = Emitted.c("demo.Ops", List.of(TestPlans.parse("""
            graph scaled(%x: f32[n, 1024]) {
              %r = ReduceSum(%x) {axes=[1], keep_dims=true} : f32[n, 1]
              %y = Mul(%x, %r) : f32[n, 1024]
              return out=%y
            }
            """)));
        assertThat(source).contains("scaled_0_stage2(i + 3 * GK_LANES, GK_LANES, ");
    }

    /** The logit of a label is a load, without vector comparisons. */
    @Test
    void oneHotSum_ofRow_becomesALoad() {
        String source = Emitted.c("demo.Ops", List.of(TestPlans.parse(PICKED.formatted("0.0"))));
        assertThat(source).contains("gk_pick(p_x_line, ").doesNotContain("gk_is_at(", "picked_0_stage1(");
        assertThat(Emitted.c("demo.Ops", List.of(TestPlans.parse(PICKED.formatted("1.0")))))
                .contains("gk_is_at(")
                .doesNotContain("gk_pick(");
    }

    /** Each row of a column sum may contribute its element. */
    @Test
    void oneHotSum_ofColumn_staysALoop() {
        String source = Emitted.c("demo.Ops", List.of(TestPlans.parse("""
            graph columns(%x: f32[n, d], %labels: i64[n, 1]) {
              %i = Index() {axis=1, dims=(n, d)} : i64[n, d]
              %is = Equal(%i, %labels) : bool[n, d]
              %one = Select(%is, %x, 0:f32) : f32[n, d]
              %c = ReduceSum(%one) {axes=[0], keep_dims=false} : f32[d]
              %s = ReduceSum(%x) {axes=[1], keep_dims=true} : f32[n, 1]
              %y = Mul(%x, %s) : f32[n, d]
              return out=%y, sums=%c
            }
            """)));
        assertThat(source).contains("partial_", "gk_is_at(").doesNotContain("gk_pick(", "columns_1");
    }

    /** A stage that also sums the row, and a later one that stores. */
    @Test
    void otherSum_withOneHotSum_staysALoop() {
        String source = Emitted.c("demo.Ops", List.of(TestPlans.parse("""
            graph both(%x: f32[n, d], %labels: i64[n, 1]) {
              %i = Index() {axis=1, dims=(n, d)} : i64[n, d]
              %is = Equal(%i, %labels) : bool[n, d]
              %one = Select(%is, %x, 0:f32) : f32[n, d]
              %s = ReduceSum(%one) {axes=[1], keep_dims=true} : f32[n, 1]
              %t = ReduceSum(%x) {axes=[1], keep_dims=true} : f32[n, 1]
              %u = Add(%s, %t) : f32[n, 1]
              %y = Sub(%x, %u) : f32[n, d]
              return out=%y
            }
            """)));
        assertThat(source)
                .containsOnlyOnce("gk_reduce_sum(gk_pick(p_x_row, ")
                .contains("both_0_stage1(i + 3 * GK_LANES, ")
                .doesNotContain("gk_is_at(");
    }

    private static List<String> prefetched(String parameters, String sum) {
        String source = Emitted.c("demo.Ops", List.of(TestPlans.parse("""
            graph gradient(%s) {
              %s
              %%p = Mul(%%s, %%dy) : f32[n, d]
              %%r = ReduceSum(%%p) {axes=[1], keep_dims=true} : f32[n, 1]
              %%g = Mul(%%dy, %%r) : f32[n, d]
              %%c = ReduceSum(%%p) {axes=[0], keep_dims=false} : f32[d]
              return dx=%%g, sums=%%c
            }
            """.formatted(parameters, sum))));
        return Pattern.compile("gk_prefetch\\((next_\\w+) \\+ i, ahead\\)")
                .matcher(source)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void constantDims_product_doesNotOverflow() {
        String source = Emitted.c("demo.Ops", List.of(TestPlans.parse("""
            graph f(%x: f32[65536, 65536], %y: f32[3, 1, 1]) {
              %0 = Add(%x, %y) : f32[3, 65536, 65536]
              return out=%0
            }
            """)));

        assertThat(source).contains("const gk_int64 inner = 4294967296LL;");
    }

    @Test
    void kernelTable_functions_areInOrder() {
        List<Plan> plans = List.of(TestPlans.named("biasGradient"), TestPlans.named("netCompositeFuse"));

        assertThat(KernelTable.of(plans).functions())
                .containsExactly(
                        "biasGradient_0",
                        "biasGradient_0_finish",
                        "netCompositeFuse_0_flat",
                        "netCompositeFuse_0_rows");
        assertThat(Emitted.c("demo.Ops", plans)).endsWith("""
            const gk_kernel GK_TABLE[] = {
                biasGradient_0,
                biasGradient_0_finish,
                netCompositeFuse_0_flat,
                netCompositeFuse_0_rows,
                0
            };
            GK_EXPORT extern const gk_int64 GK_TABLE_SIZE;
            const gk_int64 GK_TABLE_SIZE = 4;
            """);
    }

    private void compile(List<Plan> plans) throws ToolchainException {
        assertThat(HiddenNames.in(Emitted.c("demo.Ops", plans))).isEmpty();
        Set<Platform> platforms = Set.of(
                Platform.byName("linux-x86_64").orElseThrow(),
                Platform.byName("linux-arm64").orElseThrow());

        assertThat(KernelLibraries.build("test", plans, List.of(), cache, platforms, Platform::instructionSets))
                .containsOnlyKeys(platforms.toArray(Platform[]::new));
    }

    private static Graph renamed(Graph graph, String name) {
        return new Graph(name, graph.parameters(), graph.nodes(), graph.outputs(), graph.groups(), graph.conditions());
    }
}

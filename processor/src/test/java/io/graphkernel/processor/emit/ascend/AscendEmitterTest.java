package io.graphkernel.processor.emit.ascend;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.Golden;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.TestPlans;
import io.graphkernel.processor.schedule.UnsupportedReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of Ascend C for elementwise and row kernels, and of unsupported ops. */
class AscendEmitterTest {

    private static final Path GOLDEN = Path.of("src/test/resources/emit");

    /** Operands of three dtypes, a constant, a scalar argument, and a value that is read twice. */
    private static final String FLAT = """
            graph flat(%x: f32[n, d], %h: f16[n, d], %k: i32[n, d], float alpha) {
              %0 = Cast(%h) {dtype="f32"} : f32[n, d]
              %1 = Mul(%x, %0) : f32[n, d]
              %2 = Add(%1, 0.5) : f32[n, d]
              %3 = Exp(%2) : f32[n, d]
              %alpha = Scalar() {expression="alpha"} : f32[]
              %4 = Sub(%3, %alpha) : f32[n, d]
              %5 = Cast(%k) {dtype="f32"} : f32[n, d]
              %6 = RealDiv(%4, %5) : f32[n, d]
              %7 = RealDiv(2, %6) : f32[n, d]
              %8 = Sub(2, %7) : f32[n, d]
              %9 = Cast(%8) {dtype="f16"} : f16[n, d]
              return out=%6, narrow=%9
            }
            """;

    @Test
    void kernelTable_printed_matchesGolden() {
        KernelTable table = KernelTable.of(List.of(TestPlans.parse(FLAT)));
        Golden.check(GOLDEN.resolve("flat.asc"), AscendEmitter.file("demo.Ops", AscendEmitter.kernels(table)));
    }

    /** A statistic of each row, a 16-bit vector for all rows, one per row, and a scalar, for rows of any length. */
    private static final String ROWS = """
            graph rows(%x: f32[n, d], %scale: f16[d], %shift: f32[n, 1], %factor: f32[1]) {
              %0 = Softmax(%x) {axis=-1} : f32[n, d]
              %1 = Cast(%scale) {dtype="f32"} : f32[d]
              %2 = Mul(%0, %1) : f32[n, d]
              %3 = Add(%2, %shift) : f32[n, d]
              %4 = Mul(%3, %factor) : f32[n, d]
              return out=%4
            }
            """;

    /** Column means, whose rows are normalized and stored first. */
    private static final String COLUMNS = """
            graph columns(%x: f32[n, 768], %scale: f32[768]) {
              %y = Softmax(%x) {axis=-1} : f32[n, 768]
              %0 = ReduceMean(%y) {axes=[0]} : f32[768]
              %1 = Mul(%0, %scale) : f32[768]
              return y=%y, out=%1
            }
            """;

    @Test
    void columnReduction_printed_matchesGolden() {
        KernelTable table = KernelTable.of(List.of(TestPlans.parse(COLUMNS)));
        Golden.check(GOLDEN.resolve("columns.asc"), AscendEmitter.file("demo.Ops", AscendEmitter.kernels(table)));
    }

    @Test
    void rows_printed_matchGolden() {
        KernelTable table = KernelTable.of(List.of(TestPlans.parse(ROWS)));
        Golden.check(GOLDEN.resolve("rows.asc"), AscendEmitter.file("demo.Ops", AscendEmitter.kernels(table)));
    }

    /** Operands of 32, 16 and 8 bits that broadcast in unranked shapes. */
    private static final String UNRANKED = """
            graph unranked(%x: f32[x..], %h: f16[h..], %b: bool[b..]) {
              %0 = Cast(%h) {dtype="f32"} : f32[h..]
              %1 = Mul(%x, %0) : f32[x.. h..]
              %2 = Select(%b, %1, %x) : f32[b.. x.. h..]
              return out=%2
            }
            """;

    @Test
    void unrankedShapes_printed_matchGolden() {
        KernelTable table = KernelTable.of(List.of(TestPlans.parse(UNRANKED)));
        Golden.check(GOLDEN.resolve("unranked.asc"), AscendEmitter.file("demo.Ops", AscendEmitter.kernels(table)));
    }

    /** Full, nested column and outer-axis reductions, and scans. */
    private static final String ITEMS = """
            graph items(%x: f32[a, r, b], %w: f32[b]) {
              %0 = Mul(%x, %w) : f32[a, r, b]
              %1 = ReduceSum(%0) {axes=[0 1 2]} : f32[]
              %2 = Sqrt(%1) : f32[]
              %3 = Softmax(%x) {axis=1} : f32[a, r, b]
              %4 = ReduceMax(%x) {axes=[0 2]} : f32[r]
              %5 = CumSum(%x) {axis=1, exclusive=false, reverse=false} : f32[a, r, b]
              return norm=%2, columns=%3, around=%4, sums=%5
            }
            """;

    @Test
    void nestedRowReductions_printed_matchGolden() {
        KernelTable table = KernelTable.of(List.of(TestPlans.parse(ITEMS)));
        Golden.check(GOLDEN.resolve("items.asc"), AscendEmitter.file("demo.Ops", AscendEmitter.kernels(table)));
    }

    /** Ops that end with the result, the unsupported op's value, and its name. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            %out = Mod(%x, %x) : f32[n, d]                                                         | out = Mod       | no expansion into vector instructions for f32
            %out = Pow(%long, %long) : i64[n, d]                                                   | out = Pow       | no expansion into vector instructions for i64
            %out = ReduceSum(%long) {axes=[1]} : i64[n]                                            | out = ReduceSum | no instruction reduces 64-bit integers except positions and counts
            %out = ReduceSum(%wide) {axes=[1]} : f64[n]                                            | out = ReduceSum | no instruction reduces f64
            %out = Cast(%x) {dtype="f64"} : f64[n, d]                                              | out = Cast      | no vector instruction from f32 to f64
            %out = Cast(%long) {dtype="bf16"} : bf16[n, d]                                         | out = Cast      | no vector instruction from i64 to bf16
            %w = Cast(%wide) {dtype="f32"} : f32[n, d]; %out = Add(%w, %x) : f32[n, d]             | w = Cast        | no vector instruction from f64 to f32
            %out = Add(%wide, %wide) : f64[n, d]                                                   | out = Add       | the chip does not compute with f64
            """)
    void unsupportedOp_isRejected(String ops, String fault, String reason) {
        Plan plan = TestPlans.parse("""
                graph f(%%x: f32[n, d], %%row: f32[d], %%wide: f64[n, d], %%long: i64[n, d], %%k: i32[n, d], %%square: f32[d, d], %%few: i64[4], %%cube: f32[n, d, 3], %%lane: f32[3], %%plane: f32[n, 1, 1]) {
                  %s
                  return out=%%out
                }
                """.formatted(ops.replace("; ", "\n  ")));

        List<UnsupportedReason> refusals = plan.steps().stream()
                .map(ScheduledKernel.class::cast)
                .flatMap(kernel -> AscendEmitter.unsupportedReason(kernel, plan.graph()).stream())
                .toList();

        assertThat(refusals).singleElement().satisfies(refusal -> {
            assertThat(refusal.op().label() + " = " + refusal.op().op()).isEqualTo(fault);
            assertThat(refusal.reason()).contains(reason);
        });
    }

    /** The second phase holds tiles of all partial results together. */
    @Test
    void columnReduction_tooWideForSecondPhase_isRejected() {
        StringBuilder ops = new StringBuilder();
        List<String> results = new ArrayList<>();
        for (int i = 2; i < 17; i++) {
            ops.append("  %%m%1$d = Mul(%%x, %1$d) : f32[n, d]\n".formatted(i));
            for (String reduction : List.of("ReduceSum", "ReduceMax", "ReduceMin")) {
                String result = "r" + results.size();
                ops.append("  %%%s = %s(%%m%d) {axes=[0]} : f32[d]\n".formatted(result, reduction, i));
                results.add(result + "=%" + result);
            }
        }
        Plan plan = TestPlans.parse(
                "graph f(%x: f32[n, d]) {\n" + ops + "  return " + String.join(", ", results) + "\n}\n");

        assertThat(plan.steps()).hasSize(1);
        assertThat(AscendEmitter.unsupportedReason(
                        (ScheduledKernel) plan.steps().get(0), plan.graph()))
                .hasValueSatisfying(
                        refusal -> assertThat(refusal.reason()).contains("more operands than a core takes"));
    }
}

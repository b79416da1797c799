package io.graphkernel.processor.emit.ascend;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.Golden;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Refusal;
import io.graphkernel.processor.schedule.TestPlans;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Ascend C of elementwise kernels, and what is refused. */
class AscendEmitterTest {

    private static final Path GOLDEN = Path.of("src/test/resources/emit");

    /** Operands of three dtypes, a number of the source and one of the caller, and a value that is read twice. */
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
              %7 = Cast(%6) {dtype="f16"} : f16[n, d]
              return out=%6, narrow=%7
            }
            """;

    @Test
    void printsTheFile() {
        KernelTable table = KernelTable.of(List.of(TestPlans.parse(FLAT)));
        Golden.check(GOLDEN.resolve("flat.asc"), AscendEmitter.file("demo.Ops", AscendEmitter.kernels(table)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Tanh(%x) : f32[n, d]                         | Tanh          | no expansion into vector instructions for f32
            Less(%x, 0) : bool[n, d]                     | Less          | no vector instruction for f32 that gives bool
            ReduceSum(%x) {axes=[1]} : f32[n]            | ReduceSum     | the form row reduction
            Add(%x, %row) : f32[n, d]                    | Add           | the form elementwise over several loops
            Cast(%x) {dtype="i64"} : i64[n, d]             | Cast          | from f32 to i64
            Add(%wide, %wide) : f64[n, d]                | Add           | tensors of f64
            MatMul(%x, %square) : f32[n, d]              | MatMul        | library calls
            """)
    void refuses(String op, String name, String reason) {
        Plan plan = TestPlans.parse("""
                graph f(%%x: f32[n, d], %%row: f32[d], %%wide: f64[n, d], %%square: f32[d, d]) {
                  %%0 = %s
                  return out=%%0
                }
                """.formatted(op));

        List<Refusal> refusals = plan.steps().stream()
                .flatMap(step -> AscendEmitter.refusal(step, plan.graph()).stream())
                .toList();

        assertThat(refusals).singleElement().satisfies(refusal -> {
            assertThat(refusal.op().op()).isEqualTo(name);
            assertThat(refusal.reason()).contains(reason);
        });
    }
}

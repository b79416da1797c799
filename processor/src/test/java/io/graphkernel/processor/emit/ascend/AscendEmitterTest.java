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
              %7 = RealDiv(2, %6) : f32[n, d]
              %8 = Sub(2, %7) : f32[n, d]
              %9 = Cast(%8) {dtype="f16"} : f16[n, d]
              return out=%6, narrow=%9
            }
            """;

    @Test
    void printsTheFile() {
        KernelTable table = KernelTable.of(List.of(TestPlans.parse(FLAT)));
        Golden.check(GOLDEN.resolve("flat.asc"), AscendEmitter.file("demo.Ops", AscendEmitter.kernels(table)));
    }

    /** Ops that end with the result; the value of the op at fault, and its name. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            %out = Mod(%x, %x) : f32[n, d]                                                         | out = Mod       | no expansion into vector instructions for f32
            %out = Add(%long, %long) : i64[n, d]                                                   | out = Add       | no expansion into vector instructions for i64
            %out = ReduceSum(%x) {axes=[1]} : f32[n]                                               | out = ReduceSum | the form row reduction
            %s = ReduceSum(%x) {axes=[1]} : f32[n]; %out = Mul(%s, 2) : f32[n]                     | s = ReduceSum   | the form row reduction
            %out = Add(%x, %row) : f32[n, d]                                                       | out = Add       | the form elementwise over several loops
            %out = Cast(%x) {dtype="f64"} : f64[n, d]                                              | out = Cast      | no vector instruction from f32 to f64
            %w = Cast(%wide) {dtype="f32"} : f32[n, d]; %out = Add(%w, %x) : f32[n, d]             | w = Cast        | no vector instruction from f64 to f32
            %out = Cast(%long) {dtype="bf16"} : bf16[n, d]                                         | out = Cast      | no vector instruction from i64 to bf16
            %out = Add(%wide, %wide) : f64[n, d]                                                   | out = Add       | no expansion into vector instructions for f64
            %out = MatMul(%x, %square) : f32[n, d]                                                 | out = MatMul    | library calls
            """)
    void refuses(String ops, String fault, String reason) {
        Plan plan = TestPlans.parse("""
                graph f(%%x: f32[n, d], %%row: f32[d], %%wide: f64[n, d], %%long: i64[n, d], %%square: f32[d, d]) {
                  %s
                  return out=%%out
                }
                """.formatted(ops.replace("; ", "\n  ")));

        List<Refusal> refusals = plan.steps().stream()
                .flatMap(step -> AscendEmitter.refusal(step, plan.graph()).stream())
                .toList();

        assertThat(refusals).singleElement().satisfies(refusal -> {
            assertThat(refusal.op().label() + " = " + refusal.op().op()).isEqualTo(fault);
            assertThat(refusal.reason()).contains(reason);
        });
    }
}

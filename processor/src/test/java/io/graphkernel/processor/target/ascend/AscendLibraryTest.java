package io.graphkernel.processor.target.ascend;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.TestPlans;
import io.graphkernel.processor.schedule.UnsupportedReason;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AscendLibraryTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            %out = MatMul(%x, %w) : f32[n, d]                                                |
            %out = MatMul(%h, %h) {transpose_b=true} : f16[n, n]                              |
            %out = BatchMatMul(%b, %w) : f32[k, n, d]                                        |
            %out = AllReduce(%i) {op="SUM", group="world"} : i64[n]                           |
            %out = MatMulAllReduce(%x, %w) {transpose_b=false, group="world"} : f32[n, d]      |
            %out = MatMulAllReduce(%e, %e) {transpose_b=false, group="world"} : f64[3, 3]      | cubes do not multiply f64
            %out = MatMul(%e, %e) : f64[3, 3]                                                | cubes do not multiply f64
            %out = MatMulInteger(%q, %q) : i32[3, 3]                                         |
            %out = GatherGrad(%b, %i) {size=[7]} : f32[k, 7, d]                              |
            %out = GatherGrad(%g, %i) {size=[7]} : f64[2, 7, 3]                              | no instruction adds f64
            %out = SortOrder(%b) {descending=false} : i64[k, n, d]                           | no built-in kernel sorts rows
            %out = CumMax(%x) {axis=1, exclusive=false, reverse=false} : f32[n, d]           | scans are sums or products
            """)
    void ascendLibrary_rejectsOpWithReason(String op, String reason) {
        Plan plan = TestPlans.parse("""
                graph f(%%x: f32[n, d], %%w: f32[d, d], %%h: f16[n, d], %%b: f32[k, n, d], %%e: f64[3, 3], %%q: i8[3, 3], %%i: i64[n], %%g: f64[2, n, 3]) {
                  %s
                  return out=%%out
                }
                """.formatted(op));

        List<String> refusals = plan.steps().stream()
                .flatMap(step -> new AscendTarget().refusal(step, plan.graph()).stream())
                .map(UnsupportedReason::reason)
                .toList();

        assertThat(refusals).isEqualTo(reason == null ? List.of() : List.of(reason));
    }
}

package io.graphkernel.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MultiplyAddCountTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "f32[m, k]; f32[k, n]; MatMul(%x, %w) {transpose_a=false, transpose_b=false} : f32[m, n]; k*m*n",
                "f32[k, m]; f32[n, k]; MatMul(%x, %w) {transpose_a=true, transpose_b=true} : f32[m, n]; k*m*n",
                "f32[b, m, k]; f32[k, n]; BatchMatMul(%x, %w) {transpose_a=false, transpose_b=false} : f32[b, m, n]; b*k*m*n",
                "f32[2, 6, 9, 9]; f32[8, 3, 2, 2]; Conv2D(%x, %w) {strides=[1 1], pads=[0 0 0 0], dilations=[1 1],"
                        + " groups=2} : f32[2, 8, 8, 8]; 12288",
                "f32[b, h, s, d]; f32[b, h, t, d]; PromptFlashAttention(%x, %w, %w, 0.5) {absent=\"mask\"} : f32[b, h, s, d];"
                        + " 2*b*d*h*s*t",
                "f32[m, n]; f32[m, n]; Mul(%x, %w) : f32[m, n]; 0",
            })
    void multiplyAdds_areCounted(String x, String w, String op, String count) {
        Graph graph =
                GraphParser.parse("graph g(%x: " + x + ", %w: " + w + ") {\n  %0 = " + op + "\n  return out=%0\n}\n");
        assertThat(OpTable.get()
                        .row(graph.operations().get(0))
                        .multiplications(graph.operations().get(0))
                        .toString())
                .isEqualTo(count);
    }
}

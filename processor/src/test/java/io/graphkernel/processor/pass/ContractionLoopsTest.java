package io.graphkernel.processor.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContractionLoopsTest {

    static List<Path> cases() {
        return PassCases.of("contraction_loops");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void contractionLoops_rewritesGraphAsInFile(Path file) {
        PassCases.check(new ContractionLoops(), file);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void dequantizedRows_areOneKernel(int rows) {
        Graph graph = pipeline(String.valueOf(rows)).graph();

        assertThat(graph.operations()).noneMatch(ContractionLoopsTest::isCall);
        assertThat(graph.groups().stream()
                        .filter(group -> group.nodes().stream()
                                .anyMatch(node -> node.op().equals("ReduceSum"))))
                .hasSize(1);
        // Regions of a concatenation are stored by the kernels of its operands.
        assertThat(graph.groups().stream()
                        .filter(group -> !OpTable.get().is(group.nodes().get(0), OpKind.CONCAT)))
                .hasSize(rows == 1 ? 1 : 2);
    }

    @Test
    void undeclaredRows_areACall_withItsReason() {
        PassPipeline.Result result = pipeline("m");

        assertThat(result.graph().operations()).anyMatch(ContractionLoopsTest::isCall);
        assertThat(result.steps())
                .flatExtracting(PassPipeline.Step::notes)
                .contains("MatMul is a library call, because the number of rows, m, is not declared as a constant");
        assertThat(result.unfused())
                .anyMatch(edge -> edge.reason().endsWith("the number of rows, m, is not declared as a constant"));
    }

    private static boolean isCall(Node node) {
        return OpTable.get().is(node, OpKind.LIBRARY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void rowInvariantMatMul_isACall_withItsReason(String rows) {
        PassPipeline.Result result = pipeline(rows, Flags.DEFAULT);

        assertThat(result.graph().operations()).anyMatch(ContractionLoopsTest::isCall);
        assertThat(result.unfused())
                .anyMatch(edge ->
                        edge.reason().contains("a loop sums a row in another order; --row_invariant=false allows it"));
    }

    private static PassPipeline.Result pipeline(String rows) {
        Flags flags = new FlagParser(PassPipeline.vocabulary())
                .parse("--row_invariant=false", Flags.DEFAULT, (diagnostic, arguments) -> {
                    throw new AssertionError(diagnostic.message(arguments));
                });
        return pipeline(rows, flags);
    }

    private static PassPipeline.Result pipeline(String rows, Flags flags) {
        return new PassPipeline(flags).run(GraphParser.parse("""
                graph f(%x: f32[ROWS, k], %w: i8[n, k], %s: f32[n, 1], %c: f32[n]) {
                  %0 = Cast(%w) {dtype="f32"} : f32[n, k]
                  %1 = Mul(%0, %s) : f32[n, k]
                  %2 = MatMul(%x, %1) {transpose_a=false, transpose_b=true} : f32[ROWS, n]
                  %3 = Add(%2, %c) : f32[ROWS, n]
                  return out=%3
                }
                """.replace("ROWS", rows)));
    }
}

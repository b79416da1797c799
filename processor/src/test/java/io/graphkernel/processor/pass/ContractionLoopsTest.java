package io.graphkernel.processor.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.common.target.LibraryChoices;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContractionLoopsTest {

    private static final String DEQUANTIZED = """
            graph f(%x: f32[ROWS, k], %w: i8[n, k], %s: f32[n, 1], %c: f32[n]) {
              %0 = Cast(%w) {dtype="f32"} : f32[n, k]
              %1 = Mul(%0, %s) : f32[n, k]
              %2 = MatMul(%x, %1) {transpose_a=false, transpose_b=true} : f32[ROWS, n]
              %3 = Add(%2, %c) : f32[ROWS, n]
              return out=%3
            }
            """;

    static List<Path> cases() {
        return PassCases.of("contraction_loops");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void contractionLoops_rewritesGraphAsInFile(Path file) {
        PassCases.check(new ContractionLoops(), file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "4", "300", "m"})
    void dequantizedMatrix_isInOneKernel(String rows) {
        PassPipeline.Result result = pipeline(DEQUANTIZED, rows, "");

        assertThat(result.graph().operations()).noneMatch(ContractionLoopsTest::isCall);
        assertThat(result.graph().groups()).hasSize(1);
        assertThat(notes(result))
                .contains("MatMul is a loop, because its kernel reads 1 byte per element of the matrix, not 4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "300", "m"})
    void dequantizedMatrix_isReadByACall_ifATargetDoesNotShareIt(String rows) {
        PassPipeline.Result result =
                pipeline(DEQUANTIZED, rows, "", Capabilities.DEFAULT.withLibraries(LibraryChoices.OF_ATTENTION));

        assertThat(result.graph().operations()).anyMatch(ContractionLoopsTest::isCall);
        String reason =
                "not all targets of the class share the matrix among rows: a loop would compute it for each row;"
                        + " -Agraphkernel.targets=cpu allows it";
        assertThat(notes(result)).contains("MatMul is a library call, because " + reason);
        assertThat(result.unfused()).anyMatch(edge -> edge.reason().contains(reason));
    }

    @Test
    void scaledRows_areStoredBeforeTheLoop() {
        String scaled = DEQUANTIZED.replace(
                "%2 = MatMul(%x",
                "%4 = Sub(%x, %g) : f32[ROWS, k]\n  %5 = Mul(%4, %g) : f32[ROWS, k]\n  %2 = MatMul(%5");

        assertThat(pipeline(scaled.replace("%c: f32[n]", "%c: f32[n], %g: f32[k]"), "m", "")
                        .graph()
                        .groups())
                .hasSize(2);
    }

    /** A kernel of all matrices of equal dims that read the same shifts would store them. */
    @Test
    void matricesOfPackedCodes_areInTheKernelsOfTheirProducts() {
        StringBuilder graph = new StringBuilder("graph f(%x0: f32[m, 32*g], %shifts: u8[2, 1], %v: f32[f, 32*g]");
        StringBuilder ops = new StringBuilder();
        for (int layer = 0; layer < 2; layer++) {
            for (String name : List.of("a" + layer, "b" + layer)) {
                graph.append(", %w# : u8[f, g, 1, 16], %s# : f32[f, g, 1, 1]".replace("# ", name));
                ops.append("""
                          %0# = RightShift(%w#, %shifts) : u8[f, g, 2, 16]
                          %1# = Cast(%0#) {dtype="f32"} : f32[f, g, 2, 16]
                          %2# = Mul(%1#, %s#) : f32[f, g, 2, 16]
                          %3# = Reshape(%2#) {dims=(f, 32*g)} : f32[f, 32*g]
                          %4# = MatMul(%xLAYER, %3#) {transpose_a=false, transpose_b=true} : f32[m, f]
                        """.replace("#", name).replace("LAYER", "" + layer));
            }
            ops.append("""
                      %5# = Mul(%4a#, %4b#) : f32[m, f]
                      %xNEXT = MatMul(%5#, %v) {transpose_a=false, transpose_b=false} : f32[m, 32*g]
                    """.replace("#", "" + layer).replace("NEXT", "" + (layer + 1)));
        }
        PassPipeline.Result result = pipeline(graph + ") {\n" + ops + "  return out=%x2\n}\n", "m", "");

        for (FusionGroup group : result.graph().groups()) {
            List<String> names = group.nodes().stream().map(Node::op).toList();
            assertThat(names.contains("RightShift")).as("%s", names).isEqualTo(names.contains("ReduceSum"));
        }
        assertThat(notes(result))
                .contains("MatMul is a loop, because its kernel reads 0.5 bytes per element of the matrix, not 4");
    }

    private static boolean isCall(Node node) {
        return OpTable.get().is(node, OpKind.LIBRARY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void storedMatrix_isReadByACall_withItsReason(String rows) {
        PassPipeline.Result result = pipeline(DEQUANTIZED.replace("i8[n, k]", "f32[n, k]"), rows, "");

        assertThat(result.graph().operations()).anyMatch(ContractionLoopsTest::isCall);
        assertThat(notes(result))
                .contains("MatMul is a library call, because a loop saves no memory traffic for any number of rows;"
                        + " --row_invariant=false allows loops for few declared rows");
        assertThat(result.unfused()).anyMatch(edge -> edge.reason().contains("a loop saves no memory traffic"));
    }

    @Test
    void undeclaredRows_ofAStoredMatrix_areACall_withItsReason() {
        PassPipeline.Result result =
                pipeline(DEQUANTIZED.replace("i8[n, k]", "f32[n, k]"), "m", "--row_invariant=false");

        assertThat(result.graph().operations()).anyMatch(ContractionLoopsTest::isCall);
        assertThat(notes(result))
                .contains("MatMul is a library call, because the number of rows, m, is not declared as a constant");
    }

    private static List<String> notes(PassPipeline.Result result) {
        return result.steps().stream().flatMap(step -> step.notes().stream()).toList();
    }

    private static PassPipeline.Result pipeline(String graph, String rows, String flags) {
        return pipeline(graph, rows, flags, Capabilities.DEFAULT);
    }

    private static PassPipeline.Result pipeline(String graph, String rows, String flags, Capabilities capabilities) {
        FlagValues parsed = new FlagParser(PassPipeline.vocabulary())
                .parse(flags, FlagValues.DEFAULT, (diagnostic, arguments) -> {
                    throw new AssertionError(diagnostic.message(arguments));
                });
        return new PassPipeline(parsed, capabilities).run(GraphParser.parse(graph.replace("ROWS", rows)));
    }
}

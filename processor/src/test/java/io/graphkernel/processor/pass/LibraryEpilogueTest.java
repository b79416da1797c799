package io.graphkernel.processor.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.common.target.LibraryChoices;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LibraryEpilogueTest {

    private static final String GRAPH = """
            graph f(%%x: f32[m, k], %%w: f32[k, n], %%c: f32[n], %%r: f32[m, n]) {
              %%0 = MatMul(%%x, %%w) : f32[m, n]
              %%1 = %s : f32[m, n]
              return out=%%1
            }
            """;

    static List<Path> cases() {
        return PassCases.of("library_epilogue");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void libraryEpilogue_rewritesGraphAsInFile(Path file) {
        PassCases.check(new LibraryEpilogue(), file);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "matmul_elem_relu_fusion | ReLU(%0)",
                "matmul_elem_gelu_fusion | GeLU(%0)",
                "matmul_elem_add_fusion MatMulBiasAddFusionPass | Add(%0, %c)",
                "matmul_elem_biasadd_fusion MatMulBiasAddFusionPass | BiasAdd(%0, %c) {format=\"NCHW\"}"
            })
    void libraryEpilogue_leavesWhatADocumentedPassWouldTake(String passes, String tail) {
        Graph graph = GraphParser.parse(GRAPH.formatted(tail));

        assertThat(takes(graph, List.of())).isTrue();
        assertThat(takes(graph, Arrays.asList(passes.split(" ")))).isFalse();
        assertThat(takes(graph, List.of(passes.split(" ")[0]))).isEqualTo(passes.contains(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"Add(%0, %r)", "Mul(%0, %r)", "SiLU(%0)", "GeLUErf(%0)"})
    void libraryEpilogue_acceptsTheRest(String tail) {
        List<String> documented = List.of(
                "matmul_elem_relu_fusion",
                "matmul_elem_gelu_fusion",
                "matmul_elem_add_fusion",
                "matmul_elem_biasadd_fusion",
                "MatMulBiasAddFusionPass");
        assertThat(takes(GraphParser.parse(GRAPH.formatted(tail)), documented)).isTrue();
    }

    /** Kernels take fewer steps here than the library. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--opt_level=2 | false",
                "--enable_cce_lib | true",
                "--enable_cce_lib --disable_cce_lib_ops=SiLU | false",
                "--enable_cce_lib --disable_cce_lib_ops=GeLU | true",
                "--enable_cce_lib_ops=SiLU | true",
                "--enable_cce_lib_ops=GeLU | false",
                "--enable_cce_lib --enable_cce_lib_ops_only=GeLU | false",
                "--disable_cce_lib_ops=SiLU --enable_cce_lib_ops_only=SiLU | true"
            })
    void libraryEpilogue_acceptsWhatFlagsName(String text, boolean taken) {
        FlagValues flags = new FlagParser(PassPipeline.vocabulary())
                .parse(text, FlagValues.DEFAULT, (diagnostic, arguments) -> {
                    throw new AssertionError(diagnostic.message(arguments));
                });
        Graph graph = GraphParser.parse(GRAPH.formatted("SiLU(%0)"));

        assertThat(takes(graph, flags, Capabilities.DEFAULT.withLibraries(new LibraryChoices(true, true, true))))
                .isEqualTo(taken);
        assertThat(takes(graph, flags, Capabilities.DEFAULT)).isTrue();
    }

    private static boolean takes(Graph graph, FlagValues flags, Capabilities capabilities) {
        return GraphPrinter.print(
                        new PassPipeline(flags, capabilities).run(graph).graph())
                .contains("epilogue=");
    }

    /** Returns true if the matmul of the final graph has an epilogue. */
    private static boolean takes(Graph graph, List<String> disabled) {
        FlagValues flags = FlagValues.atLevel(2).with(Flag.DISABLE_PASS, disabled);
        return takes(graph, flags, Capabilities.DEFAULT);
    }
}

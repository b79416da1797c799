package io.graphkernel.processor.onnx;

import static io.graphkernel.processor.onnx.ModelBytes.FLOAT;
import static io.graphkernel.processor.onnx.ModelBytes.INT64;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Message;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of adapters of models: graphs or messages. */
class AdaptersTest {

    private static final int INT8 = 3;

    @TempDir
    Path directory;

    private Outcome compile(ModelBytes graph, String adapters) throws IOException {
        Path sources = Files.createDirectories(directory.resolve("models"));
        Files.write(sources.resolve("net.onnx"), ModelBytes.model(graph, 17));
        UserCompilation compilation = new UserCompilation(directory);
        compilation.option("-sourcepath");
        compilation.option(sources.toString());
        return compilation.compile("Net.java", """
                package demo;

                import io.graphkernel.annotations.*;

                @OnnxModel(value = "net.onnx", %s)
                interface Net {}
                """.formatted(adapters));
    }

    private static String graph(Outcome outcome) {
        assertThat(outcome.ours()).isEmpty();
        return GraphPrinter.print(outcome.classes().get(0).methods().get(0).graph());
    }

    /** Products with weights in each of the supported forms, and other reads of weights. */
    private static ModelBytes net() {
        return ModelBytes.message()
                .node("MatMul x up.weight -> a")
                .node("Add a up.bias -> b")
                .node("Gemm b down.weight -> c", ModelBytes.integer("transB", 1), ModelBytes.real("alpha", 2))
                .node("DequantizeLinear codes codes.scale -> dequantized")
                .node("Transpose dequantized -> turned")
                .node("MatMul c turned -> d")
                .node("Gather table ids -> e", ModelBytes.integer("axis", 0))
                .node("MatMul d tied -> f")
                .node("Add f tied -> g")
                .node("MatMul left x -> h")
                .node("DynamicQuantizeLinear g -> gq gs gz")
                .node("MatMulInteger gq quantized -> i")
                .weight("up.weight", new long[] {4, 3}, new float[12])
                .weight("up.bias", new long[] {3}, new float[3])
                .weight("down.weight", new long[] {2, 3}, new float[6])
                .message(5, ModelBytes.tensor("codes", INT8, new byte[4], 2, 2))
                .message(5, ModelBytes.tensor("quantized", INT8, new byte[4], 2, 2))
                .weight("codes.scale", new long[0], 0.5f)
                .weight("table", new long[] {5, 2}, new float[10])
                .weight("tied", new long[] {2, 2}, new float[4])
                .weight("left", new long[] {2, 2}, new float[4])
                .weight("unread", new long[] {2, 2}, new float[4])
                .input("x", FLOAT, 2, 4)
                .input("ids", INT64, 2)
                .output("e", FLOAT)
                .output("h", FLOAT)
                .output("i", 6);
    }

    @Test
    void adapters_areBesideTheirProducts() throws IOException {
        ModelBytes graph = ModelBytes.message()
                .node("MatMul x up.weight -> a")
                .node("Gemm a down.weight bias -> b", ModelBytes.integer("transB", 1), ModelBytes.real("alpha", 2))
                .weight("up.weight", new long[] {4, 3}, new float[12])
                .weight("down.weight", new long[] {2, 3}, new float[6])
                .weight("bias", new long[] {2}, 1, 2)
                .input("x", FLOAT, "n", 4)
                .output("b", FLOAT);
        assertThat(graph(compile(graph, "adapters = @LowRank(weights = \"*.weight\", rank = 2, scale = 0.5)"))
                        .replaceAll("sha256=\"[0-9a-f]{64}\"", "…"))
                .isEqualTo("""
                        graph run(%adapters.up_a: f32[2, 4], %adapters.up_b: f32[3, 2], %adapters.down_a: f32[2, 3], %adapters.down_b: f32[2, 2], %x: f32[n, 4]) {
                          %up_weight = TensorConstant() {…} : f32[4, 3]
                          %0 = MatMul(%x, %up_weight) {transpose_a=false, transpose_b=false} : f32[n, 3]
                          %1 = Transpose(%adapters.up_a) {permutation=[1 0]} : f32[4, 2]
                          %2 = MatMul(%x, %1) {transpose_a=false, transpose_b=false} : f32[n, 2]
                          %3 = Transpose(%adapters.up_b) {permutation=[1 0]} : f32[2, 3]
                          %4 = MatMul(%2, %3) {transpose_a=false, transpose_b=false} : f32[n, 3]
                          %5 = Mul(%4, 0.5) : f32[n, 3]
                          %6 = Add(%0, %5) : f32[n, 3]
                          %down_weight = TensorConstant() {…} : f32[2, 3]
                          %7 = MatMul(%6, %down_weight) {transpose_a=false, transpose_b=true} : f32[n, 2]
                          %8 = Mul(%7, 2.0) : f32[n, 2]
                          %bias = TensorConstant() {…} : f32[2]
                          %9 = Add(%8, %bias) : f32[n, 2]
                          %10 = Transpose(%adapters.down_a) {permutation=[1 0]} : f32[3, 2]
                          %11 = MatMul(%6, %10) {transpose_a=false, transpose_b=false} : f32[n, 2]
                          %12 = Transpose(%adapters.down_b) {permutation=[1 0]} : f32[2, 2]
                          %13 = MatMul(%11, %12) {transpose_a=false, transpose_b=false} : f32[n, 2]
                          %14 = Add(%9, %13) : f32[n, 2]
                          return b=%14
                        }
                        """);
    }

    @Test
    void dequantizedAndConvertedWeights_areMatrices() throws IOException {
        ModelBytes graph = ModelBytes.message()
                .node("DequantizeLinear codes scale -> matrix")
                .node("Transpose matrix -> turned")
                .node("MatMul x turned -> a")
                .node(
                        "com.microsoft.MatMulNBits a bits scales -> b",
                        ModelBytes.integer("K", 16),
                        ModelBytes.integer("N", 3),
                        ModelBytes.integer("bits", 8),
                        ModelBytes.integer("block_size", 16))
                .message(5, ModelBytes.tensor("codes", INT8, new byte[32], 16, 2))
                .message(5, ModelBytes.tensor("bits", 2, new byte[48], 3, 1, 16))
                .weight("scales", new long[] {3}, 1, 2, 3)
                .weight("scale", new long[0], 0.5f)
                .input("x", FLOAT, "n", 2)
                .output("b", FLOAT);
        assertThat(graph(compile(graph, "adapters = @LowRank(weights = {\"codes\", \"bits\"}, rank = 1)")))
                .startsWith("graph run(%adapters.codes_a: f32[1, 2], %adapters.codes_b: f32[16, 1], "
                        + "%adapters.bits_a: f32[1, 16], %adapters.bits_b: f32[3, 1], %x: f32[n, 2]) {");
    }

    @Test
    void generatedNames_areReplacedByThoseOfModules() throws IOException {
        ModelBytes product = ModelBytes.message()
                .text(1, "x")
                .text(1, "onnx::MatMul_7")
                .text(2, "y")
                .text(3, "/encoder/layer.0/query/MatMul")
                .text(4, "MatMul");
        ModelBytes graph = ModelBytes.message()
                .message(1, product)
                .weight("onnx::MatMul_7", new long[] {4, 3}, new float[12])
                .input("x", FLOAT, "n", 4)
                .output("y", FLOAT);
        assertThat(graph(compile(graph, "adapters = @LowRank(weights = \"*.query\", rank = 3)")))
                .startsWith("graph run(%adapters.encoder_layer_0_query_a: f32[3, 4], ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"side.*\", rank = 1 | no weight fits 'side.*'; matrices of products are 'up.weight', 'down.weight', 'codes', 'tied'",
                "\"up.*\", rank = 1 | weight 'up.bias', float[3], is not a frozen matrix of products: it is input 1 of 'b' (Add)",
                "\"table\", rank = 1 | it is input 0 of 'e' (Gather)",
                "\"tied\", rank = 1 | it is input 1 of 'g' (Add)",
                "\"left\", rank = 1 | it is input 0 of 'h' (MatMul)",
                "\"unread\", rank = 1 | no node that the outputs depend on reads it",
                "\"codes.scale\", rank = 1 | it is input 1 of 'dequantized' (DequantizeLinear)",
                "\"quantized\", rank = 1 | it is input 1 of 'i' (MatMulInteger), whose other operand is quantized too",
                "\"up.weight\", rank = 4 | rank 4 of weight 'up.weight', float[4, 3], is not in 1 to 3",
                "\"up.weight\", rank = 0 | rank 0 of weight 'up.weight'",
                "\"up.weight\", rank = 1, scale = -1 | scale is -1.0, and not a positive number",
                "{}, rank = 1 | weights is empty"
            })
    void invalidAdapters_areReportedThere(String weights, String cause) throws IOException {
        Outcome outcome = compile(net(), "adapters = @LowRank(weights = " + weights + ")");
        assertThat(outcome.ours()).as(() -> outcome.messages().toString()).hasSize(1);
        Message message = outcome.ours().get(0);
        assertThat(message.id()).isEqualTo("GK-2409");
        assertThat(message.line()).isEqualTo(5);
        assertThat(message.text()).contains(cause);
    }

    @Test
    void weightOfTwoSelections_isReported() throws IOException {
        Outcome outcome = compile(
                net(),
                "adapters = {@LowRank(weights = \"up.weight\", rank = 1), @LowRank(weights = \"up.w*\", rank = 2)}");
        assertThat(outcome.ours())
                .extracting(Message::text)
                .singleElement()
                .asString()
                .contains("'up.weight' has two");
        Outcome trained =
                compile(net(), "trainable = \"up.weight\", adapters = @LowRank(weights = \"up.weight\", rank = 1)");
        assertThat(trained.ours())
                .extracting(Message::text)
                .singleElement()
                .asString()
                .contains("it is trainable itself");
    }
}

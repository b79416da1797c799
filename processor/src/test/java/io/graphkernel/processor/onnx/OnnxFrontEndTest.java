package io.graphkernel.processor.onnx;

import static io.graphkernel.processor.onnx.ModelBytes.FLOAT;
import static io.graphkernel.processor.onnx.ModelBytes.INT64;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Message;
import io.graphkernel.processor.UserCompilation.Outcome;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.graph.GraphPrinter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of interfaces with {@code @OnnxModel}: graphs, or messages. */
class OnnxFrontEndTest {

    private static final int LINE = 5;

    @TempDir
    Path directory;

    private Outcome compile(byte[] model, String further) throws IOException {
        Path sources = Files.createDirectories(directory.resolve("models"));
        Files.write(sources.resolve("net.onnx"), model);
        UserCompilation compilation = new UserCompilation(directory);
        compilation.option("-sourcepath");
        compilation.option(sources.toString());
        return compilation.compile(
                "Net.java", """
                package demo;

                import io.graphkernel.annotations.OnnxModel;

                @OnnxModel("net.onnx"%s)
                interface Net {}
                """.replace("(\"net", "(value = \"net").formatted(further));
    }

    private static void requireOne(Outcome outcome, String id, String... words) {
        assertThat(outcome.ours()).as(() -> outcome.messages().toString()).hasSize(1);
        Message message = outcome.ours().get(0);
        assertThat(message.id()).isEqualTo(id);
        assertThat(message.line()).isEqualTo(LINE);
        assertThat(message.text()).contains(words);
        assertThat(message.text().lines().count()).isLessThanOrEqualTo(6);
        assertThat(outcome.success()).isFalse();
    }

    private static String graph(Outcome outcome) {
        assertThat(outcome.ours()).isEmpty();
        return GraphPrinter.print(outcome.classes().get(0).methods().get(0).graph());
    }

    private static ModelBytes net() {
        return ModelBytes.message()
                .node("Add in::x 1 -> sum")
                .node("Relu sum -> out")
                .weight("1", new long[] {3}, 1, 2, 3)
                .input("in::x", FLOAT, "batch size", 3)
                .output("out", FLOAT);
    }

    @Test
    void aModelIsAGraph() throws IOException {
        assertThat(graph(compile(ModelBytes.model(net(), 13), ""))).matches("""
                graph run\\(%in__x: f32\\[batch_size, 3\\]\\) \\{
                  %_1 = TensorConstant\\(\\) \\{sha256="[0-9a-f]{64}"\\} : f32\\[3\\]
                  %0 = Add\\(%in__x, %_1\\) : f32\\[batch_size, 3\\]
                  %1 = ReLU\\(%0\\) : f32\\[batch_size, 3\\]
                  return out=%1
                }
                """);
    }

    @Test
    void shapesAreFolded() throws IOException {
        ModelBytes graph = ModelBytes.message()
                .node("Shape x -> shape")
                .node("Gather shape zero -> rows", ModelBytes.integer("axis", 0))
                .node("Unsqueeze rows axes -> row")
                .node("Concat row rest -> wanted", ModelBytes.integer("axis", 0))
                .node("Reshape x wanted -> y")
                .numbers("axes", 0)
                .message(5, ModelBytes.tensor("zero", INT64, new byte[Long.BYTES]))
                .numbers("rest", 2, -1)
                .input("x", FLOAT, "n", 6)
                .output("y", FLOAT);
        assertThat(graph(compile(ModelBytes.model(graph, 13), ""))).isEqualTo("""
                graph run(%x: f32[n, 6]) {
                  %0 = Reshape(%x) {dims=(n, 2, 3)} : f32[n, 2, 3]
                  return y=%0
                }
                """);
    }

    @Test
    void aNameTwiceInOneInputIsTwoSizes() throws IOException {
        ModelBytes graph = ModelBytes.message()
                .node("Add x y -> z")
                .input("x", FLOAT, "batch", "batch")
                .input("y", FLOAT, "batch", "batch")
                .output("z", FLOAT);
        assertThat(graph(compile(ModelBytes.model(graph, 13), "")))
                .startsWith("graph run(%x: f32[batch, batch_2], %y: f32[batch, batch_2])");
    }

    @Test
    void theUserSaysOtherDims() throws IOException {
        assertThat(graph(compile(ModelBytes.model(net(), 13), ", inputShapes = \"in::x:4,3\"")))
                .startsWith("graph run(%in__x: f32[4, 3])");
        requireOne(
                compile(ModelBytes.model(net(), 13), ", inputShapes = \"x:4,3\""),
                "GK-2404",
                "there is no input 'x', but 'in::x'");
        requireOne(compile(ModelBytes.model(net(), 13), ", inputShapes = \"in::x:4\""), "GK-2404", "has 2 axes, not 1");
    }

    @Test
    void allNodesAreRefusedAtOnce() throws IOException {
        ModelBytes graph = ModelBytes.message()
                .node("NonZero x -> places")
                .node("Cos x -> wave", ModelBytes.integer("phase", 1))
                .node("Frobnicate wave -> y")
                .node("NonZero x -> more")
                .input("x", FLOAT, 3)
                .output("y", FLOAT);
        Outcome outcome = compile(ModelBytes.model(graph, 13), "");
        assertThat(outcome.ours())
                .extracting(Message::id)
                .containsOnly("GK-2402")
                .hasSize(3);
        assertThat(outcome.ours().get(0).text())
                .contains("'places' and 1 more is not to be had: NonZero of opset 13", "depends on elements");
        assertThat(outcome.ours().get(1).text()).contains("Cos", "attributes that are not known: phase");
        assertThat(outcome.ours().get(2).text()).contains("Frobnicate", "there is no rule for this op");
    }

    @Test
    void aDamagedFileIsAMessage() throws IOException {
        byte[] whole = ModelBytes.model(net(), 13);
        requireOne(compile(Arrays.copyOf(whole, whole.length - 9), ""), "GK-2401", "bytes");
        requireOne(compile(new byte[0], ""), "GK-2401", "it has no graph");
        ModelBytes liar = ModelBytes.message()
                .message(5, ModelBytes.tensor("w", FLOAT, new byte[4], 1L << 40, 1L << 40))
                .output("w", FLOAT);
        requireOne(compile(ModelBytes.model(liar, 13), ""), "GK-2401", "no memory can hold");
    }

    /** javac says what is wrong with the annotation, and nobody else. */
    @Test
    void anAnnotationWithAnErrorIsJavacs() throws IOException {
        Outcome outcome = compile(ModelBytes.model(net(), 13), ", inputShapes = 3, flags = NOWHERE");
        assertThat(outcome.ours()).isEmpty();
        assertThat(outcome.success()).isFalse();
    }

    @Test
    void moreInputsThanAMethodTakesAreRefused() throws IOException {
        ModelBytes graph = ModelBytes.message();
        StringBuilder sum = new StringBuilder("Sum");
        for (int i = 0; i < 260; i++) {
            graph.input("x" + i, FLOAT, 3);
            sum.append(" x").append(i);
        }
        graph.node(sum + " -> y").output("y", FLOAT);
        requireOne(compile(ModelBytes.model(graph, 13), ""), "GK-2405", "255");
    }

    private static ModelBytes withExternal(String location, long offset, long length) {
        return ModelBytes.message()
                .node("Add x w -> y")
                .external("w", location, offset, length, 3)
                .input("x", FLOAT, "n", 3)
                .output("y", FLOAT);
    }

    private Outcome compileExternal(String location, long offset, long length) throws IOException {
        Path data = Files.createDirectories(directory.resolve("models/data"));
        Files.write(data.resolve("net.bin"), new byte[64]);
        Files.write(directory.resolve("secret"), new byte[64]);
        Path link = data.resolve("link");
        if (!Files.exists(link)) {
            Files.createSymbolicLink(link, directory.resolve("secret"));
        }
        return compile(ModelBytes.model(withExternal(location, offset, length), 13), "");
    }

    @Test
    void tensorsMayLieInOtherFiles() throws IOException {
        Outcome outcome = compileExternal("data/net.bin", 16, 12);
        assertThat(graph(outcome)).contains("TensorConstant() {sha256=");
        assertThat(outcome.classes().get(0).model().orElseThrow().files()).containsOnlyKeys("net.onnx", "data/net.bin");
    }

    @Test
    void otherFilesAreNextToTheModel() throws IOException {
        String nowhere = "which is no file below the directory of the model";
        for (String location :
                new String[] {"../secret", "data/../../secret", "/etc/hostname", "a\\b", "C:x", "", "./x"}) {
            requireOne(compileExternal(location, 0, 12), "GK-2401", "tensor 'w'", nowhere);
        }
        requireOne(compileExternal("data/link", 0, 12), "GK-2401", "a link out of the directory");
        requireOne(compileExternal("none.bin", 0, 12), "GK-2401", "is not next to the model");
        requireOne(compileExternal("data/net.bin", 60, 12), "GK-2401", "which has 64 bytes");
        requireOne(compileExternal("data/net.bin", 0, 1L << 50), "GK-2401", "which has 64 bytes");
        requireOne(compileExternal("data/net.bin", 0, 8), "GK-2401", "has 8 bytes of elements, not 12");
    }

    @Test
    void aModelHasItsNames() throws IOException {
        ModelBytes graph = ModelBytes.message()
                .node("Add in::x w* -> wait")
                .node("Relu wait -> 2*/")
                .weight("w*", new long[] {3}, 1, 2, 3)
                .input("in::x", FLOAT, "n", 3)
                .output("wait", FLOAT)
                .output("2*/", FLOAT);
        Outcome outcome = compile(ModelBytes.model(graph, 13), "");
        assertThat(outcome.ours()).isEmpty();
        KernelClass made = outcome.classes().get(0);
        assertThat(made.model().orElseThrow().results().orElseThrow().components())
                .extracting(each -> each.name() + " " + each.original() + " " + each.documentation())
                .containsExactly("wait_ wait f32[n, 3]", "_2__ 2*/ f32[n, 3]");
        assertThat(made.model().orElseThrow().weights()).containsOnlyKeys("w*");
        assertThat(made.methods().get(0).documentation())
                .contains(
                        "Runs the model <code>net.onnx</code>",
                        "<li><code>in__x</code>, <code>f32[n, 3]</code>, in the model <code>in::x</code>",
                        "in the model <code>2&#42;/</code>")
                .doesNotContain("*/");
    }

    @Test
    void weightsAreReplacedByThoseOfTheSameNames() throws IOException {
        byte[] model = ModelBytes.model(net(), 13);
        requireOne(compile(model, ", weights = \"none.safetensors\""), "GK-2406", "neither in the source path");
        safetensors("{\"1\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]}}", 12);
        Outcome outcome = compile(model, ", weights = \"w.safetensors\"");
        assertThat(graph(outcome)).isNotEqualTo(graph(compile(model, "")));
        safetensors("{\"v\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]}}", 12);
        requireOne(compile(model, ", weights = \"w.safetensors\""), "GK-2406", "no weight 'v', but '1'");
        safetensors("{\"1\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", 8);
        requireOne(compile(model, ", weights = \"w.safetensors\""), "GK-2406", "float[3] in the model");
        safetensors("{\"1\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,99]}}", 12);
        requireOne(compile(model, ", weights = \"w.safetensors\""), "GK-2406", "ends at 99 of 12 bytes");
        safetensors("{", 0);
        requireOne(compile(model, ", weights = \"w.safetensors\""), "GK-2406", "no JSON");
    }

    private void safetensors(String header, int bytes) throws IOException {
        ByteBuffer file =
                ByteBuffer.allocate(Long.BYTES + header.length() + bytes).order(ByteOrder.LITTLE_ENDIAN);
        file.putLong(header.length()).put(header.getBytes(StandardCharsets.UTF_8));
        Files.write(Files.createDirectories(directory.resolve("models")).resolve("w.safetensors"), file.array());
    }

    @Test
    void onlyWeightsAreTrainable() throws IOException {
        byte[] model = ModelBytes.model(net(), 13);
        assertThat(graph(compile(model, ", trainable = \"*\"")))
                .startsWith("graph run(%trainable._1: f32[3], %in__x: f32[batch_size, 3]) {");
        requireOne(compile(model, ", trainable = \"head.*\""), "GK-2407", "fits 'head.*'; there are '1'");
    }
}

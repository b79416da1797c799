package io.graphkernel.processor.onnx;

import static io.graphkernel.processor.onnx.ModelBytes.FLOAT;
import static io.graphkernel.processor.onnx.ModelBytes.INT64;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Message;
import io.graphkernel.processor.UserCompilation.Outcome;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.ModelClass.ModelRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of interfaces with {@code @OnnxModel}: graphs or messages. */
class OnnxFrontEndTest {

    private static final int LINE = 5;
    private static final int BOOL = 9;
    private static final int UINT64 = 13;
    private static final int UINT8 = 2;
    private static final int FLOAT8E4M3FNUZ = 18;

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
    void model_becomesAGraph() throws IOException {
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
    void shapes_areFolded() throws IOException {
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
    void nameTwiceInOneInput_isTwoSizes() throws IOException {
        ModelBytes graph = ModelBytes.message()
                .node("Add x y -> z")
                .input("x", FLOAT, "batch", "batch")
                .input("y", FLOAT, "batch", "batch")
                .output("z", FLOAT);
        assertThat(graph(compile(ModelBytes.model(graph, 13), "")))
                .startsWith("graph run(%x: f32[batch, batch_2], %y: f32[batch, batch_2])");
    }

    @Test
    void dims_areOverridden() throws IOException {
        assertThat(graph(compile(ModelBytes.model(net(), 13), ", inputShapes = \"in::x:4,3\"")))
                .startsWith("graph run(%in__x: f32[4, 3])");
        requireOne(
                compile(ModelBytes.model(net(), 13), ", inputShapes = \"x:4,3\""),
                "GK-2404",
                "unknown input 'x'; the inputs are 'in::x'");
        requireOne(compile(ModelBytes.model(net(), 13), ", inputShapes = \"in::x:4\""), "GK-2404", "has 2 axes, not 1");
    }

    /** A member class cannot have the simple name of a class around it. */
    @Test
    void nestedRecords_haveOtherNamesThanThoseAroundThem() throws IOException {
        ModelBytes graph = ModelBytes.message().input("x", FLOAT, 1).output("y", FLOAT);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            names.add("layers.0.experts." + i + ".bias");
        }
        for (int i = 0; i < 300; i++) {
            names.add("w" + i);
        }
        for (String name : names) {
            graph.weight(name, new long[] {1}, 1);
        }
        graph.node("Sum x " + String.join(" ", names) + " -> y");
        Outcome outcome = compile(ModelBytes.model(graph, 13), ", trainable = \"*\"");
        assertThat(outcome.messages()).isEmpty();
        KernelClass type = outcome.classes().get(0);
        ModelRecord record = type.model().orElseThrow().trainable().orElseThrow();
        List<String> paths = new ArrayList<>();
        addPaths("", record, paths);
        assertThat(paths)
                .containsExactly(
                        ".Trainable",
                        ".Trainable.Part0",
                        ".Trainable.Part0.Layers_0",
                        ".Trainable.Part0.Layers_0.Part0_",
                        ".Trainable.Part0.Layers_0.Part1",
                        ".Trainable.Part1");
    }

    private static void addPaths(String around, ModelRecord record, List<String> paths) {
        String path = around + "." + record.name();
        paths.add(path);
        record.components().forEach(component -> component.group().ifPresent(group -> addPaths(path, group, paths)));
    }

    @Test
    void inputShapes_withWhichTheModelCannotCompute_areReportedThere() throws IOException {
        ModelBytes graph = ModelBytes.message()
                .node("Add x y -> z")
                .input("x", FLOAT, 2, 3)
                .input("y", FLOAT, 2, 3)
                .output("z", FLOAT);
        Outcome outcome = compile(ModelBytes.model(graph, 13), ", inputShapes = \"x:2,4\"");
        requireOne(outcome, "GK-1019", "inputShapes make the model unsupported: \"x:2,4\" for model");
        assertThat(outcome.ours().get(0).text())
                .contains("because: node '")
                .contains("fix: use dims that the model supports; the file declares \"x:2,3;y:2,3\"");
    }

    @Test
    void unsupportedNodes_areReportedTogether() throws IOException {
        ModelBytes graph = ModelBytes.message()
                .node("NonZero x -> places")
                .node("Cos x -> wave", ModelBytes.integer("phase", 1))
                .node("Frobnicate wave -> y")
                .node("NonZero x -> more")
                .node("Frobnicate x -> z")
                .input("x", FLOAT, 3)
                .output("places", INT64)
                .output("more", INT64)
                .output("y", FLOAT)
                .output("z", FLOAT);
        Outcome outcome = compile(ModelBytes.model(graph, 13), "");
        assertThat(outcome.ours())
                .extracting(Message::id)
                .containsOnly("GK-2402")
                .hasSize(4);
        assertThat(outcome.ours().get(0).text())
                .contains("'places' of model 'net.onnx': NonZero of opset 13", "maxSizes = \"places:100\"");
        assertThat(outcome.ours().get(1).text()).contains("Cos", "attributes that are not known: phase");
        assertThat(outcome.ours().get(2).text())
                .contains("'y' and 1 more of model 'net.onnx': Frobnicate of opset 13", "no rule for this op");
        assertThat(outcome.ours().get(3).text()).contains("'more' of model", "maxSizes = \"more:100\"");
    }

    @Test
    void damagedFile_isReported() throws IOException {
        byte[] whole = ModelBytes.model(net(), 13);
        requireOne(compile(Arrays.copyOf(whole, whole.length - 9), ""), "GK-2401", "bytes");
        requireOne(compile(new byte[0], ""), "GK-2401", "it has no graph");
        ModelBytes liar = ModelBytes.message()
                .message(5, ModelBytes.tensor("w", FLOAT, new byte[4], 1L << 40, 1L << 40))
                .output("w", FLOAT);
        requireOne(compile(ModelBytes.model(liar, 13), ""), "GK-2401", "no memory can hold");
    }

    /** Only javac reports the invalid annotation. */
    @Test
    void annotationWithAnError_isJavacs() throws IOException {
        Outcome outcome = compile(ModelBytes.model(net(), 13), ", inputShapes = 3, flags = NOWHERE");
        assertThat(outcome.ours()).isEmpty();
        assertThat(outcome.success()).isFalse();
    }

    @Test
    void moreInputsThanAMethodAccepts_areRejected() throws IOException {
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
    void tensors_mayLieInOtherFiles() throws IOException {
        Outcome outcome = compileExternal("data/net.bin", 16, 12);
        assertThat(graph(outcome)).contains("TensorConstant() {sha256=");
        assertThat(outcome.classes().get(0).model().orElseThrow().files()).containsOnlyKeys("net.onnx", "data/net.bin");
    }

    @Test
    void otherFiles_areNextToTheModel() throws IOException {
        String nowhere = "which is not a file below the directory of the model";
        for (String location :
                new String[] {"../secret", "data/../../secret", "/etc/hostname", "a\\b", "C:x", "", "./x"}) {
            requireOne(compileExternal(location, 0, 12), "GK-2401", "tensor 'w'", nowhere);
        }
        requireOne(compileExternal("data/link", 0, 12), "GK-2401", "a link out of the directory");
        requireOne(compileExternal("none.bin", 0, 12), "GK-2401", "is not in the directory of the model");
        requireOne(compileExternal("data/net.bin", 60, 12), "GK-2401", "which has 64 bytes");
        requireOne(compileExternal("data/net.bin", 0, 1L << 50), "GK-2401", "which has 64 bytes");
        requireOne(compileExternal("data/net.bin", 0, 8), "GK-2401", "has 8 bytes of elements, not 12");
    }

    @Test
    void model_keepsItsNames() throws IOException {
        ModelBytes graph = ModelBytes.message()
                .node("Add in::x w* -> wait")
                .node("Relu wait -> 2*/")
                .weight("w*", new long[] {3}, 1, 2, 3)
                .input("in::x", FLOAT, "n", 3)
                .output("wait", FLOAT)
                .output("2*/", FLOAT);
        Outcome outcome = compile(ModelBytes.model(graph, 13), "");
        assertThat(outcome.ours()).isEmpty();
        KernelClass kernelClass = outcome.classes().get(0);
        assertThat(kernelClass.model().orElseThrow().results().orElseThrow().components())
                .extracting(
                        component -> component.name() + " " + component.original() + " " + component.documentation())
                .containsExactly("wait_ wait f32[n, 3]", "_2__ 2*/ f32[n, 3]");
        assertThat(kernelClass.model().orElseThrow().weights()).containsOnlyKeys("w*");
        assertThat(kernelClass.methods().get(0).source().documentation())
                .contains(
                        "Runs the model <code>net.onnx</code>",
                        "<li><code>in__x</code>, <code>f32[n, 3]</code>, in the model <code>in::x</code>",
                        "in the model <code>2&#42;/</code>")
                .doesNotContain("*/");
    }

    @Test
    @Tag("slow")
    void weights_areReplacedByThoseOfTheSameNames() throws IOException {
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
        requireOne(compile(model, ", weights = \"w.safetensors\""), "GK-2406", "tensor 1 is f32[3] and has 99 bytes");
        safetensors("{", 0);
        requireOne(
                compile(model, ", weights = \"w.safetensors\""),
                "GK-2406",
                "has the end where JSON has a name in quotes");
        safetensors("{\"1\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]}}", 8);
        requireOne(compile(model, ", weights = \"w.safetensors\""), "GK-2406", "after the header there are 8");
    }

    private void safetensors(String header, int bytes) throws IOException {
        ByteBuffer file =
                ByteBuffer.allocate(Long.BYTES + header.length() + bytes).order(ByteOrder.LITTLE_ENDIAN);
        file.putLong(header.length()).put(header.getBytes(StandardCharsets.UTF_8));
        Files.write(Files.createDirectories(directory.resolve("models")).resolve("w.safetensors"), file.array());
    }

    @Test
    void onlyWeights_areTrainable() throws IOException {
        byte[] model = ModelBytes.model(net(), 13);
        assertThat(graph(compile(model, ", trainable = \"*\"")))
                .startsWith("graph run(%trainable._1: f32[3], %in__x: f32[batch_size, 3]) {");
        requireOne(compile(model, ", trainable = \"head.*\""), "GK-2407", "fits 'head.*'; there are '1'");
    }

    @Test
    void nodeAndInitializer_unread_areLeftOut() throws IOException {
        ModelBytes graph = net().node("NonZero in::x -> places")
                .node("Frobnicate places wide -> nothing")
                .message(5, ModelBytes.tensor("wide", UINT64, new byte[Long.BYTES], 1));
        assertThat(graph(compile(ModelBytes.model(graph, 13), "")))
                .isEqualTo(graph(compile(ModelBytes.model(net(), 13), "")));
    }

    @Test
    void initializer_thatIsRead_isRefusedWithItsType() throws IOException {
        ModelBytes graph = ModelBytes.message()
                .node("Cast w -> y", ModelBytes.integer("to", FLOAT))
                .message(5, ModelBytes.tensor("w", FLOAT8E4M3FNUZ, new byte[1], 1))
                .output("y", FLOAT);
        requireOne(compile(ModelBytes.model(graph, 19), ""), "GK-2402", "unsupported tensor type: float8e4m3fnuz");
    }

    /** The attribute's default is 0, which is not a dtype. */
    @Test
    void quantization_withoutZeroPointAndDtype_isToU8() throws IOException {
        ModelBytes graph = ModelBytes.message()
                .node("QuantizeLinear x s -> y")
                .input("x", FLOAT, 3)
                .input("s", FLOAT)
                .output("y", UINT8);
        assertThat(graph(compile(ModelBytes.model(graph, 21), ""))).contains(" : u8[3]");
    }

    @Test
    void opset_ofVersion28_isRead_and29_isRefusedByName() throws IOException {
        ModelBytes graph =
                ModelBytes.message().node("Neg x -> y").input("x", FLOAT, 3).output("y", FLOAT);
        assertThat(graph(compile(ModelBytes.model(graph, 28), ""))).contains("Neg(%x)");
        requireOne(
                compile(ModelBytes.model(graph, 29), ""), "GK-2402", "Neg of opset 29", "versions 1 to 28 of the ops");
    }

    @Test
    void attribute_withItsDefault_isAcceptedWhereNobodyAsksForIt_andRefusedWithAnotherValue() throws IOException {
        ModelBytes graph = ModelBytes.message()
                .node("Cast x -> y", ModelBytes.integer("to", FLOAT), ModelBytes.integer("saturate", 1))
                .input("x", INT64, 3)
                .output("y", FLOAT);
        assertThat(graph(compile(ModelBytes.model(graph, 19), ""))).contains("Cast(%x)");
        // The attribute came with version 19.
        requireOne(compile(ModelBytes.model(graph, 18), ""), "GK-2402", "attributes that are not known: saturate");
        ModelBytes other = ModelBytes.message()
                .node("Cast x -> y", ModelBytes.integer("to", FLOAT), ModelBytes.integer("saturate", 0))
                .input("x", INT64, 3)
                .output("y", FLOAT);
        requireOne(compile(ModelBytes.model(other, 19), ""), "GK-2402", "attributes that are not known: saturate");
    }

    private static ModelBytes reshaping() {
        return ModelBytes.message()
                .node("Reshape x shape -> y")
                .input("x", FLOAT, "n", 6)
                .input("shape", INT64, 3)
                .output("y", FLOAT);
    }

    @Test
    void inputValues_areConstantsAndNoParameters() throws IOException {
        byte[] model = ModelBytes.model(reshaping(), 13);
        assertThat(graph(compile(model, ", inputValues = \"shape:-1, 2,3\""))).isEqualTo("""
                graph run(%x: f32[n, 6]) {
                  %0 = Reshape(%x) {dims=(n, 2, 3)} : f32[n, 2, 3]
                  return y=%0
                }
                """);
    }

    @Test
    void inputValues_thatDoNotFit_areRefusedWithTheReason() throws IOException {
        byte[] model = ModelBytes.model(reshaping(), 13);
        requireOne(compile(model, ", inputValues = \"shape\""), "GK-2408", "'shape' is not an input with its elements");
        requireOne(
                compile(model, ", inputValues = \"sizes:1\""), "GK-2408", "unknown input 'sizes'; the inputs are 'x'");
        requireOne(compile(model, ", inputValues = \"shape:1,2\""), "GK-2408", "has the dims [3], and there are 2");
        requireOne(
                compile(model, ", inputValues = \"shape:1,2,x\""), "GK-2408", "'x' is not an element of input 'shape'");
        requireOne(compile(model, ", inputValues = \"shape:1,2,3;shape:1,2,3\""), "GK-2408", "'shape' twice");
        requireOne(compile(model, ", inputValues = \"x:1,2\""), "GK-2408", "has the dims [?, 6], and there are 2");
    }

    private static byte[] selecting() {
        return ModelBytes.model(
                ModelBytes.message()
                        .node("Compress x keep -> kept/rows", ModelBytes.integer("axis", 0))
                        .node("Neg kept/rows -> out")
                        .input("x", FLOAT, "n", 6)
                        .input("keep", BOOL, "n")
                        .output("out", FLOAT),
                11);
    }

    @Test
    void maxSizes_areThoseOfTensorsAndCountTheirSlices() throws IOException {
        assertThat(graph(compile(selecting(), ", maxSizes = \"kept/rows:4\"")))
                .contains("{output=0, size=(min(4, n))} : i64[min(4, n), 1]", ": f32[4, 6]", "return out=%")
                .contains("kept_rows_count=%1\n");
    }

    @Test
    void maxSizes_thatAreMissing_areNamed() throws IOException {
        requireOne(
                compile(selecting(), ""),
                "GK-2402",
                "Compress",
                "its result depends on elements; declare its maximum size, such as maxSizes = \"kept/rows:100\"");
    }

    @Test
    void maxSizes_ofBranches_cannotBeDeclared() throws IOException {
        ModelBytes then = ModelBytes.message().node("NonZero x -> out").output("out", INT64);
        ModelBytes otherwise = ModelBytes.message().node("Shape x -> out").output("out", INT64);
        ModelBytes graph = ModelBytes.message()
                .node("If is -> y", ModelBytes.graph("then_branch", then), ModelBytes.graph("else_branch", otherwise))
                .input("x", FLOAT, "n")
                .input("is", BOOL)
                .output("y", INT64);
        requireOne(
                compile(ModelBytes.model(graph, 13), ""),
                "GK-2402",
                "NonZero",
                "depends on elements, and the graph of an If or a loop cannot have such a tensor");
    }

    @Test
    void counts_haveNamesOfTheirOwn() throws IOException {
        ModelBytes graph = ModelBytes.message()
                .node("Compress x keep -> rows", ModelBytes.integer("axis", 0))
                .node("Neg x -> rows_count")
                .input("x", FLOAT, "n", 6)
                .input("keep", BOOL, "n")
                .output("rows", FLOAT)
                .output("rows_count", FLOAT);
        assertThat(graph(compile(ModelBytes.model(graph, 11), ", maxSizes = \"rows:4\"")))
                .containsPattern("return rows=%\\d+, rows_count=%\\d+, rows_count_=%\\d+\n");
    }

    private static byte[] unique() {
        return ModelBytes.model(
                ModelBytes.message()
                        .node("Unique y -> values firsts groups sizes")
                        .input("y", INT64, "m")
                        .output("values", INT64)
                        .output("sizes", INT64, 4),
                11);
    }

    @Test
    void sizeOfTheFile_ofAnyResult_isThatOfAll() throws IOException {
        assertThat(graph(compile(unique(), ""))).contains(": i64[4]\n").doesNotContain("_count=");
        assertThat(graph(compile(unique(), ", maxSizes = \"values:4\""))).contains("values_count=%");
        requireOne(
                compile(unique(), ", maxSizes = \"values:3\""),
                "GK-2402",
                "Unique",
                "its results have one size, and the declared ones differ: {values=3, sizes=4}");
    }

    @Test
    void maxSizes_thatDoNotFit_areRefusedWithTheReason() throws IOException {
        String given = ", maxSizes = \"kept/rows";
        requireOne(compile(selecting(), given + "\""), "GK-2414", "'kept/rows' is not a tensor with its maximum size");
        requireOne(compile(selecting(), given + ":n\""), "GK-2414", "'kept/rows:n' is not a tensor with its maximum");
        requireOne(compile(selecting(), ", maxSizes = \"x:4\""), "GK-2414", "no node produces 'x'");
        requireOne(compile(selecting(), given + ":4;kept/rows:4\""), "GK-2414", "'kept/rows' twice");
        requireOne(
                compile(selecting(), given + ":4;out:4\""),
                "GK-2414",
                "no used op determines the shape of 'out' by elements");
        requireOne(
                compile(unique(), ", maxSizes = \"groups:4\""),
                "GK-2414",
                "no used op determines the shape of 'groups' by elements");
    }

    /** As PyTorch exports an interpolation by a scale factor. */
    @Test
    void sizesComputedWithRealNumbers_areFolded() throws IOException {
        ModelBytes graph = ModelBytes.message()
                .node("Shape x -> shape")
                .node("Cast shape -> real", ModelBytes.integer("to", FLOAT))
                .node("Mul real half -> scaled")
                .node("Floor scaled -> floored")
                .node("Cast floored -> sizes", ModelBytes.integer("to", INT64))
                .node("ConstantOfShape sizes -> y")
                .weight("half", new long[] {1}, 0.5f)
                .input("x", FLOAT, "n", 6)
                .output("y", FLOAT);
        assertThat(graph(compile(ModelBytes.model(graph, 13), ""))).contains("f32[floorDiv(n, 2), 3]");
    }

    private static ModelBytes branching() {
        ModelBytes then = ModelBytes.message()
                .node("Mul x w -> out")
                .weight("w", new long[] {1}, 3)
                .output("out", FLOAT);
        ModelBytes otherwise = ModelBytes.message().node("Frobnicate x -> out").output("out", FLOAT);
        return ModelBytes.message()
                .node("Equal rate wanted -> is")
                .node("If is -> y", ModelBytes.graph("then_branch", then), ModelBytes.graph("else_branch", otherwise))
                .node("Neg y -> out")
                .message(5, ModelBytes.tensor("wanted", INT64, new byte[] {7, 0, 0, 0, 0, 0, 0, 0}))
                .input("x", FLOAT, "n")
                .input("rate", INT64)
                .output("out", FLOAT);
    }

    @Test
    void branch_whoseConditionIsKnown_isTaken() throws IOException {
        byte[] model = ModelBytes.model(branching(), 13);
        assertThat(graph(compile(model, ", inputValues = \"rate:7\"")))
                .startsWith("graph run(%x: f32[n])")
                .contains("= Mul(%x,", "return out=");
        requireOne(compile(model, ", inputValues = \"rate:8\""), "GK-2402", "Frobnicate", "no rule for this op");
        requireOne(compile(model, ""), "GK-2402", "Frobnicate", "no rule for this op");
    }

    @Test
    void graphs_nestedTooDeeply_areRefused() throws IOException {
        ModelBytes graph = ModelBytes.message().output("y", FLOAT);
        for (int i = 0; i < 20; i++) {
            graph = ModelBytes.message()
                    .node("If c -> y", ModelBytes.graph("then_branch", graph))
                    .output("y", FLOAT);
        }
        requireOne(compile(ModelBytes.model(graph, 13), ""), "GK-2401", "more than 16 graphs");
    }
}

package io.graphkernel.conformance.onnx;

import static io.graphkernel.conformance.onnx.OwnModel.BOOL;
import static io.graphkernel.conformance.onnx.OwnModel.FLOAT;
import static io.graphkernel.conformance.onnx.OwnModel.INT32;
import static io.graphkernel.conformance.onnx.OwnModel.INT64;
import static io.graphkernel.conformance.onnx.OwnModel.INT8;
import static io.graphkernel.conformance.onnx.OwnModel.UINT8;
import static io.graphkernel.conformance.onnx.OwnModel.dims;
import static io.graphkernel.processor.onnx.ModelBytes.integer;
import static io.graphkernel.processor.onnx.ModelBytes.integers;
import static io.graphkernel.processor.onnx.ModelBytes.word;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OrtException;
import io.graphkernel.conformance.GraphListProcessor;
import io.graphkernel.conformance.GraphTextProcessor;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.graph.Graph;
import io.graphkernel.processor.onnx.reader.OnnxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Semantics of the format where an op of ours of the same name differs, and models with open sizes. */
@Tag("slow")
@Tag("process")
class OnnxSemanticsTest {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("onnx-semantics");
    private static final double NAN = Double.NaN;
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    private static List<OwnModel> models() throws OrtException {
        List<OwnModel> models = new ArrayList<>(casts());
        models.addAll(castsOfEveryPair());
        models.addAll(reductions());
        models.addAll(scatters());
        models.addAll(openSizes());
        models.addAll(others());
        models.addAll(ContribModels.models());
        return models;
    }

    private static List<OwnModel> casts() {
        double far = 4_294_967_297.0;
        return List.of(
                new OwnModel("cast_i32ToU8_discardsHigherBits", 21)
                        .node("Cast x -> y", integer("to", UINT8))
                        .input("x", INT32, dims(4), 300, -1, 255, 256)
                        .output("y", UINT8, dims(4), 44, 255, 255, 0),
                new OwnModel("cast_i64ToI32_discardsHigherBits", 21)
                        .node("Cast x -> y", integer("to", INT32))
                        .input("x", INT64, dims(4), far, -1_099_511_627_776.0, Integer.MAX_VALUE + 1.0, -7)
                        .output("y", INT32, dims(4), 1, 0, Integer.MIN_VALUE, -7),
                new OwnModel("cast_i64ToI8_discardsHigherBits", 21)
                        .node("Cast x -> y", integer("to", INT8))
                        .input("x", INT64, dims(4), 200, -200, far + 127, Long.MIN_VALUE)
                        .output("y", INT8, dims(4), -56, 56, -128, 0),
                new OwnModel("cast_u8ToI8_discardsHigherBits", 21)
                        .node("Cast x -> y", integer("to", INT8))
                        .input("x", UINT8, dims(3), 127, 128, 255)
                        .output("y", INT8, dims(3), 127, -128, -1),
                new OwnModel("cast_i8ToU8_discardsHigherBits", 21)
                        .node("Cast x -> y", integer("to", UINT8))
                        .input("x", INT8, dims(3), 127, -128, -1)
                        .output("y", UINT8, dims(3), 127, 128, 255),
                new OwnModel("castLike_i32ToU8_discardsHigherBits", 21)
                        .node("CastLike x like -> y")
                        .input("x", INT32, dims(2), 300, -1)
                        .input("like", UINT8, dims(1), 0)
                        .output("y", UINT8, dims(2), 44, 255),
                new OwnModel("cast_ofConstants_discardsHigherBits", 21)
                        .node("Cast c -> d", integer("to", UINT8))
                        .node("Add x d -> y")
                        .weight("c", INT32, dims(3), 300, -1, 256)
                        .input("x", UINT8, dims(3), 0, 0, 0)
                        .output("y", UINT8, dims(3), 44, 255, 0),
                new OwnModel("pow_i32ByI64_discardsHigherBits", 21)
                        .node("Pow x e -> y")
                        .input("x", INT32, dims(3), 10, 3, -2)
                        .input("e", INT64, dims(3), 10, 4, 33)
                        .output("y", INT32, dims(3), 1_410_065_408, 81, 0));
    }

    /** Every pair of integer dtypes, by Java's own conversions. */
    private static List<OwnModel> castsOfEveryPair() {
        int[] types = {UINT8, INT8, INT32, INT64};
        Random random = new Random(35);
        List<OwnModel> models = new ArrayList<>();
        for (int from : types) {
            for (int to : types) {
                double[] elements = new double[64];
                double[] expected = new double[64];
                for (int i = 0; i < elements.length; i++) {
                    // At most 53 bits, which a double has exactly.
                    long element = narrowed(random.nextLong() >> 11 + random.nextInt(50), from);
                    elements[i] = element;
                    expected[i] = narrowed(element, to);
                }
                models.add(new OwnModel("cast_from" + from + "To" + to + "_isJavas", 21)
                        .node("Cast x -> y", integer("to", to))
                        .input("x", from, dims(elements.length), elements)
                        .output("y", to, dims(elements.length), expected));
            }
        }
        return models;
    }

    private static long narrowed(long value, int type) {
        return switch (type) {
            case UINT8 -> value & 0xff;
            case INT8 -> (byte) value;
            case INT32 -> (int) value;
            default -> value;
        };
    }

    private static OwnModel unreduced(String op, double... expected) {
        return new OwnModel("noop_" + op + "_mapsEachElement", 20)
                .node(op + " x -> y", integer("noop_with_empty_axes", 1))
                .input("x", FLOAT, dims(3), -2, 0.5, 4)
                .output("y", FLOAT, dims(3), expected);
    }

    private static List<OwnModel> reductions() {
        return List.of(
                unreduced("ReduceSumSquare", 4, 0.25, 16),
                unreduced("ReduceLogSum", NAN, -0.6931471805599453, 1.3862943611198906),
                unreduced("ReduceL1", 2, 0.5, 4),
                unreduced("ReduceL2", 2, 0.5, 4),
                unreduced("ReduceLogSumExp", -2, 0.5, 4),
                unreduced("ReduceMean", -2, 0.5, 4),
                new OwnModel("reduceL2_ofAScalar_isItsAbsoluteValue", 18)
                        .node("ReduceL2 x -> y")
                        .input("x", FLOAT, dims(), -3)
                        .output("y", FLOAT, dims(), 3),
                new OwnModel("reduceMax_ofTruthValues_isTrueIfAnyIs", 20)
                        .node("ReduceMax x axes -> y", integer("keepdims", 0))
                        .weight("axes", INT64, dims(1), 1)
                        .input("x", BOOL, dims(2, 2), 0, 1, 0, 0)
                        .output("y", BOOL, dims(2), 1, 0),
                new OwnModel("lpNormalization_ofZeros_isZero", 22)
                        .node("LpNormalization x -> y")
                        .input("x", FLOAT, dims(2, 2), 0, 0, 3, 4)
                        .output("y", FLOAT, dims(2, 2), 0, 0, 0.6, 0.8),
                new OwnModel("lpNormalization_ofZerosByOne_isZero", 22)
                        .node("LpNormalization x -> y", integer("p", 1))
                        .input("x", FLOAT, dims(2, 2), 0, 0, 1, -3)
                        .output("y", FLOAT, dims(2, 2), 0, 0, 0.25, -0.75));
    }

    private static List<OwnModel> scatters() {
        return List.of(
                new OwnModel("scatterElements_sameIndexTwice_takesTheLast", 18)
                        .node("ScatterElements x i u -> y")
                        .input("x", FLOAT, dims(4), 1, 2, 3, 4)
                        .input("i", INT64, dims(3), 1, -3, 3)
                        .input("u", FLOAT, dims(3), 10, 20, INFINITY)
                        .output("y", FLOAT, dims(4), 1, 20, 3, INFINITY),
                new OwnModel("scatterNd_sameIndexTwice_takesTheLast", 18)
                        .node("ScatterND x i u -> y")
                        .input("x", INT64, dims(3, 2), 1, 2, 3, 4, 5, 6)
                        .input("i", INT64, dims(2, 1), 1, 1)
                        .input("u", INT64, dims(2, 2), 7, 8, 9, 10)
                        .output("y", INT64, dims(3, 2), 1, 2, 9, 10, 5, 6),
                new OwnModel("scatterNd_ofTruthValues_isCompiled", 18)
                        .node("ScatterND x i u -> y")
                        .input("x", BOOL, dims(3), 1, 0, 1)
                        .input("i", INT64, dims(2, 1), 0, 1)
                        .input("u", BOOL, dims(2), 0, 1)
                        .output("y", BOOL, dims(3), 0, 1, 1),
                new OwnModel("scatterElements_ofTruthValues_isCompiled", 18)
                        .node("ScatterElements x i u -> y", integer("axis", 1))
                        .input("x", BOOL, dims(2, 2), 1, 0, 1, 0)
                        .input("i", INT64, dims(2, 1), 0, 1)
                        .input("u", BOOL, dims(2, 1), 0, 1)
                        .output("y", BOOL, dims(2, 2), 0, 0, 1, 1));
    }

    private static OwnModel same(String auto, String op, int size, double... expected) {
        return new OwnModel("%s_%s_ofOpenAxes_%d".formatted(op, auto, size), 22)
                .node(op + " x -> y", word("auto_pad", auto), integers("kernel_shape", 3), integers("strides", 2))
                .open("x", FLOAT, new Object[] {1L, 1L, "n"}, dims(1, 1, size), numbers(size))
                .output("y", FLOAT, dims(1, 1, expected.length), expected);
    }

    private static double[] numbers(int size) {
        double[] numbers = new double[size];
        for (int i = 0; i < size; i++) {
            numbers[i] = i + 1;
        }
        return numbers;
    }

    private static OwnModel interpolated(String name, double factor, double... expected) {
        // As PyTorch exports interpolate(x, scale_factor = factor).
        return new OwnModel(name, 13)
                .node("Shape x -> shape")
                .node("Gather shape two -> n")
                .node("Cast n -> real", integer("to", FLOAT))
                .node("Mul real factor -> scaled")
                .node("Floor scaled -> floored")
                .node("Cast floored -> size", integer("to", INT64))
                .node("Slice shape zero two1 -> kept")
                .node("Unsqueeze size zero -> size1")
                .node("Concat kept size1 -> sizes", integer("axis", 0))
                .node(
                        "Resize x   sizes -> y",
                        word("coordinate_transformation_mode", "asymmetric"),
                        word("nearest_mode", "floor"))
                .weight("two", INT64, dims(), 2)
                .weight("factor", FLOAT, dims(), factor)
                .weight("zero", INT64, dims(1), 0)
                .weight("two1", INT64, dims(1), 2)
                .output("y", FLOAT, dims(1, 1, expected.length), expected);
    }

    private static List<OwnModel> openSizes() {
        return List.of(
                same("SAME_UPPER", "MaxPool", 4, 3, 4),
                same("SAME_LOWER", "MaxPool", 4, 2, 4),
                same("SAME_UPPER", "MaxPool", 5, 2, 4, 5),
                same("SAME_UPPER", "AveragePool", 4, 2, 3.5),
                same("SAME_LOWER", "AveragePool", 5, 1.5, 3, 4.5),
                new OwnModel("conv_sameUpper_ofOpenAxes", 22)
                        .node("Conv x w -> y", word("auto_pad", "SAME_UPPER"), integers("strides", 2, 2))
                        .open("x", FLOAT, new Object[] {1L, 1L, "h", "w"}, dims(1, 1, 2, 4), numbers(8))
                        .weight("w", FLOAT, dims(1, 1, 3, 3), 1, 1, 1, 1, 1, 1, 1, 1, 1)
                        .output("y", FLOAT, dims(1, 1, 1, 2), 24, 22),
                new OwnModel("conv_sameUpper_ofWindowsApart", 22)
                        .node("Conv x w -> y", word("auto_pad", "SAME_UPPER"), integers("strides", 3))
                        .open("x", FLOAT, new Object[] {1L, 1L, "n"}, dims(1, 1, 5), numbers(5))
                        .weight("w", FLOAT, dims(1, 1, 2), 1, 10)
                        .output("y", FLOAT, dims(1, 1, 2), 21, 54),
                interpolated("interpolate_ofOpenAxes_repeats", 2, 1, 1, 2, 2, 3, 3)
                        .open("x", FLOAT, new Object[] {1L, 1L, "n"}, dims(1, 1, 3), 1, 2, 3),
                interpolated("interpolate_ofKnownAxes_takesTheNearest", 1.5, 1, 1, 2, 3)
                        .open("x", FLOAT, new Object[] {1L, 1L, 3L}, dims(1, 1, 3), 1, 2, 3),
                new OwnModel("resize_linear_ofOpenAxes", 19)
                        .node("Resize x  scales -> y", word("mode", "linear"), integers("axes", 1))
                        .weight("scales", FLOAT, dims(1), 2)
                        .open("x", FLOAT, new Object[] {1L, "n"}, dims(1, 2), 1, 3)
                        .output("y", FLOAT, dims(1, 4), 1, 1.5, 2.5, 3),
                new OwnModel("pad_reflect_ofOpenAxes", 19)
                        .node("Pad x pads -> y", word("mode", "reflect"))
                        .weight("pads", INT64, dims(2), 1, 1)
                        .open("x", FLOAT, new Object[] {"n"}, dims(3), 1, 2, 3)
                        .output("y", FLOAT, dims(5), 2, 1, 2, 3, 2),
                new OwnModel("range_overASymbol_hasItsSize", 13)
                        .node("Shape x -> shape")
                        .node("Squeeze shape -> n")
                        .node("Range zero n two -> places")
                        .node("Gather x places -> y")
                        .weight("zero", INT64, dims(), 0)
                        .weight("two", INT64, dims(), 2)
                        .open("x", FLOAT, new Object[] {"n"}, dims(5), 1, 2, 3, 4, 5)
                        .output("y", FLOAT, dims(3), 1, 3, 5),
                new OwnModel("topK_ofAnOpenBatch_isCompiled", 11)
                        .node("TopK x k -> y places")
                        .weight("k", INT64, dims(1), 2)
                        .open("x", FLOAT, new Object[] {"n", 3L}, dims(2, 3), 1, 3, 2, 5, 4, 5)
                        .output("y", FLOAT, dims(2, 2), 3, 2, 5, 5)
                        .output("places", INT64, dims(2, 2), 1, 2, 0, 2),
                new OwnModel("expand_byMinusOne_keepsTheDim", 13)
                        .node("Expand x shape -> y")
                        .weight("shape", INT64, dims(3), 2, -1, 2)
                        .open("x", FLOAT, new Object[] {"n", 1L}, dims(2, 1), 1, 2)
                        .output("y", FLOAT, dims(2, 2, 2), 1, 1, 2, 2, 1, 1, 2, 2));
    }

    private static List<OwnModel> others() {
        return List.of(
                new OwnModel("qLinearConv_withABias_addsIt", 10)
                        .node("QLinearConv x xs xz w ws wz ys yz b -> y")
                        .input("x", UINT8, dims(1, 1, 2, 2), 1, 2, 3, 4)
                        .weight("xs", FLOAT, dims(), 0.5)
                        .weight("xz", UINT8, dims(), 1)
                        .weight("w", INT8, dims(2, 1, 1, 1), 2, -4)
                        .weight("ws", FLOAT, dims(2), 1, 0.5)
                        .weight("wz", INT8, dims(2), 0, 0)
                        .weight("ys", FLOAT, dims(), 0.5)
                        .weight("yz", UINT8, dims(), 10)
                        .weight("b", INT32, dims(2), 3, -2)
                        .output("y", UINT8, dims(1, 2, 2, 2), 13, 15, 17, 19, 9, 7, 5, 3),
                new OwnModel("clip_ofVersion6_cutsInfinityOff", 6)
                        .node("Clip x -> y")
                        .input("x", FLOAT, dims(3), INFINITY, -INFINITY, 1)
                        .output("y", FLOAT, dims(3), Float.MAX_VALUE, -Float.MAX_VALUE, 1),
                new OwnModel("clip_minAboveMax_isMax", 13)
                        .node("Clip x low high -> y")
                        .weight("low", FLOAT, dims(), 2)
                        .weight("high", FLOAT, dims(), 1)
                        .input("x", FLOAT, dims(3), 0, 1.5, 3)
                        .output("y", FLOAT, dims(3), 1, 1, 1),
                new OwnModel("mod_ofWholeNumbers_hasTheSignOfTheDivisor", 13)
                        .node("Mod x d -> y")
                        .input("x", INT64, dims(4), -4, 7, 5, -7)
                        .input("d", INT64, dims(4), 3, -3, 8, -3)
                        .output("y", INT64, dims(4), 2, -2, 5, -1),
                new OwnModel("argMax_ofEqualElements_isTheFirst", 13)
                        .node("ArgMax x -> y", integer("keepdims", 0))
                        .input("x", INT32, dims(4), 1, 5, 5, 0)
                        .output("y", INT64, dims(), 1),
                new OwnModel("round_ofHalves_isEven", 22)
                        .node("Round x -> y")
                        .input("x", FLOAT, dims(5), 0.5, 1.5, 2.5, -0.5, -1.5)
                        .output("y", FLOAT, dims(5), 0, 2, 2, 0, -2),
                new OwnModel("constantReals_foldedToAShape_areWholeNumbers", 13)
                        .node("Cast c -> shape", integer("to", INT64))
                        .node("Reshape x shape -> y")
                        .weight("c", FLOAT, dims(2), 2.7, -1)
                        .input("x", FLOAT, dims(4), 1, 2, 3, 4)
                        .output("y", FLOAT, dims(2, 2), 1, 2, 3, 4));
    }

    @BeforeAll
    static void compile() throws IOException, OnnxException, OrtException {
        List<Graph> graphs = new ArrayList<>();
        List<String> calls = new ArrayList<>();
        for (OwnModel model : models()) {
            SuiteModel imported = SuiteModel.of(model.write(), "m" + graphs.size());
            assertThat(imported.reason()).as(model.name()).isEmpty();
            assertThat(imported.known()).as(model.name()).isEmpty();
            calls.add(String.join(
                    "\t",
                    GraphTextProcessor.PACKAGE + ".SemanticsKernels",
                    "m" + graphs.size(),
                    model.name(),
                    imported.parameters()));
            graphs.add(imported.imported().graph().orElseThrow());
        }
        Files.createDirectories(DIRECTORY);
        Files.write(DIRECTORY.resolve("calls.txt"), calls);
        assertThat(KernelCompiler.compile(
                        new GraphListProcessor(Map.of("Semantics", graphs), DIRECTORY.resolve("report")),
                        DIRECTORY.resolve("classes"),
                        Map.of("Models", "public final class Models {}"),
                        "cpu,jvm",
                        List.of()))
                .noneMatch(diagnostic -> diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR);
    }

    private static TargetProcess process() {
        return new TargetProcess(
                DIRECTORY.resolve("classes"),
                OnnxSuiteProgram.class,
                DIRECTORY.resolve("calls.txt").toString());
    }

    @Test
    void everyModel_onTheCpu_isRight() throws IOException, InterruptedException {
        process().onCpu();
    }

    @Test
    void everyModel_onTheJvm_isRight() throws IOException, InterruptedException {
        process().onJvm();
    }
}

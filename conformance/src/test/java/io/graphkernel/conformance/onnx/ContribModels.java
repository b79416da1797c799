package io.graphkernel.conformance.onnx;

import static io.graphkernel.conformance.onnx.OwnModel.FLOAT;
import static io.graphkernel.conformance.onnx.OwnModel.INT32;
import static io.graphkernel.conformance.onnx.OwnModel.INT64;
import static io.graphkernel.conformance.onnx.OwnModel.INT8;
import static io.graphkernel.conformance.onnx.OwnModel.UINT8;
import static io.graphkernel.conformance.onnx.OwnModel.dims;
import static io.graphkernel.processor.onnx.ModelBytes.integer;
import static io.graphkernel.processor.onnx.ModelBytes.integers;
import static io.graphkernel.processor.onnx.ModelBytes.real;
import static io.graphkernel.processor.onnx.ModelBytes.reals;
import static io.graphkernel.processor.onnx.ModelBytes.word;

import ai.onnxruntime.OrtException;
import io.graphkernel.processor.onnx.ModelBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Models with ops of ONNX Runtime's domain, and of transformers, whose results ONNX Runtime computes. */
final class ContribModels {

    private static final String CONTRIB = "com.microsoft.";
    private static final Object[] ROWS = {"b", "s", 8L};

    private ContribModels() {}

    static List<OwnModel> models() throws OrtException {
        List<OwnModel> models = new ArrayList<>();
        models.addAll(rowwise());
        models.addAll(products());
        models.addAll(quantized());
        models.addAll(rotations());
        models.addAll(attention());
        models.addAll(groupedAttention());
        for (OwnModel model : models) {
            model.solve();
        }
        return models;
    }

    private static OwnModel model(String name) {
        return new OwnModel("contrib_" + name, 21);
    }

    /** Returns multiples of 1/64 from -1 to 1. */
    private static double[] numbers(int seed, int count) {
        return new Random(seed)
                .ints(count, -64, 65)
                .mapToDouble(number -> number / 64.0)
                .toArray();
    }

    private static double[] bytes(int seed, int count) {
        return new Random(seed).ints(count, 0, 256).asDoubleStream().toArray();
    }

    private static double[] positive(int seed, int count) {
        return new Random(seed)
                .ints(count, 1, 65)
                .mapToDouble(number -> number / 1024.0)
                .toArray();
    }

    private static List<OwnModel> rowwise() {
        return List.of(
                model("activations")
                        .node(CONTRIB + "Gelu x -> a")
                        .node(CONTRIB + "BiasGelu x bias -> b")
                        .node(CONTRIB + "FastGelu x bias -> c")
                        .node(CONTRIB + "FastGelu x -> d")
                        .node(CONTRIB + "QuickGelu x -> e", real("alpha", 1.5f))
                        .open("x", FLOAT, ROWS, dims(2, 3, 8), numbers(1, 48))
                        .weight("bias", FLOAT, dims(8), numbers(2, 8))
                        .solved("a", FLOAT)
                        .solved("b", FLOAT)
                        .solved("c", FLOAT)
                        .solved("d", FLOAT)
                        .solved("e", FLOAT),
                model("norms")
                        .node(CONTRIB + "SkipLayerNormalization x skip scale shift bias -> a   sum")
                        .node(CONTRIB + "SkipSimplifiedLayerNormalization x skip scale bias -> b   sum2")
                        .node(CONTRIB + "SkipLayerNormalization x skip scale -> c", real("epsilon", 0.01f))
                        .node("SimplifiedLayerNormalization x scale -> d", integer("axis", -1))
                        .open("x", FLOAT, ROWS, dims(2, 3, 8), numbers(3, 48))
                        .open("skip", FLOAT, ROWS, dims(2, 3, 8), numbers(4, 48))
                        .weight("scale", FLOAT, dims(8), numbers(5, 8))
                        .weight("shift", FLOAT, dims(8), numbers(6, 8))
                        .weight("bias", FLOAT, dims(8), numbers(7, 8))
                        .solved("a", FLOAT)
                        .solved("sum", FLOAT)
                        .solved("b", FLOAT)
                        .solved("sum2", FLOAT)
                        .solved("c", FLOAT)
                        .solved("d", FLOAT),
                model("embedLayerNormalization")
                        .node(CONTRIB + "EmbedLayerNormalization ids segments words places kinds scale shift mask"
                                + " -> y lengths")
                        .open("ids", INT32, new Object[] {"b", "s"}, dims(2, 3), 4, 0, 2, 1, 3, 0)
                        .open("segments", INT32, new Object[] {"b", "s"}, dims(2, 3), 0, 0, 1, 1, 0, 0)
                        .open("mask", INT32, new Object[] {"b", "s"}, dims(2, 3), 1, 1, 1, 1, 1, 0)
                        .weight("words", FLOAT, dims(5, 8), numbers(8, 40))
                        .weight("places", FLOAT, dims(6, 8), numbers(9, 48))
                        .weight("kinds", FLOAT, dims(2, 8), numbers(10, 16))
                        .weight("scale", FLOAT, dims(8), numbers(11, 8))
                        .weight("shift", FLOAT, dims(8), numbers(12, 8))
                        .solved("y", FLOAT)
                        .solved("lengths", INT32));
    }

    private static List<OwnModel> products() {
        return List.of(
                model("fusedMatMul")
                        .node(
                                CONTRIB + "FusedMatMul x w -> y",
                                integer("transA", 1),
                                integer("transB", 1),
                                real("alpha", 0.5f))
                        .node(CONTRIB + "FusedGemm m w c -> z", integer("transB", 1), word("activation", "Relu"))
                        .open("x", FLOAT, new Object[] {"b", 8L, "s"}, dims(2, 8, 3), numbers(20, 48))
                        .input("m", FLOAT, dims(2, 8), numbers(21, 16))
                        .weight("w", FLOAT, dims(4, 8), numbers(22, 32))
                        .weight("c", FLOAT, dims(4), numbers(23, 4))
                        .solved("y", FLOAT)
                        .solved("z", FLOAT),
                model("fusedConv")
                        .node(
                                CONTRIB + "FusedConv x w bias -> y",
                                integers("pads", 1, 1, 1, 1),
                                integers("kernel_shape", 3, 3),
                                word("activation", "LeakyRelu"),
                                reals("activation_params", 0.25f))
                        .input("x", FLOAT, dims(1, 2, 4, 4), numbers(24, 32))
                        .weight("w", FLOAT, dims(3, 2, 3, 3), numbers(25, 54))
                        .weight("bias", FLOAT, dims(3), numbers(26, 3))
                        .solved("y", FLOAT),
                nBits("matMulNBits_of4", 4, 40)
                        .weight("zeros", UINT8, dims(6), bytes(33, 6))
                        .weight("w", UINT8, dims(3, 3, 8), bytes(34, 72)),
                nBits("matMulNBits_of8", 8, 32)
                        .weight("zeros", UINT8, dims(6), bytes(35, 6))
                        .weight("w", UINT8, dims(3, 2, 16), bytes(36, 96)));
    }

    /** Returns a product with three columns of weights in blocks of 16. */
    private static OwnModel nBits(String name, int bits, int rows) {
        int blocks = (rows + 15) / 16;
        return model(name)
                .node(
                        CONTRIB + "MatMulNBits x w scales zeros -> y",
                        integer("K", rows),
                        integer("N", 3),
                        integer("bits", bits),
                        integer("block_size", 16))
                .open("x", FLOAT, new Object[] {"b", "s", (long) rows}, dims(2, 2, rows), numbers(31, 4 * rows))
                .weight("scales", FLOAT, dims(3L * blocks), positive(32, 3 * blocks))
                .solved("y", FLOAT);
    }

    private static OwnModel scaled(OwnModel model, String value, double scale, double zero) {
        return model.weight(value + "s", FLOAT, dims(), scale).weight(value + "z", UINT8, dims(), zero);
    }

    private static List<OwnModel> quantized() {
        OwnModel elements = model("qLinear")
                .node(CONTRIB + "QLinearAdd x xs xz w ws wz ys yz -> a")
                .node(CONTRIB + "QLinearMul x xs xz w ws wz ys yz -> b")
                .node(CONTRIB + "QLinearSigmoid x xs xz us uz -> c")
                .node(CONTRIB + "QLinearLeakyRelu x xs xz ys yz -> d", real("alpha", 0.25f))
                .node(CONTRIB + "QLinearConcat ys yz x xs xz w ws wz -> e", integer("axis", 0))
                .node(CONTRIB + "QLinearSoftmax x xs xz us uz -> f", integer("axis", -1), integer("opset", 13))
                .open("x", UINT8, new Object[] {"n", 8L}, dims(3, 8), bytes(40, 24))
                .weight("w", UINT8, dims(1, 8), bytes(41, 8))
                .solved("a", UINT8)
                .solved("b", UINT8)
                .solved("c", UINT8)
                .solved("d", UINT8)
                .solved("e", UINT8)
                .solved("f", UINT8);
        scaled(scaled(scaled(scaled(elements, "x", 0.037, 121), "w", 0.021, 130), "y", 0.0513, 100), "u", 1.0 / 256, 0);
        OwnModel images = model("qLinear_ofImages")
                .node(CONTRIB + "QLinearGlobalAveragePool x xs xz ys yz -> a", integer("channels_last", 1))
                .node(
                        CONTRIB + "QLinearAveragePool x xs xz ys yz -> b",
                        integers("kernel_shape", 2, 2),
                        integer("channels_last", 1))
                .node(CONTRIB + "NhwcMaxPool x -> c", integers("kernel_shape", 2, 2), integers("strides", 2, 2))
                .input("x", UINT8, dims(1, 4, 4, 3), bytes(42, 48))
                .solved("a", UINT8)
                .solved("b", UINT8)
                .solved("c", UINT8);
        scaled(scaled(images, "x", 0.037, 121), "y", 0.0413, 120);
        OwnModel gemm = model("qGemm")
                .node(CONTRIB + "QGemm x xs xz w ws wz c ys yz -> a", integer("transB", 1))
                .node(CONTRIB + "QGemm x xs xz w ws wz c -> b", integer("transB", 1))
                .open("x", UINT8, new Object[] {"n", 8L}, dims(3, 8), bytes(43, 24))
                .weight("w", UINT8, dims(4, 8), bytes(44, 32))
                .weight("c", INT32, dims(4), 100, -200, 3, 4000)
                .solved("a", UINT8)
                .solved("b", FLOAT);
        scaled(scaled(scaled(gemm, "x", 0.0371, 121), "w", 0.0213, 130), "y", 0.1513, 100);
        return List.of(
                elements,
                images,
                gemm,
                model("matMulIntegerToFloat")
                        .node(CONTRIB + "MatMulIntegerToFloat x w xs ws xz wz bias -> y")
                        .node(CONTRIB + "DynamicQuantizeMatMul f w ws wz bias -> z")
                        .open("x", UINT8, new Object[] {"b", "s", 8L}, dims(2, 2, 8), bytes(45, 32))
                        .open("f", FLOAT, ROWS, dims(2, 2, 8), numbers(46, 32))
                        .weight("w", INT8, dims(8, 3), numbers(47, 24, 127))
                        .weight("ws", FLOAT, dims(3), 0.01, 0.02, 0.005)
                        .weight("wz", INT8, dims(3), 0, 0, 0)
                        .weight("xs", FLOAT, dims(), 0.03)
                        .weight("xz", UINT8, dims(), 120)
                        .weight("bias", FLOAT, dims(3), 1, -1, 0.5)
                        .solved("y", FLOAT)
                        .solved("z", FLOAT));
    }

    private static double[] numbers(int seed, int count, double factor) {
        double[] numbers = numbers(seed, count);
        for (int i = 0; i < count; i++) {
            numbers[i] = Math.rint(numbers[i] * factor);
        }
        return numbers;
    }

    private static OwnModel angles(OwnModel model, int half) {
        return model.weight("cos", FLOAT, dims(16, half), numbers(50, 16 * half))
                .weight("sin", FLOAT, dims(16, half), numbers(51, 16 * half));
    }

    private static List<OwnModel> rotations() {
        return List.of(
                angles(
                        model("rotaryEmbedding")
                                .node(CONTRIB + "RotaryEmbedding x places cos sin -> a")
                                .node(CONTRIB + "RotaryEmbedding x first cos sin -> b", integer("interleaved", 1))
                                .open("x", FLOAT, ROWS, dims(2, 3, 8), numbers(52, 48))
                                .open("places", INT64, new Object[] {"b", "s"}, dims(2, 3), 3, 4, 5, 0, 1, 2)
                                .input("first", INT64, dims(1), 7)
                                .solved("a", FLOAT)
                                .solved("b", FLOAT),
                        2),
                angles(
                        model("rotaryEmbedding_ofAPart")
                                .node(
                                        CONTRIB + "RotaryEmbedding x places cos sin -> a",
                                        integer("num_heads", 1),
                                        integer("rotary_embedding_dim", 4))
                                .open("x", FLOAT, ROWS, dims(2, 3, 8), numbers(53, 48))
                                .open("places", INT64, new Object[] {"b", "s"}, dims(2, 3), 3, 4, 5, 0, 1, 2)
                                .solved("a", FLOAT),
                        2));
    }

    private static OwnModel rows(OwnModel model, String names, int length, int width) {
        int seed = 60;
        for (String name : names.split(" ")) {
            model.open(
                    name,
                    FLOAT,
                    new Object[] {"b", "s", (long) width},
                    dims(2, length, width),
                    numbers(seed++, 2 * length * width));
        }
        return model;
    }

    /** Adds two keys and values of two heads for each sequence. */
    private static OwnModel pasts(OwnModel model, int size) {
        Object[] axes = {"b", 2L, "p", (long) size};
        return model.open("pk", FLOAT, axes, dims(2, 2, 2, size), numbers(70, 8 * size))
                .open("pv", FLOAT, axes, dims(2, 2, 2, size), numbers(71, 8 * size));
    }

    private static List<OwnModel> attention() {
        return List.of(
                pasts(
                                rows(
                                        rows(
                                                new OwnModel("attention_ofGroups", 23)
                                                        .node(
                                                                "Attention q k v mask pk pv -> y nk nv",
                                                                integer("q_num_heads", 4),
                                                                integer("kv_num_heads", 2),
                                                                integer("is_causal", 1)),
                                                "q",
                                                3,
                                                16),
                                        "k v",
                                        3,
                                        8),
                                4)
                        .open("mask", FLOAT, new Object[] {"s", "t"}, dims(3, 5), numbers(68, 15))
                        .solved("y", FLOAT)
                        .solved("nk", FLOAT)
                        .solved("nv", FLOAT),
                angles(
                        rows(
                                        new OwnModel("rotaryEmbedding_ofOpenSizes", 23)
                                                .node(
                                                        "RotaryEmbedding x cos sin places -> y",
                                                        integer("num_heads", 2),
                                                        integer("interleaved", 1)),
                                        "x",
                                        3,
                                        8)
                                .open("places", INT64, new Object[] {"b", "s"}, dims(2, 3), 3, 4, 5, 0, 1, 2)
                                .solved("y", FLOAT),
                        2),
                rows(
                                model("multiHeadAttention")
                                        .node(
                                                CONTRIB + "MultiHeadAttention q k v bias mask add -> y",
                                                integer("num_heads", 2)),
                                "q k v",
                                3,
                                8)
                        .weight("bias", FLOAT, dims(24), numbers(63, 24))
                        .open("mask", INT32, new Object[] {"b", "s"}, dims(2, 3), 1, 1, 1, 1, 1, 0)
                        .open("add", FLOAT, new Object[] {1L, 2L, "s", "s"}, dims(1, 2, 3, 3), numbers(64, 18))
                        .solved("y", FLOAT),
                pasts(
                                rows(
                                        model("multiHeadAttention_withCaches")
                                                .node(
                                                        CONTRIB + "MultiHeadAttention q k v    pk pv -> y nk nv",
                                                        integer("num_heads", 2),
                                                        integer("unidirectional", 1),
                                                        real("scale", 0.25f)),
                                        "q k v",
                                        3,
                                        8),
                                4)
                        .solved("y", FLOAT)
                        .solved("nk", FLOAT)
                        .solved("nv", FLOAT),
                rows(
                                model("attention_ofLengths")
                                        .node(
                                                CONTRIB + "Attention x w bias lengths -> y",
                                                integer("num_heads", 2),
                                                integer("unidirectional", 1))
                                        .node(
                                                CONTRIB + "Attention x w bias mask past -> z present",
                                                integer("num_heads", 2)),
                                "x",
                                3,
                                8)
                        .weight("w", FLOAT, dims(8, 24), numbers(65, 192))
                        .weight("bias", FLOAT, dims(24), numbers(66, 24))
                        .open("lengths", INT32, new Object[] {"b"}, dims(2), 3, 2)
                        .open("mask", INT32, new Object[] {"b", "t"}, dims(2, 5), 1, 1, 1, 1, 1, 0, 1, 1, 1, 1)
                        .open("past", FLOAT, new Object[] {2L, "b", 2L, "p", 4L}, dims(2, 2, 2, 2, 4), numbers(67, 64))
                        .solved("y", FLOAT)
                        .solved("z", FLOAT)
                        .solved("present", FLOAT));
    }

    /** Returns attention of four heads with two heads of keys; the number of keys is a size of a mask. */
    private static OwnModel grouped(String name, String inputs, int keys, ModelBytes... further) {
        ModelBytes[] attributes = Arrays.copyOf(further, further.length + 2);
        attributes[further.length] = integer("num_heads", 4);
        attributes[further.length + 1] = integer("kv_num_heads", 2);
        return model(name)
                .node("Shape mask -> shape")
                .node("Gather shape one -> total64")
                .node("Cast total64 -> total", integer("to", INT32))
                .node(CONTRIB + "GroupQueryAttention " + inputs + " -> y nk nv", attributes)
                .weight("one", INT64, dims(), 1)
                .open("mask", INT64, new Object[] {"b", keys > 3 ? "t" : "s"}, dims(2, keys), numbers(79, 2 * keys))
                .solved("y", FLOAT)
                .solved("nk", FLOAT)
                .solved("nv", FLOAT);
    }

    private static List<OwnModel> groupedAttention() {
        return List.of(
                rows(
                        rows(
                                grouped("groupQueryAttention_ofAPrompt", "q k v   lengths total", 3)
                                        .input("lengths", INT32, dims(2), 2, 2),
                                "q",
                                3,
                                64),
                        "k v",
                        3,
                        32),
                rows(
                        grouped(
                                        "groupQueryAttention_ofAWindow",
                                        "packed     lengths total",
                                        3,
                                        integer("local_window_size", 1))
                                .input("lengths", INT32, dims(2), 2, 2),
                        "packed",
                        3,
                        128),
                angles(
                        pasts(
                                rows(
                                        rows(
                                                grouped(
                                                                "groupQueryAttention_ofOneToken",
                                                                "q k v pk pv lengths total cos sin",
                                                                4,
                                                                integer("do_rotary", 1),
                                                                real("softcap", 2))
                                                        .input("lengths", INT32, dims(2), 2, 1),
                                                "q",
                                                1,
                                                64),
                                        "k v",
                                        1,
                                        32),
                                16),
                        8));
    }
}

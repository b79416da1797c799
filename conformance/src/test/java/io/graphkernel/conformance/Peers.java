package io.graphkernel.conformance;

import io.graphkernel.conformance.onnx.OnnxNode;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The cases for which ONNX Runtime has a node. */
final class Peers {

    private static final List<DType> ARITHMETIC = List.of(DType.F32, DType.F64, DType.I32, DType.I64);
    private static final List<DType> FLOATS = List.of(DType.F32, DType.F64);
    private static final List<DType> F32 = List.of(DType.F32);

    private static final Map<String, Case> CASES =
            Cases.all().stream().collect(Collectors.toMap(Case::kernel, Function.identity()));

    private final List<Peer> peers = new ArrayList<>();

    private Peers() {}

    static List<Peer> all() {
        Peers peers = new Peers();
        peers.addArithmetic();
        peers.addFunctions();
        peers.addActivations();
        peers.addComparisons();
        peers.addReductions();
        peers.addNorms();
        peers.addMovement();
        peers.addIndices();
        peers.addProducts();
        peers.addPooling();
        return peers.peers;
    }

    private void addArithmetic() {
        add("add", ARITHMETIC, "Add");
        add("sub", ARITHMETIC, "Sub");
        add("mul", ARITHMETIC, "Mul");
        add("div", FLOATS, "Div");
        add("realDiv", FLOATS, "Div");
        add("mod", ARITHMETIC, () -> OnnxNode.of("Mod").attribute("fmod", 1));
        add("floorMod", List.of(DType.I32, DType.I64), "Mod");
        add("maximum", ARITHMETIC, "Max");
        add("minimum", ARITHMETIC, "Min");
        add("addN", "three", F32, "Sum");
        add("pow", FLOATS, "Pow");
        add("abs", ARITHMETIC, "Abs");
        add("neg", ARITHMETIC, "Neg");
        add("sign", ARITHMETIC, "Sign");
        add("identityMath", ARITHMETIC, "Identity");
    }

    private void addFunctions() {
        for (String name : List.of("Floor", "Ceil", "Round", "Reciprocal", "Sqrt", "Exp", "Log", "Sin")) {
            add(lowered(name), FLOATS, name);
        }
        for (String name : List.of("Cos", "Tan", "Asin", "Atan", "Sinh", "Cosh", "Asinh", "Acosh", "Atanh")) {
            add(lowered(name), F32, name);
        }
        add("aCos", F32, "Acos");
        add("asinhExt", F32, "Asinh");
        add("acoshExt", F32, "Acosh");
        add("tanh", FLOATS, "Tanh");
        add("erf", F32, "Erf");
        add("sigmoid", FLOATS, "Sigmoid");
    }

    private static String lowered(String name) {
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    private void addActivations() {
        add("reLU", FLOATS, "Relu");
        add("siLU", F32, () -> OnnxNode.contributed("QuickGelu").attribute("alpha", 1.0));
        add("fastGeLU", F32, () -> OnnxNode.contributed("QuickGelu").attribute("alpha", 1.702));
        add("geLU", F32, () -> OnnxNode.of("Gelu").attribute("approximate", "tanh"));
        add(
                "hSigmoid",
                F32,
                () -> OnnxNode.of("HardSigmoid").attribute("alpha", 1.0 / 6).attribute("beta", 0.5));
        add("hSwish", F32, "HardSwish");
        add("hShrink", "half", F32, () -> OnnxNode.of("Shrink").attribute("lambd", 0.5));
        add("softplus", F32, "Softplus");
        add("softsign", F32, "Softsign");
        add("mish", F32, "Mish");
        add("leakyReLUExt", "number", F32, () -> OnnxNode.of("LeakyRelu").attribute("alpha", 0.25));
        add("elu", F32, "Elu");
        add("selu", F32, "Selu");
        add("ceLU", "number", F32, () -> OnnxNode.of("Celu").attribute("alpha", 1.5));
        add("geLUErf", F32, "Gelu");
        add(
                "softShrink",
                "half",
                F32,
                () -> OnnxNode.of("Shrink").attribute("lambd", 0.5).attribute("bias", 0.5));
        add("eluExt", "number", F32, () -> OnnxNode.of("Elu").attribute("alpha", 1.5));
        for (String clip : List.of("clampScalar", "clip")) {
            add(clip, "both", F32, () -> OnnxNode.of("Clip").constant(1, 1f).constant(2, 3f));
        }
    }

    private void addComparisons() {
        add("equal", ARITHMETIC, "Equal");
        add("greater", ARITHMETIC, "Greater");
        add("greaterEqual", ARITHMETIC, "GreaterOrEqual");
        add("less", ARITHMETIC, "Less");
        add("lessEqual", ARITHMETIC, "LessOrEqual");
        add("isNan", F32, "IsNaN");
        add("isInf", F32, "IsInf");
        for (String op : List.of("And", "Or", "Xor", "Not")) {
            add("logical" + op, List.of(DType.BOOL), op);
            add("bitwise" + op, Dtypes.INTEGERS, "Bitwise" + op);
        }
        add("select", List.of(DType.F32, DType.I32, DType.I64), "Where");
    }

    private void addReductions() {
        for (String name : List.of("Sum", "Prod", "Max", "Min", "Mean")) {
            for (String form : List.of("rows", "columns", "middle", "outer", "alternating")) {
                long[] axes = axes(form);
                for (boolean keep : new boolean[] {false, true}) {
                    addKnown(
                            "reduce" + name,
                            keep ? form + "Kept" : form,
                            F32,
                            () -> OnnxNode.of("Reduce" + name)
                                    .attribute("keepdims", keep ? 1 : 0)
                                    .constant(1, axes));
                }
            }
        }
        for (String form : List.of("rows", "columns", "middle")) {
            add("softmax", form, F32, () -> OnnxNode.of("Softmax").attribute("axis", axes(form)[0]));
        }
        for (String form : List.of("rows", "columns")) {
            add("logSoftmax", form, F32, () -> OnnxNode.of("LogSoftmax").attribute("axis", axes(form)[0]));
        }
    }

    private static long[] axes(String form) {
        return switch (form) {
            case "rows" -> new long[] {-1};
            case "columns" -> new long[] {0};
            case "middle" -> new long[] {1};
            case "outer" -> new long[] {0, 2};
            default -> new long[] {-2, 1};
        };
    }

    private void addNorms() {
        double epsilon = 0x1p-10;
        Map<String, Integer> axes = Map.of("rows", -1, "planes", 1, "deep", 2);
        axes.forEach((form, axis) -> addRough(
                "layerNorm",
                form,
                F32,
                () -> OnnxNode.of("LayerNormalization").attribute("axis", axis).attribute("epsilon", epsilon)));
        for (String form : List.of("maps", "vectors")) {
            addRough(
                    "batchNorm",
                    form,
                    F32,
                    () -> OnnxNode.of("BatchNormalization").attribute("epsilon", epsilon));
        }
        addRough(
                "rmsNorm",
                "",
                F32,
                () -> OnnxNode.of("SimplifiedLayerNormalization")
                        .attribute("axis", -1)
                        .attribute("epsilon", epsilon));
    }

    private void addMovement() {
        add("transpose", "matrix", F32, () -> OnnxNode.of("Transpose").attribute("perm", 1L, 0L));
        add("transpose", "cube", F32, () -> OnnxNode.of("Transpose").attribute("perm", 2L, 0L, 1L));
        add("transpose", "reversed", F32, "Transpose");
        add("reshape", "flat", F32, () -> OnnxNode.of("Reshape").constant(1, new long[] {-1}));
        add("expandDims", "front", F32, () -> OnnxNode.of("Unsqueeze").constant(1, new long[] {0}));
        add("squeeze", "middle", F32, () -> OnnxNode.of("Squeeze").constant(1, new long[] {1}));
        add("flatten", "", F32, "Flatten");
        add("tile", "rows", F32, () -> OnnxNode.of("Tile").constant(1, 2L, 3L));
        add(
                "slice",
                "inside",
                F32,
                () -> OnnxNode.of("Slice").constant(1, 1L, 3L).constant(2, 5L, 14L));
        add("stridedSlice", "steps", F32, () -> slice(1, 2, 8, 15, 2, 3));
        add("stridedSlice", "negative", F32, () -> slice(7, -1, -10, 2, -2, -1));
        add("concat", "rows", F32, () -> OnnxNode.of("Concat").attribute("axis", 0));
        add("concat", "columns", F32, () -> OnnxNode.of("Concat").attribute("axis", -1));
        add(
                "split",
                "columns",
                F32,
                () -> OnnxNode.of("Split")
                        .attribute("axis", 1)
                        .attribute("num_outputs", 3)
                        .outputs(3));
        add(
                "pad",
                "both",
                F32,
                () -> OnnxNode.of("Pad").constant(1, 1L, 0L, 2L, 3L).constant(2, 2f));
        for (int diagonal : new int[] {0, 2}) {
            add(
                    "triu",
                    "diagonal" + diagonal,
                    F32,
                    () -> OnnxNode.of("Trilu").attribute("upper", 1).scalar(1, diagonal));
            add(
                    "tril",
                    "diagonal" + diagonal,
                    F32,
                    () -> OnnxNode.of("Trilu").attribute("upper", 0).scalar(1, diagonal));
        }
    }

    private static OnnxNode slice(long begin0, long begin1, long end0, long end1, long stride0, long stride1) {
        return OnnxNode.of("Slice")
                .constant(1, begin0, begin1)
                .constant(2, end0, end1)
                .constant(3, 0L, 1L)
                .constant(4, stride0, stride1);
    }

    private void addIndices() {
        for (String form : List.of("rows", "columns")) {
            long axis = axes(form)[0];
            add("argMax", form, F32, () -> extremum("ArgMax", axis));
            add("argmin", form, F32, () -> extremum("ArgMin", axis));
        }
        add("gather", "columns_i32", F32, () -> OnnxNode.of("Gather").attribute("axis", 1));
        add("gather", "columns_i64", F32, () -> OnnxNode.of("Gather").attribute("axis", 1));
        for (int axis : new int[] {-1, 0}) {
            String form = axis == 0 ? "frontNumbers" : "backNumbers";
            add(
                    "oneHot",
                    form,
                    F32,
                    () -> OnnxNode.of("OneHot")
                            .attribute("axis", axis)
                            .scalar(1, 6)
                            .constant(2, 0f, 1f));
        }
        for (DType to : List.of(DType.F64, DType.F16, DType.BF16, DType.I32, DType.I64, DType.BOOL)) {
            add("cast", "to_" + to, F32, () -> OnnxNode.of("Cast").attribute("to", OnnxNode.elementType(to)));
        }
        for (boolean exclusive : new boolean[] {false, true}) {
            for (boolean reverse : new boolean[] {false, true}) {
                String form = "rows" + (exclusive ? "Exclusive" : "") + (reverse ? "Reverse" : "");
                add(
                        "cumSum",
                        form,
                        F32,
                        () -> OnnxNode.of("CumSum")
                                .attribute("exclusive", exclusive ? 1 : 0)
                                .attribute("reverse", reverse ? 1 : 0)
                                .scalar(1, -1));
            }
        }
    }

    private static OnnxNode extremum(String type, long axis) {
        return OnnxNode.of(type).attribute("axis", axis).attribute("keepdims", 0);
    }

    private void addProducts() {
        add("matMul", "plain", FLOATS, "MatMul");
        add("batchMatMul", "plain", FLOATS, "MatMul");
        add("batchMatMul", "shared", F32, "MatMul");
        add("conv2D", "plain", F32, "Conv");
        add(
                "conv2D",
                "padded",
                F32,
                () -> OnnxNode.of("Conv").attribute("strides", 2L, 2L).attribute("pads", 1L, 1L, 1L, 1L));
        add(
                "conv2D",
                "dilated",
                F32,
                () -> OnnxNode.of("Conv").attribute("dilations", 2L, 2L).attribute("pads", 2L, 2L, 2L, 2L));
        add(
                "conv2D",
                "grouped",
                F32,
                () -> OnnxNode.of("Conv").attribute("group", 2).attribute("pads", 1L, 1L, 1L, 1L));
    }

    private void addPooling() {
        add("maxPool", "plain", F32, () -> windows("MaxPool", 3L, 2L).attribute("strides", 2L, 3L));
        add("maxPool", "padded", F32, () -> padded("MaxPool"));
        add("avgPool", "plain", F32, () -> windows("AveragePool", 3L, 2L).attribute("strides", 2L, 3L));
        add("avgPool", "padded", F32, () -> padded("AveragePool").attribute("count_include_pad", 1));
        add("avgPool", "paddedInside", F32, () -> padded("AveragePool"));
    }

    private static OnnxNode windows(String type, long... size) {
        return OnnxNode.of(type).attribute("kernel_shape", size);
    }

    /** The padding at the top, left, bottom and right. */
    private static OnnxNode padded(String type) {
        return windows(type, 3L, 3L).attribute("strides", 2L, 2L).attribute("pads", 1L, 1L, 0L, 2L);
    }

    private void add(String kernel, List<DType> dtypes, String type) {
        add(kernel, dtypes, () -> OnnxNode.of(type));
    }

    private void add(String kernel, String form, List<DType> dtypes, String type) {
        add(kernel, form, dtypes, () -> OnnxNode.of(type));
    }

    private void add(String kernel, List<DType> dtypes, Supplier<OnnxNode> node) {
        add(kernel, "", dtypes, node);
    }

    /** As {@link #add}, unless these tests have no such case. */
    private void addKnown(String kernel, String form, List<DType> dtypes, Supplier<OnnxNode> node) {
        if (CASES.containsKey(kernel + "_" + dtypes.get(0) + "_" + form)) {
            add(kernel, form, dtypes, node);
        }
    }

    private void add(String kernel, String form, List<DType> dtypes, Supplier<OnnxNode> node) {
        dtypes.forEach(dtype -> add(kernel, form, dtype, node.get(), Peer.relative(dtype)));
    }

    /** Adds a normalization: the peer subtracts the squared mean from the mean of squares. */
    private void addRough(String kernel, String form, List<DType> dtypes, Supplier<OnnxNode> node) {
        dtypes.forEach(dtype -> add(kernel, form, dtype, node.get(), 50 * Peer.relative(dtype)));
    }

    private void add(String kernel, String form, DType dtype, OnnxNode node, double relative) {
        String name = kernel + "_" + dtype + (form.isEmpty() ? "" : "_" + form);
        // The Java binding of the peer has no unsigned types of more than one byte.
        if (Dtypes.isScarce(dtype)) {
            return;
        }
        Case tested = CASES.get(name);
        if (tested == null) {
            throw new AssertionError("no case " + name);
        }
        peers.add(new Peer(tested, node, relative, relative / 10));
    }
}

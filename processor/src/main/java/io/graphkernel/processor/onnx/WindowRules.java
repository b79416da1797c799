package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.ExpansionBuilder;
import java.util.ArrayList;
import java.util.List;

/** Pooling and convolutions, of images with any number of axes. */
final class WindowRules {

    /** An element of a window is an op: larger windows make long kernels. */
    static final int MOST_PLACES = 256;

    private WindowRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("MaxPool", WindowRules::maximum);
        ops.single("AveragePool", WindowRules::average);
        ops.single("LpPool", WindowRules::length);
        ops.single("Conv", call -> biased(call, convolved(call, call.in(0), call.in(1))));
        ops.single("ConvTranspose", TransposedConvolution::build);
        ops.single("ConvInteger", WindowRules::integers);
    }

    static List<Dim> image(OnnxCall call) throws Refused {
        List<Dim> dims = call.dims(0);
        if (dims.size() < 3) {
            throw new Refused("its input has " + dims.size() + " axes");
        }
        return dims.subList(2, dims.size());
    }

    private static Window window(OnnxCall call) throws Refused {
        Window window = Window.of(call, image(call), call.integers("kernel_shape", List.of()));
        if (window.sizes().stream().anyMatch(size -> size > MOST_PLACES)) {
            throw new Refused("its windows are " + window.sizes());
        }
        return window;
    }

    /** How two elements of a window become one. */
    private interface Combine {
        Node of(Node x, Node y) throws TypeException;
    }

    /** The window moves along one axis after the other. */
    private static Node overWindows(OnnxCall call, Node framed, Window window, Combine combine) throws TypeException {
        Node x = framed;
        for (int i = 0; i < window.sizes().size(); i++) {
            long stride = window.strides().get(i);
            Dim span =
                    window.counts().get(i).minus(Dim.ONE).times(Dim.of(stride)).plus(Dim.ONE);
            Node all = null;
            for (long place = 0; place < window.sizes().get(i); place++) {
                Dim begin = Dim.of(place * window.dilations().get(i));
                Node part = call.narrowed(x, i + 2, begin, begin.plus(span), stride);
                all = all == null ? part : combine.of(all, part);
            }
            x = all;
        }
        return x;
    }

    private static Node framed(OnnxCall call, Node x, Window window, double filler, boolean withPadding)
            throws TypeException {
        Node framed = x;
        for (int i = 0; i < window.sizes().size(); i++) {
            long before = withPadding ? window.before().get(i) : 0;
            long after =
                    (withPadding ? window.after().get(i) : 0) + window.extra().get(i);
            framed = PadRule.framed(call, framed, call.number(filler, x), i + 2, before, after);
        }
        return framed;
    }

    private static Node maximum(OnnxCall call) throws TypeException, Refused {
        call.ignore("storage_order");
        if (call.wants(1)) {
            throw new Refused("the positions of the greatest elements are not to be had");
        }
        Node x = call.in(0);
        double least = switch (x.dtype()) {
            case I8 -> Byte.MIN_VALUE;
            case U8 -> 0;
            default -> Double.NEGATIVE_INFINITY;
        };
        Window window = window(call);
        return overWindows(call, framed(call, x, window, least, true), window, (a, b) -> call.op("Maximum", a, b));
    }

    private static Node average(OnnxCall call) throws TypeException, Refused {
        boolean withPadding = call.flag("count_include_pad", false);
        Node x = call.in(0);
        Window window = window(call);
        ExpansionBuilder b = call.ops();
        Node sum = overWindows(call, framed(call, x, window, 0, true), window, b::add);
        if (!window.hasPadding()) {
            return b.div(sum, b.number(window.sizes().stream().reduce(1L, (p, q) -> p * q), x));
        }
        List<Dim> counted = new ArrayList<>(List.of(Dim.ONE, Dim.ONE));
        for (int i = 0; i < window.sizes().size(); i++) {
            long padding = withPadding ? window.before().get(i) + window.after().get(i) : 0;
            counted.add(image(call).get(i).plus(Dim.of(padding)));
        }
        Node ones = call.expanded(call.number(1, x), counted);
        return b.div(sum, overWindows(call, framed(call, ones, window, 0, !withPadding), window, b::add));
    }

    private static Node length(OnnxCall call) throws TypeException, Refused {
        long p = call.integer("p", 2);
        Node x = call.op("Abs", call.in(0));
        Window window = window(call);
        ExpansionBuilder b = call.ops();
        Node powers = p == 1 ? x : p == 2 ? b.mul(x, x) : b.op("Pow", x, p);
        Node sum = overWindows(call, framed(call, powers, window, 0, true), window, b::add);
        return p == 1 ? sum : p == 2 ? call.op("Sqrt", sum) : b.op("Pow", sum, 1.0 / p);
    }

    static Node biased(OnnxCall call, Node y) throws TypeException, Refused {
        return call.has(2)
                ? call.ops()
                        .add(
                                y,
                                NormalizationRules.channels(
                                        call, call.in(2), y.shape().rank()))
                : y;
    }

    /** A convolution as the attributes say. */
    static Node convolved(OnnxCall call, Node x, Node weight) throws TypeException, Refused {
        List<Long> sizes = new ArrayList<>();
        for (Dim size : weight.shape()
                .dims()
                .subList(Math.min(2, weight.shape().rank()), weight.shape().rank())) {
            if (!(size instanceof Dim.Constant constant)) {
                throw new Refused("the size of its weights, " + size + ", is not known");
            }
            sizes.add(constant.size());
        }
        if (!call.integers("kernel_shape", sizes).equals(sizes)) {
            throw new Refused("its kernel_shape is not that of its weights, " + sizes);
        }
        Window window = Window.of(call, image(call), sizes);
        return Convolutions.of(call, x, weight, window, call.integer("group", 1));
    }

    /** Whole numbers less their zero points, exact in f64. */
    private static Node integers(OnnxCall call) throws TypeException, Refused {
        Node x = QuantizationRules.centred(call, 0, 2, -1);
        Node weight = QuantizationRules.centred(call, 1, 3, 0);
        return call.cast(convolved(call, x, weight), DType.I32);
    }
}

package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.block.PoolingWindow;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Rules of pooling and convolutions with any number of spatial axes. */
final class WindowRules {

    /** Maximum number of elements of a window, each of which is an op. */
    static final int MAX_PLACES = 256;

    private WindowRules() {}

    static void addTo(OnnxOps ops) {
        ops.add("MaxPool", call -> call.isUsed(1) ? maximumAndIndex(call) : List.of(OnnxValue.of(maximum(call))));
        ops.single("AveragePool", WindowRules::average);
        ops.single("LpPool", WindowRules::length);
        ops.single("Conv", call -> biased(call, convolved(call, call.in(0), call.in(1))));
        ops.single("ConvTranspose", TransposedConvolution::build);
        ops.single("ConvInteger", WindowRules::integers);
    }

    static List<Dim> image(OnnxCall call) throws UnsupportedNodeException {
        List<Dim> dims = call.dims(0);
        if (dims.size() < 3) {
            throw new UnsupportedNodeException("its input has " + dims.size() + " axes");
        }
        return dims.subList(2, dims.size());
    }

    private static PoolingWindow window(OnnxCall call) throws UnsupportedNodeException {
        PoolingWindow window = PoolingWindow.of(call, image(call), call.integers("kernel_shape", List.of()));
        if (window.sizes().stream().anyMatch(size -> size > MAX_PLACES)) {
            throw new UnsupportedNodeException("its windows are " + window.sizes());
        }
        return window;
    }

    /** Combiner of two elements of a window. */
    private interface Combine {
        Node of(Node x, Node y) throws TypeException;
    }

    /** Reduces along one axis after the other. */
    private static Node overWindows(OnnxCall call, Node framed, PoolingWindow window, Combine combine)
            throws TypeException {
        Node x = framed;
        for (int i = 0; i < window.sizes().size(); i++) {
            long stride = window.strides().get(i);
            Dim span =
                    window.counts().get(i).minus(Dim.ONE).times(Dim.of(stride)).plus(Dim.ONE);
            Node maximum = null;
            for (long offset = 0; offset < window.sizes().get(i); offset++) {
                Dim begin = Dim.of(offset * window.dilations().get(i));
                Node slice = call.narrowed(x, i + 2, begin, begin.plus(span), stride);
                maximum = maximum == null ? slice : combine.of(maximum, slice);
            }
            x = maximum;
        }
        return x;
    }

    private static Node framed(OnnxCall call, Node x, PoolingWindow window, double filler, boolean withPadding)
            throws TypeException {
        Node framed = withPadding ? window.framed(call, x, call.number(filler, x)) : x;
        for (int i = 0; i < window.sizes().size(); i++) {
            long before = withPadding ? window.before().get(i) : 0;
            long after =
                    (withPadding ? window.after().get(i) : 0) + window.extra().get(i);
            framed = call.framed(framed, call.number(filler, x), i + 2, before, after);
        }
        return framed;
    }

    private static Node maximum(OnnxCall call) throws TypeException, UnsupportedNodeException {
        call.ignore("storage_order");
        Node x = call.in(0);
        double least = x.dtype().isInteger() ? x.dtype().saturated(Long.MIN_VALUE) : Double.NEGATIVE_INFINITY;
        PoolingWindow window = window(call);
        return overWindows(call, framed(call, x, window, least, true), window, (a, b) -> call.op("Maximum", a, b));
    }

    /** Builds a maximum with its row-major index, or column-major in each image, among the elements of all images. */
    private static List<OnnxValue> maximumAndIndex(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        List<Dim> image = image(call);
        PoolingWindow window = window(call);
        boolean isColumnMajor = call.flag("storage_order", false);
        if (isColumnMajor && image.size() != 2) {
            throw new UnsupportedNodeException("its indices are column-major for " + image.size() + " axes");
        }
        List<Long> pads = new ArrayList<>();
        for (int i = 0; i < image.size(); i++) {
            if (!window.openBefore().get(i).equals(Dim.ZERO)
                    || !window.openAfter().get(i).equals(Dim.ZERO)) {
                throw new UnsupportedNodeException("its padding depends on " + image.get(i));
            }
            pads.add(window.before().get(i));
            pads.add(window.after().get(i) + window.extra().get(i));
        }
        Attributes own = Attributes.NONE
                .with("kernel_size", window.sizes())
                .with(Attributes.STRIDES, window.strides())
                .with(Attributes.PADS, pads)
                .with(Attributes.DILATIONS, window.dilations())
                .with("ceil_mode", false);
        List<Node> results = call.results("MaxPoolWithIndices", 2, own, x);
        Node index = results.get(1);
        if (isColumnMajor) {
            Node columns = call.add(Node.dimension(image.get(1), DataType.I64));
            Node rows = call.add(Node.dimension(image.get(0), DataType.I64));
            Node column = call.op("FloorMod", index, columns);
            index = call.op("Add", call.op("Mul", column, rows), call.op("FloorDiv", index, columns));
        }
        List<Dim> planes = new ArrayList<>(Collections.nCopies(x.shape().rank(), Dim.ONE));
        planes.set(0, x.shape().dims().get(0));
        planes.set(1, x.shape().dims().get(1));
        Node plane = call.op("RowMajorIndex", Attributes.NONE.with(Attributes.DIMS, List.copyOf(planes)));
        Node start = call.op("Mul", plane, call.add(Node.dimension(Dim.product(image), DataType.I64)));
        return List.of(OnnxValue.of(results.get(0)), OnnxValue.of(call.op("Add", index, start)));
    }

    private static Node average(OnnxCall call) throws TypeException, UnsupportedNodeException {
        boolean withPadding = call.flag("count_include_pad", false);
        Node x = call.in(0);
        PoolingWindow window = window(call);
        ExpansionBuilder b = call.ops();
        Node sum = overWindows(call, framed(call, x, window, 0, true), window, b::add);
        if (!window.hasPadding()) {
            return b.div(sum, b.number(window.sizes().stream().reduce(1L, (p, q) -> p * q), x));
        }
        List<Dim> counted = new ArrayList<>(List.of(Dim.ONE, Dim.ONE));
        for (int i = 0; i < window.sizes().size(); i++) {
            long padding = withPadding ? window.before().get(i) + window.after().get(i) : 0;
            Dim open = withPadding
                    ? window.openBefore().get(i).plus(window.openAfter().get(i))
                    : Dim.ZERO;
            counted.add(image(call).get(i).plus(Dim.of(padding)).plus(open));
        }
        Node ones = call.expanded(call.number(1, x), counted);
        return b.div(sum, overWindows(call, framed(call, ones, window, 0, !withPadding), window, b::add));
    }

    private static Node length(OnnxCall call) throws TypeException, UnsupportedNodeException {
        long p = call.integer("p", 2);
        Node x = call.op("Abs", call.in(0));
        PoolingWindow window = window(call);
        ExpansionBuilder b = call.ops();
        Node powers = p == 1 ? x : p == 2 ? b.mul(x, x) : b.op("Pow", x, p);
        Node sum = overWindows(call, framed(call, powers, window, 0, true), window, b::add);
        return p == 1 ? sum : p == 2 ? call.op("Sqrt", sum) : b.op("Pow", sum, 1.0 / p);
    }

    static Node biased(OnnxCall call, Node y) throws TypeException, UnsupportedNodeException {
        return call.has(2)
                ? call.ops()
                        .add(
                                y,
                                NormalizationRules.channels(
                                        call, call.in(2), y.shape().rank()))
                : y;
    }

    /** Builds a convolution from the attributes. */
    static Node convolved(OnnxCall call, Node x, Node weight) throws TypeException, UnsupportedNodeException {
        List<Long> sizes = new ArrayList<>();
        for (Dim size : weight.shape()
                .dims()
                .subList(Math.min(2, weight.shape().rank()), weight.shape().rank())) {
            if (!(size instanceof Dim.Constant constant)) {
                throw new UnsupportedNodeException("the size of its weights, " + size + ", is not known");
            }
            sizes.add(constant.size());
        }
        if (!call.integers("kernel_shape", sizes).equals(sizes)) {
            throw new UnsupportedNodeException("its kernel_shape is not that of its weights, " + sizes);
        }
        PoolingWindow window = PoolingWindow.of(call, image(call), sizes);
        Node framed = window.framed(call, x, call.number(0, x));
        return Convolutions.of(call, framed, weight, window, call.integer("group", 1));
    }

    /** Subtracts zero points from integers, exactly in f64. */
    private static Node integers(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = QuantizationRules.centred(call, 0, 2, -1);
        Node weight = QuantizationRules.centred(call, 1, 3, 0);
        return call.cast(convolved(call, x, weight), DataType.I32);
    }
}

package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.block.PoolingWindow;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Rules of sampled images, and of windows that are joined to images. */
final class SamplingRules {

    private static final String ALIGN_CORNERS = "align_corners";

    private SamplingRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("GridSample", SamplingRules::sampled);
        ops.single("AffineGrid", SamplingRules::affine);
        ops.single("Col2Im", SamplingRules::joined);
        ops.single("MaxUnpool", SamplingRules::unpooled);
    }

    private static Node sampled(OnnxCall call) throws TypeException, UnsupportedNodeException {
        if (call.rank(0) != 4) {
            throw new UnsupportedNodeException("its input has " + call.rank(0) + " axes");
        }
        String mode = call.text("mode", call.opset() < 20 ? "bilinear" : "linear");
        String padding = call.text("padding_mode", "zeros");
        Attributes own = Attributes.NONE
                .with(
                        "mode",
                        switch (mode) {
                            case "bilinear", "linear" -> "LINEAR";
                            case "bicubic", "cubic" -> "CUBIC";
                            case "nearest" -> "NEAREST";
                            default -> throw new UnsupportedNodeException("its mode is " + mode);
                        })
                .with(ALIGN_CORNERS, call.flag(ALIGN_CORNERS, false));
        return call.op(
                "GridSample",
                own.with(
                        "padding",
                        switch (padding) {
                            case "zeros" -> "ZEROS";
                            case "border" -> "EDGE";
                            case "reflection" -> (Boolean) own.values().get(ALIGN_CORNERS) ? "REFLECT" : "SYMMETRIC";
                            default -> throw new UnsupportedNodeException("its padding_mode is " + padding);
                        }),
                call.in(0),
                call.in(1));
    }

    private static Node affine(OnnxCall call) throws TypeException, UnsupportedNodeException {
        List<Dim> size = call.sizes(1);
        if (size.size() != 4) {
            throw new UnsupportedNodeException("its grid has " + (size.size() - 2) + " axes");
        }
        Attributes own = Attributes.NONE
                .with("rows", List.of(size.get(2)))
                .with("columns", List.of(size.get(3)))
                .with(ALIGN_CORNERS, call.flag(ALIGN_CORNERS, false));
        return call.op("AffineGrid", own, call.in(0));
    }

    private static Node joined(OnnxCall call) throws TypeException, UnsupportedNodeException {
        List<Dim> size = call.sizes(1);
        List<Long> kernel = call.numbers(2);
        int axes = kernel.size();
        List<Long> pads = PoolingWindow.perAxis(call, "pads", 2 * axes, 0);
        List<Long> interleaved = new ArrayList<>();
        for (int axis = 0; axis < axes; axis++) {
            interleaved.addAll(List.of(pads.get(axis), pads.get(axes + axis)));
        }
        Attributes own = Attributes.NONE
                .with("size", size)
                .with("kernel_size", kernel)
                .with(Attributes.STRIDES, PoolingWindow.perAxis(call, "strides", axes, 1))
                .with(Attributes.PADS, interleaved)
                .with(Attributes.DILATIONS, PoolingWindow.perAxis(call, "dilations", axes, 1));
        return call.op("Fold", own, call.in(0));
    }

    /** The indices count the elements of all images, of the size that the windows have without an explicit one. */
    private static Node unpooled(OnnxCall call) throws TypeException, UnsupportedNodeException {
        List<Dim> dims = call.dims(0);
        int axes = dims.size() - 2;
        List<Long> kernel = call.integers("kernel_shape", List.of());
        List<Long> strides = PoolingWindow.perAxis(call, "strides", axes, 1);
        List<Long> pads = PoolingWindow.perAxis(call, "pads", 2 * axes, 0);
        List<Dim> size = new ArrayList<>();
        for (int axis = 0; axis < axes; axis++) {
            long more = kernel.get(axis) - pads.get(axis) - pads.get(axes + axis);
            Dim distance = dims.get(axis + 2).minus(Dim.ONE).times(Dim.of(strides.get(axis)));
            size.add(distance.plus(Dim.of(more)));
        }
        Node index = call.in(1);
        Node plane = call.add(Node.dimension(Dim.product(size), index.dtype()));
        Node unpooled =
                call.op("MaxUnpool", Attributes.NONE.with("size", size), call.in(0), call.op("FloorMod", index, plane));
        if (!call.has(2)) {
            return unpooled;
        }
        List<Dim> after = new ArrayList<>(Collections.nCopies(2, Dim.ZERO));
        List<Dim> wanted = call.sizes(2);
        for (int axis = 0; axis < axes; axis++) {
            after.add(wanted.get(axis + 2).minus(size.get(axis)));
        }
        Attributes own = Attributes.NONE
                .with("before", Collections.nCopies(dims.size(), Dim.ZERO))
                .with("after", after);
        return call.op("Pad", own, unpooled, call.number(0, unpooled));
    }
}

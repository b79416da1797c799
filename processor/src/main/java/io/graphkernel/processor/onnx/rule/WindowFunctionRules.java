package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.List;

/** Rules of window functions for signals, which are sums of cosines. */
final class WindowFunctionRules {

    private WindowFunctionRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("HannWindow", call -> cosines(call, 0.5, -0.5, 0));
        ops.single("HammingWindow", call -> cosines(call, 25.0 / 46, -21.0 / 46, 0));
        ops.single("BlackmanWindow", call -> cosines(call, 0.42, -0.5, 0.08));
    }

    private static Node cosines(OnnxCall call, double constant, double once, double twice)
            throws TypeException, UnsupportedNodeException {
        long size = call.number(0).longValue();
        if (size < 1) {
            throw new UnsupportedNodeException("its size is " + size);
        }
        DataType dtype = ElementwiseRules.dtype(call.integer("output_datatype", 1));
        long period = call.flag("periodic", true) ? size : size - 1;
        ExpansionBuilder b = call.ops();
        Node position = call.cast(call.positions(List.of(Dim.of(size)), 0), DataType.F64);
        Node angle = b.mul(position, 2 * Math.PI / Math.max(1, period));
        Node window = b.add(b.mul(call.op("Cos", angle), once), constant);
        if (twice != 0) {
            window = b.add(window, b.mul(call.op("Cos", b.mul(angle, 2)), twice));
        }
        return call.cast(window, dtype);
    }
}

package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.Arrays;
import java.util.List;

/** Rules of window functions for signals, which are sums of cosines, and of the windows of a mel spectrogram. */
final class WindowFunctionRules {

    /** Constants of the scale m = 2595 · log₁₀(1 + f / 700). */
    private static final double MELS_PER_DECADE = 2595;

    private static final double CORNER_HERTZ = 700;

    private WindowFunctionRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("HannWindow", call -> cosines(call, 0.5, -0.5, 0));
        ops.single("HammingWindow", call -> cosines(call, 25.0 / 46, -21.0 / 46, 0));
        ops.single("BlackmanWindow", call -> cosines(call, 0.42, -0.5, 0.08));
        ops.single("MelWeightMatrix", WindowFunctionRules::triangles);
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

    /** Returns a matrix with a triangle of weights over the frequencies for each bin of equal width in mels. */
    private static Node triangles(OnnxCall call) throws TypeException, UnsupportedNodeException {
        int bins = call.number(0).intValue();
        int length = call.number(1).intValue();
        int frequencies = length / 2 + 1;
        double low = mels(call.number(3).doubleValue());
        double width = (mels(call.number(4).doubleValue()) - low) / (bins + 2);
        int[] corners = new int[bins + 2];
        for (int i = 0; i < corners.length; i++) {
            double hertz = CORNER_HERTZ * (Math.pow(10, (i * width + low) / MELS_PER_DECADE) - 1);
            corners[i] = (int) Math.floor((length + 1) * hertz / call.number(2).doubleValue());
        }
        if (bins < 1 || corners[0] < 0 || corners[bins + 1] >= frequencies) {
            throw new UnsupportedNodeException("its bins have the corners " + Arrays.toString(corners));
        }
        double[] weights = new double[frequencies * bins];
        for (int bin = 0; bin < bins; bin++) {
            int last = Math.max(corners[bin + 1], corners[bin + 2] - 1);
            for (int frequency = corners[bin]; frequency <= last; frequency++) {
                weights[frequency * bins + bin] = weight(frequency, corners[bin], corners[bin + 1], corners[bin + 2]);
            }
        }
        Node table = call.reshaped(call.constant(weights), List.of(Dim.of(frequencies), Dim.of(bins)));
        return call.cast(table, ElementwiseRules.dtype(call.integer("output_datatype", 1)));
    }

    private static double mels(double hertz) {
        return MELS_PER_DECADE * Math.log10(1 + hertz / CORNER_HERTZ);
    }

    private static double weight(int frequency, int low, int center, int high) {
        return frequency <= center
                ? low == center ? 1 : (double) (frequency - low) / (center - low)
                : (double) (high - frequency) / (high - center);
    }
}

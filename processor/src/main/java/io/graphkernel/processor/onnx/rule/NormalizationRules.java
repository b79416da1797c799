package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/** Rules of softmax and normalizations. */
final class NormalizationRules {

    /** First version with a softmax over one axis; earlier ones normalize over all axes from one on. */
    private static final long ONE_AXIS = 13;

    private NormalizationRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("Softmax", call -> alongAxis(call, (x, axis) -> axisOp(call, "Softmax", x, axis)));
        ops.single("LogSoftmax", call -> alongAxis(call, (x, axis) -> axisOp(call, "LogSoftmax", x, axis)));
        ops.single("Hardmax", call -> alongAxis(call, (x, axis) -> hardmax(call, x, axis)));
        ops.add("BatchNormalization", NormalizationRules::batch);
        ops.single("InstanceNormalization", NormalizationRules::instance);
        ops.add("LayerNormalization", RowNorms.LAYER::ofInputs);
        ops.single("MeanVarianceNormalization", NormalizationRules::meanVariance);
        ops.single("LpNormalization", NormalizationRules::length);
        ops.single("LRN", NormalizationRules::localResponse);
        ops.single("GlobalAveragePool", call -> global(call, "ReduceMean"));
        ops.single("GlobalMaxPool", call -> global(call, "ReduceMax"));
    }

    private interface AxisOp {
        Node of(Node x, int axis) throws TypeException, UnsupportedNodeException;
    }

    private static Node axisOp(OnnxCall call, String op, Node x, int axis) throws TypeException {
        return call.op(op, Attributes.NONE.with(Attributes.AXIS, (long) axis), x);
    }

    private static Node alongAxis(OnnxCall call, AxisOp op) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        List<Dim> dims = x.shape().dims();
        if (call.opset() >= ONE_AXIS) {
            return op.of(x, call.axis(call.integer("axis", -1), dims.size()));
        }
        int axis = call.axis(call.integer("axis", 1), dims.size());
        if (axis == dims.size() - 1) {
            // If the axis is the last, both are the same; attention is recognized in this form.
            return op.of(x, axis);
        }
        Node rows = call.reshaped(
                x, List.of(Dim.product(dims.subList(0, axis)), Dim.product(dims.subList(axis, dims.size()))));
        return call.reshaped(op.of(rows, 1), dims);
    }

    private static Node hardmax(OnnxCall call, Node x, int axis) throws TypeException {
        List<Dim> dims = new ArrayList<>(x.shape().dims());
        Node position = call.positions(x.shape().dims(), axis);
        dims.set(axis, Dim.ONE);
        Node first = call.reshaped(axisOp(call, "ArgMax", x, axis), dims);
        return call.cast(call.op("Equal", position, first), x.dtype());
    }

    /** Returns a vector of channels that broadcasts to the input. */
    static Node channels(OnnxCall call, Node vector, int rank) throws TypeException {
        List<Dim> dims = new ArrayList<>(Collections.nCopies(rank, Dim.ONE));
        dims.set(rank > 1 ? 1 : 0, vector.shape().dims().get(0));
        return call.reshaped(vector, dims);
    }

    private static Node scaled(OnnxCall call, Node x, Node mean, Node variance, Node scale, Node bias, double epsilon)
            throws TypeException {
        ExpansionBuilder b = call.ops();
        Node centred = b.sub(x, mean);
        Node deviation = call.op("Sqrt", b.add(variance, epsilon));
        return b.add(b.mul(b.div(centred, deviation), scale), bias);
    }

    private static List<OnnxValue> batch(OnnxCall call) throws TypeException, UnsupportedNodeException {
        double epsilon = call.real("epsilon", 1e-5f);
        double momentum = call.real("momentum", 0.9f);
        call.only("spatial", 1);
        call.only("is_test", call.opset() < 7 ? 1 : 0);
        Node x = call.in(0);
        int rank = x.shape().rank();
        Node scale = channels(call, call.in(1), rank);
        Node bias = channels(call, call.in(2), rank);
        Node mean = channels(call, call.in(3), rank);
        Node variance = channels(call, call.in(4), rank);
        if (!call.flag("training_mode", false)) {
            return List.of(OnnxValue.of(scaled(call, x, mean, variance, scale, bias, epsilon)));
        }
        List<Long> others =
                LongStream.range(0, rank).filter(axis -> axis != 1).boxed().toList();
        Node ownMean = call.reduced("ReduceMean", x, others, true);
        Node ownVariance = variance(call, x, ownMean, others);
        List<Dim> vector = List.of(x.shape().dims().get(1));
        return List.of(
                OnnxValue.of(scaled(call, x, ownMean, ownVariance, scale, bias, epsilon)),
                OnnxValue.of(call.reshaped(moved(call, mean, ownMean, momentum), vector)),
                OnnxValue.of(call.reshaped(moved(call, variance, ownVariance, momentum), vector)));
    }

    private static Node moved(OnnxCall call, Node before, Node now, double momentum) throws TypeException {
        return call.ops().add(call.ops().mul(before, momentum), call.ops().mul(now, 1 - momentum));
    }

    static Node variance(OnnxCall call, Node x, Node mean, List<Long> axes) throws TypeException {
        Node centred = call.op("Sub", x, mean);
        return call.reduced("ReduceMean", call.op("Mul", centred, centred), axes, true);
    }

    private static Node instance(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        int rank = x.shape().rank();
        List<Long> axes = within(call);
        Node mean = call.reduced("ReduceMean", x, axes, true);
        return scaled(
                call,
                x,
                mean,
                variance(call, x, mean, axes),
                channels(call, call.in(1), rank),
                channels(call, call.in(2), rank),
                call.real("epsilon", 1e-5f));
    }

    private static Node meanVariance(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        List<Long> axes = call.integers("axes", List.of(0L, 2L, 3L));
        Node mean = call.reduced("ReduceMean", x, axes, true);
        Node deviation = call.op("Sqrt", variance(call, x, mean, axes));
        return call.ops().div(call.op("Sub", x, mean), call.ops().add(deviation, 1e-9));
    }

    private static Node length(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        int axis = call.axis(call.integer("axis", -1), x.shape().rank());
        long p = call.integer("p", 2);
        if (p != 1 && p != 2) {
            throw new UnsupportedNodeException("its p is " + p);
        }
        List<Long> axes = List.of((long) axis);
        Node norm = p == 1
                ? call.reduced("ReduceSum", call.op("Abs", x), axes, true)
                : call.reduced("ReduceL2", x, axes, true);
        // Zeros have no norm to divide by, and remain.
        ExpansionBuilder b = call.ops();
        return b.select(b.op("Equal", norm, 0), b.number(0, x), b.div(x, norm));
    }

    private static Node localResponse(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        int size = Math.toIntExact(call.integer("size", 1));
        if (size < 1 || size > WindowRules.MAX_PLACES) {
            throw new UnsupportedNodeException("its size is " + size);
        }
        ExpansionBuilder b = call.ops();
        Node squares = b.mul(x, x);
        long before = (size - 1L) / 2;
        Node framed = call.framed(squares, call.number(0, x), 1, before, size - 1 - before);
        Dim channels = x.shape().dims().get(1);
        Node sum = null;
        for (int i = 0; i < size; i++) {
            Node slice = call.narrowed(framed, 1, Dim.of(i), channels.plus(Dim.of(i)), 1);
            sum = sum == null ? slice : b.add(sum, slice);
        }
        Node inside = b.add(b.mul(sum, call.real("alpha", 1e-4f) / size), call.real("bias", 1));
        return b.div(x, b.op("Pow", inside, call.real("beta", 0.75f)));
    }

    private static Node global(OnnxCall call, String reduction) throws TypeException, UnsupportedNodeException {
        return call.reduced(reduction, call.in(0), within(call), true);
    }

    /** Returns the spatial axes. */
    private static List<Long> within(OnnxCall call) throws UnsupportedNodeException {
        if (call.rank(0) < 3) {
            throw new UnsupportedNodeException(
                    "its input has " + call.rank(0) + " axes: a batch, channels, and none of an image");
        }
        return LongStream.range(2, call.rank(0)).boxed().toList();
    }
}

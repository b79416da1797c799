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

/** Rules of ops that continue a sequence from the state of earlier calls. */
final class StateRules {

    private StateRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("TensorScatter", StateRules::written);
        ops.add("CausalConvWithState", StateRules::convolution);
    }

    /** Builds a cache with updates at a position of each sequence. */
    private static Node written(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node cache = call.value(0).whole(call);
        Node update = call.value(1).whole(call);
        List<Dim> dims = cache.shape().dims();
        int axis = call.axis(call.integer("axis", -2), dims.size());
        String mode = call.text("mode", "linear");
        if (axis == 0 || !List.of("linear", "circular").contains(mode)) {
            throw new UnsupportedNodeException("its axis is " + axis + " and its mode " + mode);
        }
        Node start = call.has(2) ? call.cast(call.value(2).whole(call), DataType.I64) : null;
        return inserted(call, cache, update, axis, start, mode.equals("circular"));
    }

    /**
     * Returns a cache with updates from a position of each sequence on.
     *
     * @param axis axis of the positions
     * @param start positions [sequences] as i64; null for 0
     * @param isCircular true if positions after the end continue at the front
     */
    static Node inserted(OnnxCall call, Node cache, Node update, int axis, Node start, boolean isCircular)
            throws TypeException {
        List<Dim> dims = cache.shape().dims();
        Dim size = dims.get(axis);
        Dim count = update.shape().dims().get(axis);
        call.require(size, count, "updates of at most " + size + " elements");
        List<Dim> along = new ArrayList<>(Collections.nCopies(dims.size(), Dim.ONE));
        along.set(axis, size);
        Node source = call.positions(along, axis);
        if (start != null) {
            along.set(axis, Dim.ONE);
            along.set(0, dims.get(0));
            source = call.op("Sub", source, call.reshaped(start, along));
        }
        if (isCircular) {
            source = call.op("FloorMod", source, call.add(Node.dimension(size, DataType.I64)));
        }
        ExpansionBuilder b = call.ops();
        Node end = call.add(Node.dimension(count, DataType.I64));
        Node isUpdated = call.op("LogicalAnd", b.op("GreaterEqual", source, 0), call.op("Less", source, end));
        Node taken = call.op(
                "TakeAlongAxis",
                Attributes.NONE.with(Attributes.AXIS, (long) axis),
                update,
                b.select(isUpdated, source, 0));
        return b.select(isUpdated, taken, cache);
    }

    /** Builds a convolution of each channel with its past, and the new past. */
    private static List<OnnxValue> convolution(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.value(0).whole(call);
        Node weight = call.in(1);
        List<Dim> dims = x.shape().dims();
        if (dims.size() != 3
                || !(dims.get(1) instanceof Dim.Constant channels)
                || !(weight.shape().dims().get(2) instanceof Dim.Constant size)) {
            throw new UnsupportedNodeException("it convolves " + x.shape() + " with " + weight.shape());
        }
        Dim past = Dim.of(size.size() - 1);
        Node before = call.has(3) ? call.in(3) : call.expanded(call.number(0, x), List.of(dims.get(0), channels, past));
        Node sequence = call.concatenated(2, before, x);
        PoolingWindow window = new PoolingWindow(
                List.of(size.size()),
                List.of(1L),
                List.of(1L),
                List.of(0L),
                List.of(0L),
                List.of(dims.get(2)),
                List.of(0L));
        Node y = WindowRules.biased(call, Convolutions.of(call, sequence, weight, window, channels.size()));
        String activation = call.text("activation", "none");
        Node activated = switch (activation) {
            case "none" -> y;
            case "silu", "swish" -> call.ops().mul(y, call.op("Sigmoid", y));
            default -> throw new UnsupportedNodeException("its activation is " + activation);
        };
        Dim end = dims.get(2).plus(past);
        return List.of(OnnxValue.of(activated), OnnxValue.of(call.narrowed(sequence, 2, dims.get(2), end, 1)));
    }
}

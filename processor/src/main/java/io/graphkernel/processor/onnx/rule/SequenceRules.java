package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxSequence;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.List;

/** Rules of sequences within a model, which are lists at compile time or stacks, and of optional values. */
final class SequenceRules {

    private SequenceRules() {}

    static void addTo(OnnxOps ops) {
        ops.add("SequenceEmpty", call -> {
            call.ignore("dtype");
            return sequence(OnnxSequence.of(List.of()));
        });
        ops.add("SequenceConstruct", SequenceRules::construct);
        ops.add("SequenceInsert", SequenceRules::insert);
        ops.add("SequenceErase", SequenceRules::erase);
        ops.add("SequenceAt", SequenceRules::at);
        ops.add("SequenceLength", call -> {
            Dim length = call.sequence(0).length();
            return List.of(OnnxValue.of(DataType.I64, List.of(), List.of(length)));
        });
        ops.add("SplitToSequence", SequenceRules::split);
        ops.single("ConcatFromSequence", SequenceRules::concatenate);
        ops.add("Optional", call -> {
            call.ignore("type");
            return List.of(call.any(0));
        });
        ops.add("OptionalGetElement", call -> List.of(call.any(0)));
        ops.add("OptionalHasElement", call -> {
            Dim present = call.has(0) ? Dim.ONE : Dim.ZERO;
            return List.of(OnnxValue.of(DataType.BOOL, List.of(), List.of(present)));
        });
    }

    private static List<OnnxValue> sequence(OnnxSequence sequence) {
        return List.of(OnnxValue.of(sequence));
    }

    private static List<OnnxValue> construct(OnnxCall call) throws UnsupportedNodeException {
        List<OnnxValue> items = new ArrayList<>();
        for (int i = 0; i < call.inputCount(); i++) {
            items.add(call.value(i));
        }
        return sequence(OnnxSequence.of(items));
    }

    private static List<OnnxValue> insert(OnnxCall call) throws UnsupportedNodeException {
        OnnxSequence sequence = call.sequence(0);
        if (!call.has(2)) {
            return sequence(sequence.with(call.value(1)));
        }
        List<OnnxValue> items = new ArrayList<>(sequence.list());
        long position = call.number(2).longValue();
        boolean isEnd = position == items.size();
        items.add(isEnd ? items.size() : call.axis(position, items.size()), call.value(1));
        return sequence(OnnxSequence.of(items));
    }

    private static List<OnnxValue> erase(OnnxCall call) throws UnsupportedNodeException {
        List<OnnxValue> items = new ArrayList<>(call.sequence(0).list());
        items.remove(call.axis(call.has(1) ? call.number(1).longValue() : -1, items.size()));
        return sequence(OnnxSequence.of(items));
    }

    private static List<OnnxValue> at(OnnxCall call) throws TypeException, UnsupportedNodeException {
        OnnxSequence sequence = call.sequence(0);
        Dim position = call.sizes(1).get(0);
        if (sequence.stack().isEmpty() && position instanceof Dim.Constant constant) {
            List<OnnxValue> items = sequence.list();
            return List.of(items.get(call.axis(constant.size(), items.size())));
        }
        boolean fromEnd = Dim.ZERO.minus(position).minus(Dim.ONE).isNonNegative();
        Dim start = fromEnd ? position.plus(sequence.length()) : position;
        return List.of(OnnxValue.of(call.slice(sequence.stacked(call), 0, start)));
    }

    private static List<OnnxValue> split(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.value(0).whole(call);
        int axis = call.axis(call.integer("axis", 0), x.shape().rank());
        Dim size = x.shape().dims().get(axis);
        boolean keepsAxis = call.flag("keepdims", true);
        if (!call.has(1)) {
            return sequence(OnnxSequence.ofStack(slices(call, x, axis, keepsAxis)));
        }
        List<Dim> lengths = new ArrayList<>();
        if (call.rank(1) == 0) {
            long chunk = call.number(1).longValue();
            if (!(size instanceof Dim.Constant constant) || chunk < 1) {
                throw new UnsupportedNodeException("it splits " + size + " elements in chunks of " + chunk);
            }
            for (long begin = 0; begin < constant.size(); begin += chunk) {
                lengths.add(Dim.of(Math.min(chunk, constant.size() - begin)));
            }
        } else {
            lengths.addAll(call.sizes(1));
        }
        List<OnnxValue> items = new ArrayList<>();
        Dim begin = Dim.ZERO;
        for (Dim length : lengths) {
            Dim end = begin.plus(length);
            items.add(OnnxValue.of(call.narrowed(x, axis, begin, end, 1)));
            begin = end;
        }
        call.requireEqual(begin, size, "its parts are not all of the axis");
        return sequence(OnnxSequence.of(items));
    }

    /** Returns all slices of an axis along a new first axis. */
    private static Node slices(OnnxCall call, Node x, int axis, boolean keepsAxis) throws TypeException {
        List<Long> permutation = new ArrayList<>(List.of((long) axis));
        for (long other = 0; other < x.shape().rank(); other++) {
            if (other != axis) {
                permutation.add(other);
            }
        }
        Node leading = axis == 0 ? x : call.transposed(x, permutation);
        List<Dim> dims = new ArrayList<>(leading.shape().dims());
        if (keepsAxis) {
            dims.add(axis + 1, Dim.ONE);
        }
        return call.reshaped(leading, dims);
    }

    private static Node concatenate(OnnxCall call) throws TypeException, UnsupportedNodeException {
        OnnxSequence sequence = call.sequence(0);
        boolean isNew = call.flag("new_axis", false);
        long wanted = call.integer("axis", 0);
        if (sequence.stack().isEmpty() && !isNew) {
            List<Node> nodes = new ArrayList<>();
            for (OnnxValue item : sequence.list()) {
                nodes.add(item.whole(call));
            }
            int axis = call.axis(wanted, nodes.get(0).shape().rank());
            return copied(call, call.concatenated(axis, nodes.toArray(Node[]::new)));
        }
        Node stack = sequence.stacked(call);
        int axis = call.axis(wanted, stack.shape().rank() - (isNew ? 0 : 1));
        Node moved = call.moved(stack, axis);
        if (isNew) {
            return copied(call, moved);
        }
        List<Dim> dims = new ArrayList<>(moved.shape().dims());
        Dim count = dims.remove(axis);
        dims.set(axis, count.times(dims.get(axis)));
        return copied(call, call.reshaped(moved, dims));
    }

    /** Copies a parameter or constant, which cannot be a result itself. */
    private static Node copied(OnnxCall call, Node x) throws TypeException {
        return x.isOperation() ? x : call.op("IdentityMath", x);
    }
}

package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/** Rules of ops that move elements: reshapes, transposes, slices and concatenations. */
final class MovementRules {

    /** Slice end that files use for the end of the axis. */
    private static final long FAR = Integer.MAX_VALUE;

    private static final List<Long> KEYS_OF_HEADS = List.of(0L, 2L, 3L, 1L);
    private static final List<Long> HEADS_FIRST = List.of(0L, 2L, 1L, 3L);
    private static final List<Long> ON_THEIR_SIDE = List.of(0L, 1L, 3L, 2L);

    private MovementRules() {}

    static void addTo(OnnxOps ops) {
        ops.add("Identity", call -> List.of(call.readsSequence() ? call.any(0) : OnnxValue.of(same(call, call.in(0)))));
        ops.add("Dropout", MovementRules::dropout);
        ops.single("Reshape", call -> same(call, call.reshaped(call.in(0), reshapedTo(call))));
        ops.single("Squeeze", call -> same(call, call.reshaped(call.in(0), squeezed(call))));
        ops.single("Unsqueeze", call -> same(call, call.reshaped(call.in(0), unsqueezed(call))));
        ops.single("Flatten", MovementRules::flatten);
        ops.single("Transpose", MovementRules::transpose);
        ops.single("Concat", MovementRules::concat);
        ops.add("Split", MovementRules::split);
        ops.single("Slice", MovementRules::slice);
        ops.single("Expand", call -> same(call, call.expanded(call.in(0), expandedTo(call))));
        ops.single("Tile", call -> call.op("Tile", Attributes.NONE.with("multiples", call.sizes(1)), call.in(0)));
        ops.single("Pad", PadRule::build);
        ops.single("CenterCropPad", PadRule::centered);
        BlockRules.addTo(ops);
        ops.single("Trilu", call -> {
            long diagonal = call.has(1) ? call.number(1).longValue() : 0;
            String op = call.flag("upper", true) ? "Triu" : "Tril";
            return call.op(op, Attributes.NONE.with("diagonal", diagonal), call.in(0));
        });
    }

    /** Copies a parameter or constant, which cannot be a result itself. */
    static Node same(OnnxCall call, Node x) throws TypeException {
        return x.isOperation() ? x : call.op("IdentityMath", x);
    }

    /** Builds a dropout, which is the identity outside of training. */
    private static List<OnnxValue> dropout(OnnxCall call) throws TypeException, UnsupportedNodeException {
        call.ignore("ratio");
        call.ignore("seed");
        call.has(1);
        call.only("is_test", call.opset() < 7 ? 1 : 0);
        boolean training = call.has(2) && call.number(2).longValue() != 0;
        boolean drops = !call.has(1) || call.number(1).doubleValue() != 0;
        if (training && drops) {
            throw new UnsupportedNodeException("it is in training, where it draws random numbers");
        }
        Node x = call.in(0);
        Node kept = same(call, x);
        Node expanded = call.expanded(
                call.add(Node.constant(1, DataType.BOOL)), x.shape().dims());
        return List.of(OnnxValue.of(kept), OnnxValue.of(expanded));
    }

    static List<Dim> reshapedTo(OnnxCall call) throws UnsupportedNodeException {
        List<Dim> from = call.dims(0);
        List<Dim> wanted = new ArrayList<>(
                call.has("shape")
                        ? call.integers("shape", List.of()).stream()
                                .map(Dim::of)
                                .toList()
                        : call.sizes(1));
        boolean keepsZero = call.flag("allowzero", false);
        int rest = -1;
        Dim others = Dim.ONE;
        for (int axis = 0; axis < wanted.size(); axis++) {
            if (wanted.get(axis).equals(Dim.ZERO) && !keepsZero) {
                if (axis >= from.size()) {
                    throw new UnsupportedNodeException("it keeps axis " + axis + " of " + Shape.of(from));
                }
                wanted.set(axis, from.get(axis));
            }
            if (wanted.get(axis).equals(Dim.of(-1))) {
                if (rest >= 0) {
                    throw new UnsupportedNodeException("two of its dims are -1");
                }
                rest = axis;
            } else {
                others = others.times(wanted.get(axis));
            }
        }
        if (rest >= 0) {
            Dim count = Dim.product(from);
            wanted.set(rest, others.equals(Dim.ZERO) ? Dim.ZERO : count.floorDiv(others));
        }
        return wanted;
    }

    static List<Dim> squeezed(OnnxCall call) throws UnsupportedNodeException {
        List<Dim> dims = call.dims(0);
        List<Integer> axes = new ArrayList<>();
        for (long axis : ReductionRules.axes(call)) {
            axes.add(call.axis(axis, dims.size()));
        }
        boolean allAxes = axes.isEmpty() && !call.has(1) && !call.has("axes");
        List<Dim> left = new ArrayList<>();
        for (int axis = 0; axis < dims.size(); axis++) {
            boolean one = dims.get(axis).equals(Dim.ONE);
            if (axes.contains(axis) && !one) {
                throw new UnsupportedNodeException("axis " + axis + " of " + Shape.of(dims) + " is not 1");
            }
            if (allAxes ? !one : !axes.contains(axis)) {
                if (allAxes && !(dims.get(axis) instanceof Dim.Constant)) {
                    call.require(dims.get(axis), Dim.of(2), "an axis that stays, since it is not 1");
                }
                left.add(dims.get(axis));
            }
        }
        return left;
    }

    static List<Dim> unsqueezed(OnnxCall call) throws UnsupportedNodeException {
        List<Dim> dims = call.dims(0);
        List<Long> given = ReductionRules.axes(call);
        int rank = dims.size() + given.size();
        if (rank > Shape.MAX_DIMS) {
            throw new UnsupportedNodeException(
                    "it gives " + rank + " axes, and tensors have at most " + Shape.MAX_DIMS);
        }
        List<Integer> axes = new ArrayList<>();
        for (long axis : given) {
            int at = call.axis(axis, rank);
            if (axes.contains(at)) {
                throw new UnsupportedNodeException("it has axis " + axis + " twice");
            }
            axes.add(at);
        }
        List<Dim> outputDims = new ArrayList<>();
        int next = 0;
        for (int axis = 0; axis < rank; axis++) {
            outputDims.add(axes.contains(axis) ? Dim.ONE : dims.get(next++));
        }
        return outputDims;
    }

    private static Node flatten(OnnxCall call) throws TypeException, UnsupportedNodeException {
        List<Dim> dims = call.dims(0);
        long axis = call.integer("axis", 1);
        int at = axis == dims.size() ? dims.size() : call.axis(axis, Math.max(1, dims.size()));
        Dim rows = Dim.product(dims.subList(0, Math.min(at, dims.size())));
        Dim columns = Dim.product(dims.subList(Math.min(at, dims.size()), dims.size()));
        return same(call, call.reshaped(call.in(0), List.of(rows, columns)));
    }

    private static Node transpose(OnnxCall call) throws TypeException, UnsupportedNodeException {
        int rank = call.rank(0);
        List<Long> reversed =
                LongStream.range(0, rank).mapToObj(i -> rank - 1 - i).toList();
        List<Long> order = call.integers("perm", reversed);
        if (order.equals(LongStream.range(0, rank).boxed().toList())) {
            return same(call, call.in(0));
        }
        // Splits a combined transposition of heads and keys, as exporters write it, so that attention is recognized.
        return order.equals(KEYS_OF_HEADS)
                ? call.transposed(call.transposed(call.in(0), HEADS_FIRST), ON_THEIR_SIDE)
                : call.transposed(call.in(0), order);
    }

    private static Node concat(OnnxCall call) throws TypeException, UnsupportedNodeException {
        List<Node> inputs = call.all();
        int axis = call.axis(call.integer("axis", 1), inputs.get(0).shape().rank());
        for (int i = 1; i < inputs.size(); i++) {
            inputs.set(i, call.matched(inputs.get(i), inputs.get(0).shape().dims(), axis));
        }
        return same(call, call.concatenated(axis, inputs.toArray(Node[]::new)));
    }

    private static List<OnnxValue> split(OnnxCall call) throws TypeException, UnsupportedNodeException {
        int axis = call.axis(call.integer("axis", 0), call.rank(0));
        Dim size = call.dims(0).get(axis);
        int count = call.outputCount();
        call.ignore("num_outputs");
        List<Dim> sizes = new ArrayList<>();
        if (call.has(1)) {
            sizes.addAll(call.sizes(1));
        } else if (call.has("split")) {
            call.integers("split", List.of()).forEach(length -> sizes.add(Dim.of(length)));
        } else {
            Dim chunk = size.plus(Dim.of(count - 1)).floorDiv(Dim.of(count));
            sizes.addAll(Collections.nCopies(count - 1, chunk));
            sizes.add(size.minus(chunk.times(Dim.of(count - 1))));
        }
        if (sizes.size() != count) {
            throw new UnsupportedNodeException("it has " + count + " outputs and " + sizes.size() + " sizes");
        }
        List<OnnxValue> outputs = new ArrayList<>();
        Dim begin = Dim.ZERO;
        for (Dim length : sizes) {
            Dim end = begin.plus(length);
            outputs.add(OnnxValue.of(call.narrowed(call.in(0), axis, begin, end, 1)));
            begin = end;
        }
        if (!begin.equals(size)) {
            throw new UnsupportedNodeException("its parts are " + begin + " of " + size);
        }
        return outputs;
    }

    /**
     * Builds a slice. If a call determines the end along an axis of constant size, such as a table of positions, the
     * result has exactly the requested number of elements, and a larger request is rejected at the call.
     */
    private static Node slice(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Bounds bounds = bounds(call);
        List<Dim> begin = new ArrayList<>(bounds.begin());
        List<Dim> end = new ArrayList<>(bounds.end());
        List<Integer> given = new ArrayList<>();
        Node operand = call.value(0).whole(call);
        for (int axis = 0; axis < end.size(); axis++) {
            boolean iterated = call.isIterated(begin.get(axis)) || call.isIterated(end.get(axis));
            if (iterated && bounds.strides().get(axis) == 1) {
                // Bounds that differ between iterations are not clamped, since all iterations have one shape.
                Dim length = end.get(axis).minus(begin.get(axis));
                operand = call.inside(operand, axis, begin.get(axis), length);
                begin.set(axis, Dim.ZERO);
                end.set(axis, length);
                continue;
            }
            boolean whole = bounds.begin().get(axis).equals(Dim.ZERO)
                    && bounds.strides().get(axis) == 1;
            if (whole && end.get(axis) instanceof Dim.Symbol && call.dims(0).get(axis) instanceof Dim.Constant size) {
                call.require(size, end.get(axis), "a slice of " + size + " elements");
                given.add(axis);
                end.set(axis, size);
            }
        }
        boolean isRest = !begin.equals(bounds.begin())
                && operand.shape().dims().equals(end)
                && bounds.strides().stream().allMatch(stride -> stride == 1);
        Node x = isRest ? operand : call.sliced(operand, begin, end, bounds.strides());
        for (int axis : given) {
            Node positions = call.positions(List.of(bounds.end().get(axis)), 0);
            x = call.op("Gather", Attributes.NONE.with(Attributes.AXIS, (long) axis), x, positions);
        }
        return x;
    }

    /** Bounds of a slice, for all axes. */
    record Bounds(List<Dim> begin, List<Dim> end, List<Long> strides) {}

    static Bounds bounds(OnnxCall call) throws UnsupportedNodeException {
        List<Dim> dims = call.dims(0);
        boolean early = call.has("starts");
        List<Dim> starts = early ? dims(call.integers("starts", List.of())) : call.sizes(1);
        List<Dim> ends = early ? dims(call.integers("ends", List.of())) : call.sizes(2);
        List<Long> axes = LongStream.range(0, starts.size()).boxed().toList();
        if (early) {
            axes = call.integers("axes", axes);
        } else if (call.has(3)) {
            axes = call.numbers(3);
        }
        List<Long> steps = !early && call.has(4) ? call.numbers(4) : Collections.nCopies(starts.size(), 1L);
        if (ends.size() != starts.size() || axes.size() != starts.size() || steps.size() != starts.size()) {
            throw new UnsupportedNodeException("it has " + starts.size() + " starts, " + ends.size() + " ends, "
                    + axes.size() + " axes and " + steps.size() + " steps");
        }
        List<Dim> begin = new ArrayList<>(Collections.nCopies(dims.size(), Dim.ZERO));
        List<Dim> end = new ArrayList<>(dims);
        List<Long> strides = new ArrayList<>(Collections.nCopies(dims.size(), 1L));
        for (int i = 0; i < starts.size(); i++) {
            int axis = call.axis(axes.get(i), dims.size());
            long step = steps.get(i);
            if (step == 0 || step == Long.MIN_VALUE) {
                throw new UnsupportedNodeException("its step is " + step);
            }
            begin.set(axis, limited(call, starts.get(i), dims.get(axis), step, false));
            end.set(axis, limited(call, ends.get(i), dims.get(axis), step, true));
            strides.set(axis, step);
        }
        return new Bounds(begin, end, strides);
    }

    private static List<Dim> dims(List<Long> numbers) {
        return numbers.stream().map(Dim::of).toList();
    }

    /** Clamps an index to its axis; for negative strides, the end before the first element counts from the end. */
    private static Dim limited(OnnxCall call, Dim index, Dim size, long step, boolean isEnd)
            throws UnsupportedNodeException {
        if (!(index instanceof Dim.Constant constant)) {
            if (step < 0) {
                throw new UnsupportedNodeException("it goes backwards from or to an index that a call gives");
            }
            if (!index.isNonNegative()) {
                call.require(index, Dim.ZERO, "a slice from or to " + index);
            }
            return index;
        }
        long at = constant.size();
        if (size instanceof Dim.Constant known) {
            long from = at < 0 ? at + known.size() : at;
            if (step > 0) {
                return Dim.of(Math.max(0, Math.min(from, known.size())));
            }
            long least = isEnd ? -1 : 0;
            long inside = Math.max(least, Math.min(from, known.size() - 1));
            return Dim.of(inside < 0 ? -known.size() - 1 : inside);
        }
        if (at >= FAR) {
            return step > 0 ? size : size.minus(Dim.ONE);
        }
        if (at <= -FAR) {
            return step > 0 ? Dim.ZERO : Dim.ZERO.minus(size).minus(Dim.ONE);
        }
        return index;
    }

    /** Returns the dims of an expansion; -1 stands for the operand's dim. */
    static List<Dim> expandedTo(OnnxCall call) throws UnsupportedNodeException {
        List<Dim> from = call.dims(0);
        List<Dim> wanted = new ArrayList<>(call.sizes(1));
        for (int axis = 0; axis < wanted.size(); axis++) {
            if (wanted.get(axis).equals(Dim.of(-1))) {
                int own = axis - wanted.size() + from.size();
                wanted.set(axis, own < 0 ? Dim.ONE : from.get(own));
            }
        }
        return joint(from, wanted);
    }

    /** Returns the broadcast dims of two shapes. */
    static List<Dim> joint(List<Dim> x, List<Dim> y) throws UnsupportedNodeException {
        return Shape.of(x)
                .broadcast(Shape.of(y))
                .orElseThrow(
                        () -> new UnsupportedNodeException(Shape.of(x) + " and " + Shape.of(y) + " do not broadcast"))
                .dims();
    }
}

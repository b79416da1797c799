package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rules of ops that select elements by indices. */
final class IndexRules {

    private IndexRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("Gather", IndexRules::gather);
        ops.single("GatherElements", IndexRules::gatherElements);
        ops.single("GatherND", IndexRules::gatherParts);
        ops.single("OneHot", IndexRules::oneHot);
        ops.single("ReverseSequence", IndexRules::reverseSequence);
    }

    private static Node gather(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        int axis = call.axis(call.integer("axis", 0), x.shape().rank());
        if (call.rank(1) == 0 && call.value(1).number().isPresent()) {
            return one(call, x, axis, call.number(1).longValue());
        }
        Optional<Dim> iterated = call.value(1)
                .known()
                .filter(indices -> indices.size() == 1 && call.isIterated(indices.get(0)))
                .map(indices -> indices.get(0));
        if (iterated.isPresent()) {
            return atIteration(call, x, axis, iterated.get());
        }
        return call.op(
                "Gather",
                Attributes.NONE.with(Attributes.AXIS, (long) axis),
                x,
                call.value(1).whole(call));
    }

    /** Returns the slice at a constant index. */
    private static Node one(OnnxCall call, Node x, int axis, long index)
            throws TypeException, UnsupportedNodeException {
        List<Dim> dims = new ArrayList<>(x.shape().dims());
        Dim size = dims.get(axis);
        if (size instanceof Dim.Constant constant) {
            call.axis(index, (int) Math.min(Integer.MAX_VALUE, constant.size()));
        } else {
            call.require(size, Dim.of(index < 0 ? -index : index + 1), "index " + index);
        }
        Dim begin = index < 0 ? size.plus(Dim.of(index)) : Dim.of(index);
        Node slice = call.narrowed(x, axis, begin, begin.plus(Dim.ONE), 1);
        dims.remove(axis);
        return call.reshaped(slice, dims);
    }

    /** Returns the slice at an index that differs between the iterations of a loop. */
    private static Node atIteration(OnnxCall call, Node x, int axis, Dim index)
            throws TypeException, UnsupportedNodeException {
        List<Dim> dims = new ArrayList<>(x.shape().dims());
        boolean negative = Dim.ZERO.minus(index).minus(Dim.ONE).isNonNegative();
        Node slice = call.inside(x, axis, negative ? index.plus(dims.get(axis)) : index, Dim.ONE);
        dims.remove(axis);
        dims.addAll(axis, call.dims(1));
        return call.reshaped(slice, dims);
    }

    /** Converts negative indices to nonnegative ones. */
    private static Node fromStart(OnnxCall call, Node indices, Dim size) throws TypeException {
        Node wide = call.cast(indices, DataType.I64);
        Node end = size instanceof Dim.Constant constant
                ? call.number(constant.size(), wide)
                : call.add(Node.dimension(size, DataType.I64));
        return call.ops().select(call.ops().op("Less", wide, 0), call.op("Add", wide, end), wide);
    }

    private static Node times(OnnxCall call, Node x, Dim factor) throws TypeException {
        if (factor.equals(Dim.ONE)) {
            return x;
        }
        Node number = factor instanceof Dim.Constant constant
                ? call.number(constant.size(), x)
                : call.add(Node.dimension(factor, x.dtype()));
        return call.op("Mul", x, number);
    }

    /** Returns the element at a row-major index of a tensor. */
    static Node at(OnnxCall call, Node x, Node position) throws TypeException {
        Node flat = call.reshaped(x, List.of(Dim.product(x.shape().dims())));
        return call.op("Gather", Attributes.NONE.with(Attributes.AXIS, 0L), flat, position);
    }

    private static Node gatherElements(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        int axis = call.axis(call.integer("axis", 0), x.shape().rank());
        return at(call, x, position(call, call.value(1).whole(call), x.shape().dims(), axis));
    }

    /** Returns the row-major indices of elements: given along one axis, and equal to the position along the others. */
    static Node position(OnnxCall call, Node indices, List<Dim> dims, int axis)
            throws TypeException, UnsupportedNodeException {
        if (indices.shape().rank() != dims.size()) {
            throw new UnsupportedNodeException(
                    "its indices have " + indices.shape().rank() + " axes, not " + dims.size());
        }
        Node position = null;
        for (int i = 0; i < dims.size(); i++) {
            Node index = i == axis
                    ? fromStart(call, indices, dims.get(axis))
                    : call.positions(indices.shape().dims(), i);
            Node offset = times(call, index, Dim.product(dims.subList(i + 1, dims.size())));
            position = position == null ? offset : call.op("Add", position, offset);
        }
        return position;
    }

    private static Node gatherParts(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        Node indices = call.value(1).whole(call);
        long batch = call.integer("batch_dims", 0);
        List<Dim> dims = x.shape().dims();
        List<Dim> indexDims = indices.shape().dims();
        if (batch < 0
                || batch >= indexDims.size()
                || !(indexDims.get(indexDims.size() - 1) instanceof Dim.Constant count)
                || batch + count.size() > dims.size()) {
            throw new UnsupportedNodeException("its indices have the shape " + indices.shape());
        }
        int named = (int) (batch + count.size());
        Node position = position(call, indices, dims, (int) batch, named);
        List<Dim> rows = new ArrayList<>(List.of(Dim.product(dims.subList(0, named))));
        rows.addAll(dims.subList(named, dims.size()));
        return call.op("Gather", Attributes.NONE.with(Attributes.AXIS, 0L), call.reshaped(x, rows), position);
    }

    /**
     * Returns the row-major indices of slices: equal to the position along some axes, given by the last axis of the
     * indices along the next.
     */
    static Node position(OnnxCall call, Node indices, List<Dim> dims, int batch, int named) throws TypeException {
        List<Dim> indexDims = indices.shape().dims();
        List<Dim> found = indexDims.subList(0, indexDims.size() - 1);
        Node position = null;
        for (int i = 0; i < named; i++) {
            Node index;
            if (i < batch) {
                index = call.positions(found, i);
            } else {
                Dim begin = Dim.of(i - batch);
                Node component = call.narrowed(indices, indexDims.size() - 1, begin, begin.plus(Dim.ONE), 1);
                index = fromStart(call, call.reshaped(component, found), dims.get(i));
            }
            Node offset = times(call, index, Dim.product(dims.subList(i + 1, named)));
            position = position == null ? offset : call.op("Add", position, offset);
        }
        return position;
    }

    /** Builds OneHot, whose indices may have any dtype, and count from the end if they are negative. */
    private static Node oneHot(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node indices = call.value(0).whole(call);
        Dim depth = call.value(1).known().isPresent()
                ? call.sizes(1).get(0)
                : Dim.of(call.number(1).longValue());
        int axis = call.axis(call.integer("axis", -1), indices.shape().rank() + 1);
        List<Dim> dims = new ArrayList<>(indices.shape().dims());
        dims.add(axis, Dim.ONE);
        Node wanted = call.reshaped(fromStart(call, indices, depth), dims);
        dims.set(axis, depth);
        Node hit = call.op("Equal", call.positions(dims, axis), wanted);
        Node values = call.value(2).whole(call);
        Node off = call.reshaped(call.narrowed(values, 0, Dim.ZERO, Dim.ONE, 1), List.of());
        Node on = call.reshaped(call.narrowed(values, 0, Dim.ONE, Dim.of(2), 1), List.of());
        return call.op("Select", hit, on, off);
    }

    private static Node reverseSequence(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        List<Dim> dims = x.shape().dims();
        int batch = call.axis(call.integer("batch_axis", 1), dims.size());
        int time = call.axis(call.integer("time_axis", 0), dims.size());
        List<Dim> along = new ArrayList<>(java.util.Collections.nCopies(dims.size(), Dim.ONE));
        along.set(batch, dims.get(batch));
        Node lengths = call.reshaped(call.cast(call.value(1).whole(call), DataType.I64), along);
        Node index = call.positions(dims, time);
        Node back = call.ops().add(call.op("Sub", lengths, index), -1);
        Node source = call.ops().select(call.op("Less", index, lengths), back, index);
        Node position = null;
        for (int i = 0; i < dims.size(); i++) {
            Node offset = times(
                    call, i == time ? source : call.positions(dims, i), Dim.product(dims.subList(i + 1, dims.size())));
            position = position == null ? offset : call.op("Add", position, offset);
        }
        return at(call, x, position);
    }
}

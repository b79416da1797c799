package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.ArrayList;
import java.util.List;

/** What finds elements by indices. */
final class IndexRules {

    private IndexRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("Gather", IndexRules::gather);
        ops.single("GatherElements", IndexRules::gatherElements);
        ops.single("GatherND", IndexRules::gatherParts);
        ops.single("OneHot", IndexRules::oneHot);
        ops.single("ReverseSequence", IndexRules::reverseSequence);
    }

    private static Node gather(OnnxCall call) throws TypeException, Refused {
        Node x = call.in(0);
        int axis = call.axis(call.integer("axis", 0), x.shape().rank());
        if (call.rank(1) == 0 && call.value(1).number().isPresent()) {
            return one(call, x, axis, call.number(1).longValue());
        }
        return call.op(
                "Gather",
                Attributes.NONE.with(Attributes.AXIS, (long) axis),
                x,
                call.value(1).whole(call));
    }

    /** The slice at an index that is known. */
    private static Node one(OnnxCall call, Node x, int axis, long index) throws TypeException, Refused {
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

    /** Indices that count from the end, counted from the start. */
    private static Node fromStart(OnnxCall call, Node indices, Dim size) throws TypeException {
        Node wide = call.cast(indices, DType.I64);
        Node end = size instanceof Dim.Constant constant
                ? call.number(constant.size(), wide)
                : call.add(Node.dimension(size, DType.I64));
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

    /** The element at a row-major position of a tensor. */
    static Node at(OnnxCall call, Node x, Node position) throws TypeException {
        Node flat = call.reshaped(x, List.of(Dim.product(x.shape().dims())));
        return call.op("Gather", Attributes.NONE.with(Attributes.AXIS, 0L), flat, position);
    }

    private static Node gatherElements(OnnxCall call) throws TypeException, Refused {
        Node x = call.in(0);
        int axis = call.axis(call.integer("axis", 0), x.shape().rank());
        return at(call, x, position(call, call.value(1).whole(call), x.shape().dims(), axis));
    }

    /** The row-major positions of elements: along one axis as indices say, along the others where these are. */
    static Node position(OnnxCall call, Node indices, List<Dim> dims, int axis) throws TypeException, Refused {
        if (indices.shape().rank() != dims.size()) {
            throw new Refused("its indices have " + indices.shape().rank() + " axes, not " + dims.size());
        }
        Node position = null;
        for (int i = 0; i < dims.size(); i++) {
            Node index = i == axis
                    ? fromStart(call, indices, dims.get(axis))
                    : call.positions(indices.shape().dims(), i);
            Node part = times(call, index, Dim.product(dims.subList(i + 1, dims.size())));
            position = position == null ? part : call.op("Add", position, part);
        }
        return position;
    }

    private static Node gatherParts(OnnxCall call) throws TypeException, Refused {
        Node x = call.in(0);
        Node indices = call.value(1).whole(call);
        long batch = call.integer("batch_dims", 0);
        List<Dim> dims = x.shape().dims();
        List<Dim> places = indices.shape().dims();
        if (batch < 0
                || batch >= places.size()
                || !(places.get(places.size() - 1) instanceof Dim.Constant count)
                || batch + count.size() > dims.size()) {
            throw new Refused("its indices have the shape " + indices.shape());
        }
        int named = (int) (batch + count.size());
        Node position = position(call, indices, dims, (int) batch, named);
        List<Dim> rows = new ArrayList<>(List.of(Dim.product(dims.subList(0, named))));
        rows.addAll(dims.subList(named, dims.size()));
        return call.op("Gather", Attributes.NONE.with(Attributes.AXIS, 0L), call.reshaped(x, rows), position);
    }

    /** The row-major positions of slices: along some axes where the indices are, along the next as their last axis says. */
    static Node position(OnnxCall call, Node indices, List<Dim> dims, int batch, int named) throws TypeException {
        List<Dim> places = indices.shape().dims();
        List<Dim> found = places.subList(0, places.size() - 1);
        Node position = null;
        for (int i = 0; i < named; i++) {
            Node index;
            if (i < batch) {
                index = call.positions(found, i);
            } else {
                Dim begin = Dim.of(i - batch);
                Node part = call.narrowed(indices, places.size() - 1, begin, begin.plus(Dim.ONE), 1);
                index = fromStart(call, call.reshaped(part, found), dims.get(i));
            }
            Node part = times(call, index, Dim.product(dims.subList(i + 1, named)));
            position = position == null ? part : call.op("Add", position, part);
        }
        return position;
    }

    /** Indices may be of any dtype, and count from the end if they are negative. */
    private static Node oneHot(OnnxCall call) throws TypeException, Refused {
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

    private static Node reverseSequence(OnnxCall call) throws TypeException, Refused {
        Node x = call.in(0);
        List<Dim> dims = x.shape().dims();
        int batch = call.axis(call.integer("batch_axis", 1), dims.size());
        int time = call.axis(call.integer("time_axis", 0), dims.size());
        List<Dim> along = new ArrayList<>(java.util.Collections.nCopies(dims.size(), Dim.ONE));
        along.set(batch, dims.get(batch));
        Node lengths = call.reshaped(call.cast(call.value(1).whole(call), DType.I64), along);
        Node place = call.positions(dims, time);
        Node back = call.ops().add(call.op("Sub", lengths, place), -1);
        Node source = call.ops().select(call.op("Less", place, lengths), back, place);
        Node position = null;
        for (int i = 0; i < dims.size(); i++) {
            Node part = times(
                    call, i == time ? source : call.positions(dims, i), Dim.product(dims.subList(i + 1, dims.size())));
            position = position == null ? part : call.op("Add", position, part);
        }
        return at(call, x, position);
    }
}

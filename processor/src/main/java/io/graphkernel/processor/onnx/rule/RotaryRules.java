package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.List;

/** Rules of rotary embeddings: pairs of elements of a head, rotated by angles that depend on the position. */
final class RotaryRules {

    private RotaryRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("RotaryEmbedding", RotaryRules::standard);
        ops.singleContrib("RotaryEmbedding", RotaryRules::contributed);
    }

    /** Builds the op of the contrib domain, whose positions are those of all tokens or of the first one. */
    private static Node contributed(OnnxCall call) throws TypeException, UnsupportedNodeException {
        call.only("is_packed_batching", 0);
        if (call.real("scale", 1) != 1) {
            throw new UnsupportedNodeException("its scale is " + call.real("scale", 1));
        }
        Node positions = call.value(1).whole(call);
        if (positions.shape().rank() == 1) {
            Dim length = call.dims(0).get(call.rank(0) - 2);
            Node first = call.reshaped(call.cast(positions, DataType.I64), List.of(Dim.ONE, Dim.ONE));
            positions = call.op("Add", call.positions(List.of(Dim.ONE, length), 1), first);
        }
        return ofInput(call, atPositions(call, call.in(2), positions), atPositions(call, call.in(3), positions));
    }

    private static Node standard(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node cos = call.in(1);
        Node sin = call.in(2);
        if (call.has(3)) {
            Node positions = call.value(3).whole(call);
            cos = atPositions(call, cos, positions);
            sin = atPositions(call, sin, positions);
        }
        return ofInput(call, cos, sin);
    }

    /** Returns the rows of a table at positions [batch, length]. */
    static Node atPositions(OnnxCall call, Node table, Node positions) throws TypeException {
        return call.op("Gather", Attributes.NONE.with(Attributes.AXIS, 0L), table, positions);
    }

    /**
     * Rotates input 0, which is rows [batch, length, heads · size] or heads [batch, heads, length, size].
     *
     * @param cos cosines [batch, length, size / 2]
     * @param sin sines
     */
    static Node ofInput(OnnxCall call, Node cos, Node sin) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        List<Dim> dims = x.shape().dims();
        boolean interleaved = call.flag("interleaved", false);
        long width = call.integer("rotary_embedding_dim", 0);
        long heads = call.integer("num_heads", 0);
        List<Dim> angles = cos.shape().dims();
        if (angles.size() != 3) {
            throw new UnsupportedNodeException("its angles have the shape " + cos.shape());
        }
        Dim rotatedSize = angles.get(2).times(Dim.of(2));
        if (width == 0 && (heads > 0 || dims.size() == 4)) {
            Dim size = dims.size() == 4 ? dims.get(3) : dims.get(2).floorDiv(Dim.of(heads));
            call.requireEqual(rotatedSize, size, "angles of whole heads");
        }
        if (dims.size() == 4) {
            List<Dim> ofHeads = List.of(angles.get(0), Dim.ONE, angles.get(1), angles.get(2));
            return rotated(call, x, call.reshaped(cos, ofHeads), call.reshaped(sin, ofHeads), interleaved, width);
        }
        if (dims.size() != 3) {
            throw new UnsupportedNodeException("its input has " + dims.size() + " axes");
        }
        // Without a number of heads, all of a head is rotated, so its size follows from the angles.
        Dim count = heads > 0 ? Dim.of(heads) : dims.get(2).floorDiv(rotatedSize);
        Node apart = call.reshaped(
                x, List.of(dims.get(0), dims.get(1), count, dims.get(2).floorDiv(count)));
        List<Dim> ofRows = List.of(angles.get(0), angles.get(1), Dim.ONE, angles.get(2));
        Node y = rotated(call, apart, call.reshaped(cos, ofRows), call.reshaped(sin, ofRows), interleaved, width);
        return call.reshaped(y, dims);
    }

    /**
     * Rotates the first elements of the last of four axes.
     *
     * @param cos cosines that broadcast to the pairs
     * @param sin sines
     * @param interleaved true for pairs of adjacent elements, false for elements of both halves
     * @param rotary number of rotated elements; 0 for those that have angles
     */
    static Node rotated(OnnxCall call, Node x, Node cos, Node sin, boolean interleaved, long rotary)
            throws TypeException, UnsupportedNodeException {
        List<Dim> dims = x.shape().dims();
        Dim size = dims.get(3);
        Dim half = cos.shape().dims().get(3);
        Dim width = half.times(Dim.of(2));
        if (rotary != 0) {
            call.requireEqual(half, Dim.of(rotary).floorDiv(Dim.of(2)), "angles of half of the rotated elements");
        }
        Node first;
        Node second;
        List<Dim> halves = new ArrayList<>(dims);
        halves.set(3, half);
        List<Dim> pairs = new ArrayList<>(halves);
        pairs.add(Dim.of(2));
        if (interleaved) {
            Node apart = call.reshaped(call.narrowed(x, 3, Dim.ZERO, width, 1), pairs);
            first = call.reshaped(call.narrowed(apart, 4, Dim.ZERO, Dim.ONE, 1), halves);
            second = call.reshaped(call.narrowed(apart, 4, Dim.ONE, Dim.of(2), 1), halves);
        } else {
            first = call.narrowed(x, 3, Dim.ZERO, half, 1);
            second = call.narrowed(x, 3, half, width, 1);
        }
        ExpansionBuilder b = call.ops();
        Node real = b.sub(b.mul(first, cos), b.mul(second, sin));
        Node imaginary = b.add(b.mul(first, sin), b.mul(second, cos));
        Node y;
        if (interleaved) {
            pairs.set(4, Dim.ONE);
            List<Dim> rotatedDims = new ArrayList<>(dims);
            rotatedDims.set(3, width);
            y = call.reshaped(
                    call.concatenated(4, call.reshaped(real, pairs), call.reshaped(imaginary, pairs)), rotatedDims);
        } else {
            y = call.concatenated(3, real, imaginary);
        }
        return width.equals(size) ? y : call.concatenated(3, y, call.narrowed(x, 3, width, size, 1));
    }
}

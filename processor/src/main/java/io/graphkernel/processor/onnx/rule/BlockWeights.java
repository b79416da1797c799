package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.List;

/**
 * Rule of MatMulNBits: a product with weights of 4 or 8 bits, with a scale and a zero point for each block of a column.
 */
final class BlockWeights {

    private static final int WEIGHTS = 1;
    private static final int SCALES = 2;
    private static final int ZEROS = 3;
    private static final int GROUPS = 4;
    private static final int BIAS = 5;

    private final OnnxCall call;
    private final long bits;
    private final Dim columns;
    private final Dim blocks;

    private BlockWeights(OnnxCall call, long rows, long block) throws UnsupportedNodeException {
        this.call = call;
        bits = call.integer("bits", 4);
        columns = Dim.of(call.integer("N", 0));
        blocks = Dim.of((rows + block - 1) / block);
        if (bits != 4 && bits != 8) {
            throw new UnsupportedNodeException("its bits are " + bits);
        }
    }

    static Node product(OnnxCall call) throws TypeException, UnsupportedNodeException {
        // A hint of how exact the product has to be.
        call.ignore("accuracy_level");
        call.ignore("weight_prepacked");
        long rows = call.integer("K", 0);
        long block = call.integer("block_size", 0);
        if (call.has(GROUPS)) {
            throw new UnsupportedNodeException("its blocks have other rows, by g_idx");
        }
        if (block < 2 || rows < 1) {
            throw new UnsupportedNodeException("its K is " + rows + " and its block_size " + block);
        }
        Node x = call.in(0);
        Node weights = new BlockWeights(call, rows, block).real(rows, block, x.dtype());
        Node y = MatMulRules.product(call, x, call.transposed(weights, List.of(1L, 0L)));
        return call.has(BIAS) ? call.op("Add", y, call.in(BIAS)) : y;
    }

    /** Returns the weights [columns, rows] as real numbers. */
    private Node real(long rows, long block, DataType dtype) throws TypeException, UnsupportedNodeException {
        ExpansionBuilder b = call.ops();
        List<Dim> dims = List.of(columns, blocks, Dim.of(block));
        Node quantized = unpacked(call.in(WEIGHTS), dims);
        Node scales = call.reshaped(call.cast(call.in(SCALES), dtype), List.of(columns, blocks, Dim.ONE));
        Node centred = b.sub(call.cast(quantized, dtype), zeros(dtype));
        Node whole = call.reshaped(b.mul(centred, scales), List.of(columns, blocks.times(Dim.of(block))));
        Dim size = Dim.of(rows);
        return whole.shape().dims().get(1).equals(size) ? whole : call.narrowed(whole, 1, Dim.ZERO, size, 1);
    }

    private Node zeros(DataType dtype) throws TypeException, UnsupportedNodeException {
        if (!call.has(ZEROS)) {
            return call.add(Node.constant(bits == 4 ? 8 : 128, dtype));
        }
        List<Dim> dims = List.of(columns, blocks, Dim.ONE);
        Node zeros = call.in(ZEROS);
        if (zeros.dtype() != DataType.U8) {
            return call.reshaped(call.cast(zeros, dtype), dims);
        }
        Dim two = Dim.of(2);
        Dim even = bits == 8 ? blocks : blocks.plus(Dim.ONE).floorDiv(two).times(two);
        Node unpacked = unpacked(zeros, List.of(columns, even));
        Node own = even.equals(blocks) ? unpacked : call.narrowed(unpacked, 1, Dim.ZERO, blocks, 1);
        return call.reshaped(call.cast(own, dtype), dims);
    }

    /** Returns the numbers of packed bytes, the lower half of a byte first. */
    private Node unpacked(Node bytes, List<Dim> dims) throws TypeException {
        if (bits == 8) {
            return call.reshaped(bytes, dims);
        }
        List<Dim> packed = new ArrayList<>(dims);
        packed.set(dims.size() - 1, dims.get(dims.size() - 1).floorDiv(Dim.of(2)));
        packed.add(Dim.ONE);
        Node own = call.reshaped(bytes, packed);
        ExpansionBuilder b = call.ops();
        Node low = b.op("BitwiseAnd", own, 15);
        Node high = b.op("FloorDiv", own, 16);
        return call.reshaped(call.concatenated(dims.size(), low, high), dims);
    }
}

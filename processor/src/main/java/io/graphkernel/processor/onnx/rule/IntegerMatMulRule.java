package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Rule of integer matmuls with zero points, as an int8 library matmul and corrections: {@code (a - p)(b - q) = ab - p ·
 * Σb - Σa · q + k · p · q}. Unsigned operands are shifted by 128 first. All arithmetic wraps around in i32, so the
 * result is exact if it fits.
 */
final class IntegerMatMulRule {

    private static final int MIDDLE = 128;
    /** Accumulates in i32, as ONNX specifies. */
    private static final String SUM = "ReduceSum";

    private IntegerMatMulRule() {}

    static Node build(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node a = signed(call, 0);
        Node b = signed(call, 1);
        int aRank = a.shape().rank();
        int bRank = b.shape().rank();
        if (aRank < 2 || bRank < 2) {
            throw new UnsupportedNodeException("an operand has " + Math.min(aRank, bRank) + " axes");
        }
        ExpansionBuilder ops = call.ops();
        Attributes attributes =
                Attributes.NONE.with(Attributes.TRANSPOSE_A, false).with(Attributes.TRANSPOSE_B, false);
        Node product = call.op("MatMulInteger", attributes, a, b);
        Optional<Node> p = zero(call, 2, 0, -2);
        Optional<Node> q = zero(call, 3, 1, -1);
        if (p.isPresent()) {
            product = ops.sub(product, ops.mul(p.get(), columnSums(call, b)));
        }
        if (q.isPresent()) {
            product = ops.sub(product, ops.mul(sums(call, a, aRank - 1), q.get()));
        }
        if (p.isPresent() && q.isPresent()) {
            product = ops.add(product, ops.mul(ops.mul(p.get(), q.get()), count(call, a)));
        }
        return product;
    }

    /** Returns the number of summands. */
    private static Node count(OnnxCall call, Node a) throws TypeException, UnsupportedNodeException {
        Dim inner = a.shape().dims().get(a.shape().rank() - 1);
        if (!(inner instanceof Dim.Constant size)) {
            throw new UnsupportedNodeException(
                    "it sums " + inner + " products, which is not known, with two zero points");
        }
        return call.add(Node.constant(size.size(), DataType.I32));
    }

    /** Returns column sums, which are constant for weights and otherwise computed at each call. */
    private static Node columnSums(OnnxCall call, Node b) throws TypeException, UnsupportedNodeException {
        Optional<OnnxTensor> known = call.value(1).tensor();
        if (known.isEmpty() || known.get().count() == 0) {
            return sums(call, b, b.shape().rank() - 2);
        }
        OnnxTensor weights = known.get();
        int moved = call.dtype(1) == DataType.U8 ? MIDDLE : 0;
        int rank = weights.dims().size();
        List<Long> dims = new ArrayList<>(weights.dims());
        int columns = Math.toIntExact(dims.get(rank - 1));
        int rows = Math.toIntExact(dims.set(rank - 2, 1L));
        int matrices = Math.toIntExact(weights.count() / rows / columns);
        ByteBuffer sums =
                ByteBuffer.allocate(matrices * columns * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int matrix = 0; matrix < matrices; matrix++) {
            for (int column = 0; column < columns; column++) {
                int sum = 0;
                for (int row = 0; row < rows; row++) {
                    sum += weights.element((matrix * rows + row) * columns + column)
                                    .intValue()
                            - moved;
                }
                sums.putInt(sum);
            }
        }
        return call.constant(DataType.I32, dims, sums.array());
    }

    private static Node sums(OnnxCall call, Node x, int axis) throws TypeException {
        return call.reduced(
                SUM, call.cast(x, DataType.I32), LongStream.of(axis).boxed().toList(), true);
    }

    /** Returns an operand as i8. */
    private static Node signed(OnnxCall call, int input) throws TypeException, UnsupportedNodeException {
        Node x = call.in(input);
        if (x.dtype() == DataType.I8) {
            return x;
        }
        if (x.dtype() != DataType.U8) {
            throw new UnsupportedNodeException("it multiplies " + x.dtype());
        }
        Optional<OnnxTensor> known = call.value(input).tensor();
        if (known.isPresent()) {
            byte[] bytes = new byte[Math.toIntExact(known.get().count())];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (known.get().element(i).intValue() - MIDDLE);
            }
            return call.constant(DataType.I8, known.get().dims(), bytes);
        }
        return call.cast(call.ops().add(call.cast(x, DataType.I32), -MIDDLE), DataType.I8);
    }

    /** Returns the zero point of the shifted operand; empty if it is known to be 0. */
    private static Optional<Node> zero(OnnxCall call, int input, int of, int axis)
            throws TypeException, UnsupportedNodeException {
        int moved = call.dtype(of) == DataType.U8 ? MIDDLE : 0;
        if (!call.has(input)) {
            return moved == 0 ? Optional.empty() : Optional.of(call.add(Node.constant(-moved, DataType.I32)));
        }
        Optional<OnnxTensor> known = call.value(input).tensor();
        if (known.isPresent() && isAll(known.get(), moved)) {
            return Optional.empty();
        }
        Node point = call.cast(QuantizationRules.spread(call, input, of, axis), DataType.I32);
        return Optional.of(moved == 0 ? point : call.ops().add(point, -moved));
    }

    private static boolean isAll(OnnxTensor tensor, int number) {
        for (int i = 0; i < tensor.count(); i++) {
            if (tensor.element(i).intValue() != number) {
                return false;
            }
        }
        return true;
    }
}

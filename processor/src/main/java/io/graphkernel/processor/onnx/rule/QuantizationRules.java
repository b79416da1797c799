package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
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
import java.util.Optional;

/** Rules of quantized values: integers with a scale and a zero point, per tensor or per slice along an axis. */
final class QuantizationRules {

    private QuantizationRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("QuantizeLinear", call -> {
            Node x = call.in(0);
            int axis = axis(call, call.integer("axis", 1));
            return quantized(call, x, along(call, 1, axis), zero(call, 2, axis), quantizedType(call));
        });
        ops.single("DequantizeLinear", call -> {
            int axis = axis(call, call.integer("axis", 1));
            return dequantized(call, call.in(0), along(call, 1, axis), call.has(2) ? along(call, 2, axis) : null);
        });
        ops.add("DynamicQuantizeLinear", QuantizationRules::dynamic);
        ops.single("MatMulInteger", IntegerMatMulRule::build);
        ops.single("QLinearMatMul", call -> {
            // Accumulates integers exactly, and scales afterwards.
            Node product = MatMulRules.product(call, centred(call, 0, 2, -2), centred(call, 3, 5, -1));
            Node scaled = call.ops().mul(product, call.cast(spread(call, 1, 0, -2), DataType.F64));
            return requantized(call, call.ops().mul(scaled, call.cast(spread(call, 4, 3, -1), DataType.F64)));
        });
        ops.single("QLinearConv", QuantizationRules::convolution);
    }

    /** Returns the dtype of the zero point, or else that of the attribute, whose 0 stands for none, or else u8. */
    private static DataType quantizedType(OnnxCall call) throws UnsupportedNodeException {
        long number = call.integer("output_dtype", 0);
        Optional<DataType> declared = number == 0 ? Optional.empty() : Optional.of(ElementwiseRules.dtype(number));
        DataType dtype = call.has(2) ? call.dtype(2) : declared.orElse(DataType.U8);
        if (declared.filter(other -> other != dtype).isPresent()) {
            throw new UnsupportedNodeException(
                    "its zero point is " + dtype + ", but output_dtype is " + declared.get());
        }
        return dtype;
    }

    /**
     * Returns real numbers.
     *
     * @param zero the zero point; null for 0
     */
    static Node dequantized(OnnxCall call, Node x, Node scale, Node zero) throws TypeException {
        DataType centredType = x.dtype().isFloating() ? DataType.F32 : DataType.I32;
        Node wide = call.cast(x, centredType);
        Node centred = zero == null ? wide : call.op("Sub", wide, call.cast(zero, centredType));
        return call.ops().mul(call.cast(centred, scale.dtype()), scale);
    }

    private static int axis(OnnxCall call, long axis) throws UnsupportedNodeException {
        int rank = call.rank(0);
        return rank < 2 ? 0 : call.axis(axis, rank);
    }

    /** Returns a per-slice scale or zero point along an axis of input 0; a per-tensor one is unchanged. */
    private static Node along(OnnxCall call, int input, int axis) throws TypeException, UnsupportedNodeException {
        Node vector = call.in(input);
        long block = call.integer("block_size", 0);
        if (vector.shape().rank() != 1) {
            if (block > 0 && vector.shape().rank() == call.rank(0)) {
                return repeated(call, vector, axis, block);
            }
            if (vector.shape().rank() > 1) {
                throw new UnsupportedNodeException(
                        "its input " + input + " has " + vector.shape().rank() + " axes");
            }
            return vector;
        }
        List<Dim> dims = new ArrayList<>(Collections.nCopies(Math.max(1, call.rank(0)), Dim.ONE));
        dims.set(axis, vector.shape().dims().get(0));
        return call.reshaped(vector, dims);
    }

    /** Repeats the value of each block along an axis of input 0, whose last block may be shorter. */
    private static Node repeated(OnnxCall call, Node blocks, int axis, long block)
            throws TypeException, UnsupportedNodeException {
        Node values = call.op(
                "RepeatInterleaveInt",
                Attributes.NONE.with("repeats", List.of(Dim.of(block))).with(Attributes.AXIS, (long) axis),
                blocks);
        Dim size = call.dims(0).get(axis);
        return values.shape().dims().get(axis).equals(size) ? values : call.narrowed(values, axis, Dim.ZERO, size, 1);
    }

    private static Node zero(OnnxCall call, int input, int axis) throws TypeException, UnsupportedNodeException {
        return call.has(input)
                ? call.cast(along(call, input, axis), DataType.F32)
                : call.add(Node.constant(0, DataType.F32));
    }

    /** Rounds to the nearest integer, or to f8, and saturates. */
    static Node quantized(OnnxCall call, Node x, Node scale, Node zero, DataType dtype)
            throws TypeException, UnsupportedNodeException {
        if (dtype.isStorageOnly()) {
            ExpansionBuilder b = call.ops();
            Node quotient = b.div(x, call.cast(scale, x.dtype()));
            // Without a zero point, -0 remains.
            Node shifted = call.has(2) ? b.add(quotient, call.cast(zero, x.dtype())) : quotient;
            return CastRule.converted(call, shifted, dtype);
        }
        if (!dtype.isNarrowInteger()) {
            throw new UnsupportedNodeException("it quantizes to " + dtype);
        }
        ExpansionBuilder b = call.ops();
        Node rounded = call.op("Round", b.div(x, call.cast(scale, x.dtype())));
        Node shifted = b.add(rounded, call.cast(zero, x.dtype()));
        return call.cast(b.min(b.max(shifted, dtype.saturated(Long.MIN_VALUE)), dtype.maxSignedValue()), dtype);
    }

    static List<OnnxValue> dynamic(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        ExpansionBuilder b = call.ops();
        Node least = b.min(call.reduced("ReduceMin", x, List.of(), false), 0);
        Node most = b.max(call.reduced("ReduceMax", x, List.of(), false), 0);
        Node scale = b.op("RealDiv", b.sub(most, least), 255);
        Node zero = call.op("Round", b.min(b.max(b.div(call.op("Neg", least), scale), 0), 255));
        return List.of(
                OnnxValue.of(quantized(call, x, scale, zero, DataType.U8)),
                OnnxValue.of(scale),
                OnnxValue.of(call.cast(zero, DataType.U8)));
    }

    /** Broadcasts per-slice values along an axis of another input; the axis may be negative. */
    static Node spread(OnnxCall call, int input, int of, int axis) throws TypeException, UnsupportedNodeException {
        Node vector = call.in(input);
        int rank = call.rank(of);
        if (vector.shape().rank() != 1 || vector.shape().dims().get(0).equals(Dim.ONE) || rank < 2) {
            return vector.shape().rank() == 1 ? call.reshaped(vector, List.of()) : vector;
        }
        List<Dim> dims = new ArrayList<>(Collections.nCopies(rank, Dim.ONE));
        dims.set(axis < 0 ? axis + rank : axis, vector.shape().dims().get(0));
        return call.reshaped(vector, dims);
    }

    /** Subtracts the zero point, in f64. */
    static Node centred(OnnxCall call, int input, int zero, int axis) throws TypeException, UnsupportedNodeException {
        Node x = call.cast(call.in(input), DataType.F64);
        return call.has(zero) ? call.op("Sub", x, call.cast(spread(call, zero, input, axis), DataType.F64)) : x;
    }

    private static Node requantized(OnnxCall call, Node product) throws TypeException, UnsupportedNodeException {
        Node scale = call.reshaped(call.in(6), List.of());
        Node zero = call.reshaped(call.in(7), List.of());
        return quantized(call, product, scale, zero, call.dtype(7));
    }

    /** Builds an integer convolution, with a bias in units of both scales. */
    static Node convolution(OnnxCall call) throws TypeException, UnsupportedNodeException {
        ExpansionBuilder b = call.ops();
        Node sum = WindowRules.convolved(call, centred(call, 0, 2, 1), centred(call, 3, 5, 0));
        int rank = sum.shape().rank();
        if (call.has(8)) {
            sum = b.add(sum, NormalizationRules.channels(call, call.cast(call.in(8), DataType.F64), rank));
        }
        Node scaled = b.mul(sum, call.cast(call.reshaped(call.in(1), List.of()), DataType.F64));
        Node scale = call.cast(call.in(4), DataType.F64);
        boolean ofChannels =
                scale.shape().rank() == 1 && !scale.shape().dims().get(0).equals(Dim.ONE);
        Node spread = ofChannels ? NormalizationRules.channels(call, scale, rank) : call.reshaped(scale, List.of());
        return requantized(call, b.mul(scaled, spread));
    }
}

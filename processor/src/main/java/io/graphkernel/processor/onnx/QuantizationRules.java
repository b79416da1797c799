package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.ExpansionBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Quantised values: whole numbers with a scale and a zero point, of a tensor or of each slice along an axis. */
final class QuantizationRules {

    private QuantizationRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("QuantizeLinear", call -> {
            Node x = call.in(0);
            int axis = axis(call, call.integer("axis", 1));
            DType dtype = call.has(2) ? call.dtype(2) : DType.U8;
            return quantized(call, x, along(call, 1, axis), zero(call, 2, axis), dtype);
        });
        ops.single("DequantizeLinear", call -> {
            int axis = axis(call, call.integer("axis", 1));
            Node scale = along(call, 1, axis);
            Node x = call.cast(call.in(0), DType.I32);
            if (call.has(2)) {
                x = call.op("Sub", x, call.cast(along(call, 2, axis), DType.I32));
            }
            return call.ops().mul(call.cast(x, scale.dtype()), scale);
        });
        ops.add("DynamicQuantizeLinear", QuantizationRules::dynamic);
        ops.single("MatMulInteger", IntegerProductRule::build);
        ops.single("QLinearMatMul", call -> {
            Node a = call.ops().mul(centred(call, 0, 2, -2), call.cast(spread(call, 1, 0, -2), DType.F64));
            Node b = call.ops().mul(centred(call, 3, 5, -1), call.cast(spread(call, 4, 3, -1), DType.F64));
            return requantized(call, ProductRules.product(call, a, b));
        });
        ops.single("QLinearConv", QuantizationRules::convolution);
    }

    private static int axis(OnnxCall call, long axis) throws Refused {
        int rank = call.rank(0);
        return rank < 2 ? 0 : call.axis(axis, rank);
    }

    /** A scale or a zero point for each slice along an axis of input 0; one for all stays as it is. */
    private static Node along(OnnxCall call, int input, int axis) throws TypeException, Refused {
        Node vector = call.in(input);
        if (vector.shape().rank() != 1) {
            if (vector.shape().rank() > 1) {
                throw new Refused(
                        "its input " + input + " has " + vector.shape().rank() + " axes");
            }
            return vector;
        }
        List<Dim> dims = new ArrayList<>(Collections.nCopies(Math.max(1, call.rank(0)), Dim.ONE));
        dims.set(axis, vector.shape().dims().get(0));
        return call.reshaped(vector, dims);
    }

    private static Node zero(OnnxCall call, int input, int axis) throws TypeException, Refused {
        return call.has(input) ? call.cast(along(call, input, axis), DType.F32) : call.add(Node.constant(0, DType.F32));
    }

    /** Rounded to the nearest whole number, and cut off where the dtype ends. */
    private static Node quantized(OnnxCall call, Node x, Node scale, Node zero, DType dtype)
            throws TypeException, Refused {
        if (dtype != DType.U8 && dtype != DType.I8) {
            throw new Refused("it quantises to " + dtype);
        }
        ExpansionBuilder b = call.ops();
        Node rounded = call.op("Round", b.div(x, call.cast(scale, x.dtype())));
        Node shifted = b.add(rounded, call.cast(zero, x.dtype()));
        double least = dtype == DType.U8 ? 0 : Byte.MIN_VALUE;
        return call.cast(b.min(b.max(shifted, least), least + 255), dtype);
    }

    private static List<OnnxValue> dynamic(OnnxCall call) throws TypeException, Refused {
        Node x = call.in(0);
        ExpansionBuilder b = call.ops();
        Node least = b.min(call.reduced("ReduceMin", x, List.of(), false), 0);
        Node most = b.max(call.reduced("ReduceMax", x, List.of(), false), 0);
        Node scale = b.op("RealDiv", b.sub(most, least), 255);
        Node zero = call.op("Round", b.min(b.max(b.div(call.op("Neg", least), scale), 0), 255));
        return List.of(
                OnnxValue.of(quantized(call, x, scale, zero, DType.U8)),
                OnnxValue.of(scale),
                OnnxValue.of(call.cast(zero, DType.U8)));
    }

    /** A value for each slice along an axis of another input, counted from the end or from the start. */
    static Node spread(OnnxCall call, int input, int of, int axis) throws TypeException, Refused {
        Node vector = call.in(input);
        int rank = call.rank(of);
        if (vector.shape().rank() != 1 || vector.shape().dims().get(0).equals(Dim.ONE) || rank < 2) {
            return vector.shape().rank() == 1 ? call.reshaped(vector, List.of()) : vector;
        }
        List<Dim> dims = new ArrayList<>(Collections.nCopies(rank, Dim.ONE));
        dims.set(axis < 0 ? axis + rank : axis, vector.shape().dims().get(0));
        return call.reshaped(vector, dims);
    }

    /** Whole numbers less their zero point, as f64. */
    static Node centred(OnnxCall call, int input, int zero, int axis) throws TypeException, Refused {
        Node x = call.cast(call.in(input), DType.F64);
        return call.has(zero) ? call.op("Sub", x, call.cast(spread(call, zero, input, axis), DType.F64)) : x;
    }

    private static Node requantized(OnnxCall call, Node product) throws TypeException, Refused {
        Node scale = call.reshaped(call.in(6), List.of());
        Node zero = call.reshaped(call.in(7), List.of());
        return quantized(call, product, scale, zero, call.dtype(7));
    }

    private static Node convolution(OnnxCall call) throws TypeException, Refused {
        Node x = call.ops().mul(centred(call, 0, 2, 1), call.cast(spread(call, 1, 0, 1), DType.F64));
        Node weight = call.ops().mul(centred(call, 3, 5, 0), call.cast(spread(call, 4, 3, 0), DType.F64));
        Node y = WindowRules.convolved(call, x, weight);
        if (call.has(8)) {
            throw new Refused("it has a bias");
        }
        return requantized(call, y);
    }
}

package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;

/**
 * Rule of type conversions. In the format, out-of-range integers wrap around, whereas this compiler's cast saturates.
 * Out-of-range real numbers are undefined in the format, except for f8, for which an attribute decides.
 */
final class CastRule {

    /** Largest number that rounds to an f8e4m3. */
    private static final double E4M3_LIMIT = 464;

    /** Largest f8e5m2. */
    private static final double E5M2_MAX = 57344;

    private CastRule() {}

    static void addTo(OnnxOps ops) {
        ops.single("Cast", call -> {
            DataType dtype = ElementwiseRules.dtype(call.integer("to", 0));
            return converted(call, call.in(0), dtype);
        });
        ops.single("CastLike", call -> converted(call, call.in(0), call.dtype(1)));
        ops.single("BitCast", call -> withBits(call, call.in(0), ElementwiseRules.dtype(call.integer("to", 0))));
    }

    /** Returns the number with the bits of an operand, in a dtype of the same width. */
    private static Node withBits(OnnxCall call, Node x, DataType to) throws TypeException, UnsupportedNodeException {
        DataType from = x.dtype();
        if (from == to) {
            return x;
        }
        if (from.byteSize() != to.byteSize()) {
            throw new UnsupportedNodeException("the bits of " + from + " are not those of one " + to);
        }
        return call.op("Bitcast", Attributes.NONE.with(Attributes.DTYPE, to.text()), x);
    }

    /** Converts an operand; integers wrap around. */
    static Node converted(OnnxCall call, Node x, DataType to) throws TypeException, UnsupportedNodeException {
        DataType from = x.dtype();
        if (to.isStorageOnly() && from != to) {
            return ofFloat8(call, x, to);
        }
        if (!from.isInteger() || !to.isInteger()) {
            return call.cast(x, to);
        }
        if (to.byteSize() < from.byteSize()) {
            return narrowed(call, x, to);
        }
        if (from.isUnsigned() == to.isUnsigned() || from.isUnsigned() && to.byteSize() > from.byteSize()) {
            return call.cast(x, to);
        }
        return withOtherSign(call, from.isUnsigned() ? x : call.cast(x, signed(to)), to);
    }

    /** Converts to f8; numbers out of range become the largest number, or NaN and infinity unless it saturates. */
    private static Node ofFloat8(OnnxCall call, Node x, DataType to) throws TypeException, UnsupportedNodeException {
        ExpansionBuilder b = call.ops();
        Node number = x.dtype() == DataType.F64 ? x : call.cast(x, DataType.F32);
        boolean saturates = call.flag("saturate", true);
        if (to == DataType.F8E5M2 && saturates) {
            number = b.min(b.max(number, -E5M2_MAX), E5M2_MAX);
        }
        if (to == DataType.F8E4M3 && !saturates) {
            number = b.select(b.op("LessEqual", b.op("Abs", number), E4M3_LIMIT), number, Double.NaN);
        }
        return call.cast(number, to);
    }

    /** Returns the number of a narrower dtype that is congruent to an integer. */
    private static Node narrowed(OnnxCall call, Node x, DataType to) throws TypeException {
        ExpansionBuilder b = call.ops();
        Node wide = x.dtype().isNarrowInteger() ? call.cast(x, DataType.I32) : x;
        long span = 1L << Byte.SIZE * to.byteSize();
        if (to.isUnsigned()) {
            return call.cast(b.op("FloorMod", wide, span), to);
        }
        if (wide.dtype().isUnsigned()) {
            return withOtherSign(call, narrowed(call, wide, unsigned(to)), to);
        }
        // The sum may itself wrap around, by a multiple of the span.
        return call.cast(b.add(b.op("FloorMod", b.add(wide, span / 2), span), -span / 2), to);
    }

    /** Returns the number with the bits of an integer: the complement of one that saturates would not. */
    private static Node withOtherSign(OnnxCall call, Node x, DataType to) throws TypeException {
        ExpansionBuilder b = call.ops();
        Node saturates = x.dtype().isUnsigned() ? b.op("Greater", x, to.maxSignedValue()) : b.op("Less", x, 0);
        Node complement = b.op("BitwiseNot", call.cast(b.op("BitwiseNot", x), to));
        return b.select(saturates, complement, call.cast(x, to));
    }

    private static DataType signed(DataType unsigned) {
        return DataType.byText(unsigned.text().replace('u', 'i')).orElseThrow();
    }

    private static DataType unsigned(DataType signed) {
        return DataType.byText(signed.text().replace('i', 'u')).orElseThrow();
    }
}

package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.DtypeRules;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;

/**
 * Rule of type conversions. In the format, out-of-range integers wrap around, whereas this compiler's cast saturates.
 * Out-of-range real numbers are undefined in the format.
 */
final class CastRule {

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
        if (from.isInteger() && to.isInteger() && from.byteSize() == to.byteSize()) {
            return converted(call, x, to);
        }
        boolean isWord = DtypeClass.WORD.dtypes().contains(from) && DtypeRules.sameWidth(from) == to;
        if (!isWord) {
            throw new UnsupportedNodeException("no op has the bits of " + from + " in " + to);
        }
        return call.op("Bitcast", Attributes.NONE.with(Attributes.DTYPE, to.text()), x);
    }

    /** Converts an operand; integers wrap around. */
    static Node converted(OnnxCall call, Node x, DataType to) throws TypeException {
        DataType from = x.dtype();
        // u8 and i8 have the same width, and each has values that the other lacks.
        boolean narrows = from.isInteger() && to.isInteger() && from != to && to.byteSize() <= from.byteSize();
        return narrows ? call.cast(wrapped(call, x, to), to) : call.cast(x, to);
    }

    /** Returns the number of a dtype that is congruent to an integer. */
    private static Node wrapped(OnnxCall call, Node x, DataType to) throws TypeException {
        ExpansionBuilder b = call.ops();
        Node wide = x.dtype().byteSize() == 1 ? call.cast(x, DataType.I32) : x;
        long span = 1L << Byte.SIZE * to.byteSize();
        if (to == DataType.U8) {
            return b.op("FloorMod", wide, span);
        }
        // The sum may itself wrap around, by a multiple of the span.
        return b.add(b.op("FloorMod", b.add(wide, span / 2), span), -span / 2);
    }
}

package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;

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

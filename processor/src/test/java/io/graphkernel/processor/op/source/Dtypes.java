package io.graphkernel.processor.op.source;

import io.graphkernel.processor.op.OpRow;

/** The dtypes of a row's operands and result, as the documentation names them. */
final class Dtypes {

    private Dtypes() {}

    static String operand(OpRow row, int operand) {
        return switch (row.typeRule()) {
            case ARITHMETIC, COMPARISON -> "f32";
            case LOGICAL -> "bool";
            case SELECTION -> operand == 0 ? "bool" : "f32";
            case CONVERSION -> "f32 or bool";
        };
    }

    static String result(OpRow row) {
        return switch (row.typeRule()) {
            case ARITHMETIC, SELECTION -> "f32";
            case COMPARISON, LOGICAL -> "bool";
            case CONVERSION -> "f32 or bool";
        };
    }
}

package io.graphkernel.processor.emit.ascend;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimSyntax;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.lower.ElementwiseLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;

/** Ascend C syntax of dtypes and numbers. */
final class AscendTypes {

    /** Suffix of 64-bit integer literals. */
    static final String LONG = "L";

    private static final DimSyntax DIMS = new DimSyntax(KernelNames::size, LONG, "gk_dim_");

    private AscendTypes() {}

    /** Returns the type of an element in memory. */
    static String element(DataType dtype) {
        return switch (dtype) {
            case F32 -> "float";
            case F16 -> "half";
            case BF16 -> "bfloat16_t";
            case I8 -> "int8_t";
            case U8, BOOL -> "uint8_t";
            case I16 -> "int16_t";
            case U16 -> "uint16_t";
            case I32 -> "int32_t";
            case U32 -> "uint32_t";
            // Rejected before.
            case F8E4M3, F8E5M2 -> throw new IllegalArgumentException(dtype.text());
            // 64-bit elements are copied as they are.
            case I64, U64, F64 -> "int64_t";
        };
    }

    /** Returns a size. */
    static String integer(Dim dim) {
        return integer(CodeBuilder.size(dim));
    }

    /** Returns an integer expression. */
    static String integer(Expression expression) {
        if (expression instanceof Expression.Size size) {
            return size.dim().print(DIMS);
        }
        if (expression instanceof Expression.Variable variable) {
            return variable.name();
        }
        return "slot" + ((Expression.Argument) expression).slot();
    }

    /** Returns the negative of an instruction's float operand. */
    static String negative(Expression expression, DataType dtype) {
        String number = number(expression, dtype);
        return number.startsWith("-") ? number.substring(1) : "-" + number;
    }

    /** Returns an instruction's number operand. */
    static String number(Expression expression, DataType dtype) {
        if (dtype == DataType.F16) {
            return "(half) " + number(expression, DataType.F32);
        }
        if (dtype == DataType.BOOL) {
            return "(uint16_t) -" + number(expression, DataType.I32);
        }
        if (expression instanceof Expression.ScalarConstant constant) {
            return CTypes.literal(dtype, constant.node().attributes().number(), LONG);
        }
        if (expression instanceof Expression.IntConstant number) {
            return CTypes.literal(dtype, number.value(), LONG);
        }
        if (expression instanceof Expression.IdentityElement identity) {
            return identity(dtype, identity.reduction());
        }
        if (expression instanceof Expression.Call half) {
            String int64 = number(half.arguments().get(0), DataType.I64);
            return half.function().equals(Operation.LOW)
                    ? "(int32_t) (" + int64 + ")"
                    : "(int32_t) ((" + int64 + ") >> 32)";
        }
        if (expression instanceof Expression.Argument argument && dtype.byteSize() > Float.BYTES) {
            return "slot" + argument.slot();
        }
        if (expression instanceof Expression.IntToScalar conversion) {
            return "(" + element(dtype) + ") (" + integer(conversion.size()) + ")";
        }
        if (expression instanceof Expression.Argument argument) {
            String low = "(int32_t) slot" + argument.slot();
            return dtype == DataType.F32 ? "__builtin_bit_cast(float, " + low + ")" : low;
        }
        return ((Expression.Variable) expression).name();
    }

    /** Returns the identity element of a reduction, which has 32 bits for integers. */
    private static String identity(DataType dtype, Node reduction) {
        DataType of = reduction.operands().get(0).dtype();
        String combiner = ElementwiseLowering.combiner(reduction);
        boolean isMin = combiner.equals("max");
        if (of == DataType.BOOL) {
            return CTypes.literal(dtype, combiner.equals("all") ? 1 : 0, LONG);
        }
        if (of.isFloating() || !isMin && !combiner.equals("min")) {
            return identity(dtype, combiner);
        }
        boolean isSigned = !of.isUnsigned();
        int bits = Byte.SIZE * Math.min(of.byteSize(), Integer.BYTES);
        long max = isSigned ? (1L << bits - 1) - 1 : (1L << bits) - 1;
        long extreme = isMin ? isSigned ? -max - 1 : 0 : max;
        return CTypes.literal(dtype, extreme, LONG);
    }

    /** Returns the identity element of a float reduction, or of a sum or product of any dtype. */
    static String identity(DataType dtype, String combiner) {
        float identity = switch (combiner) {
            case "sum" -> 0;
            case "prod" -> 1;
            case "max" -> Float.NEGATIVE_INFINITY;
            case "min" -> Float.POSITIVE_INFINITY;
            default -> throw new IllegalStateException("nothing is reduced to the " + combiner);
        };
        return CTypes.literal(dtype, identity, LONG);
    }
}

package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.DimSyntax;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.Scalars;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;

/** How dtypes and numbers are written in Ascend C. */
final class AscendTypes {

    /** A number of 64 bits. */
    static final String LONG = "L";

    private static final DimSyntax DIMS = new DimSyntax(Names::size, LONG, "gk_dim_");

    private AscendTypes() {}

    /** An element in memory. */
    static String element(DType dtype) {
        return switch (dtype) {
            case F32 -> "float";
            case F16 -> "half";
            case BF16 -> "bfloat16_t";
            case I8 -> "int8_t";
            case U8, BOOL -> "uint8_t";
            case I32 -> "int32_t";
            // Copied as they are.
            case I64, F64 -> "int64_t";
        };
    }

    /** A size of loops and memory. */
    static String whole(Dim dim) {
        return whole(Code.size(dim));
    }

    /** A number of loops and memory. */
    static String whole(Expression expression) {
        if (expression instanceof Expression.Size size) {
            return size.dim().print(DIMS);
        }
        if (expression instanceof Expression.Variable variable) {
            return variable.name();
        }
        return "slot" + ((Expression.Argument) expression).slot();
    }

    /** The negative of a float that an instruction takes. */
    static String negative(Expression expression, DType dtype) {
        String number = number(expression, dtype);
        return number.startsWith("-") ? number.substring(1) : "-" + number;
    }

    /** A number that an instruction takes. */
    static String number(Expression expression, DType dtype) {
        if (dtype == DType.F16) {
            return "(half) " + number(expression, DType.F32);
        }
        if (dtype == DType.BOOL) {
            return "(uint16_t) -" + number(expression, DType.I32);
        }
        if (expression instanceof Expression.Constant constant) {
            return CTypes.literal(dtype, constant.node().attributes().number(), LONG);
        }
        if (expression instanceof Expression.Number number) {
            return CTypes.literal(dtype, number.value(), LONG);
        }
        if (expression instanceof Expression.Identity identity) {
            return identity(dtype, identity.reduction());
        }
        if (expression instanceof Expression.Call half) {
            String whole = number(half.arguments().get(0), DType.I64);
            return half.function().equals(Operation.LOW)
                    ? "(int32_t) (" + whole + ")"
                    : "(int32_t) ((" + whole + ") >> 32)";
        }
        if (expression instanceof Expression.Argument argument && dtype.byteSize() > Float.BYTES) {
            return "slot" + argument.slot();
        }
        if (expression instanceof Expression.Converted converted) {
            return "(" + element(dtype) + ") (" + whole(converted.size()) + ")";
        }
        if (expression instanceof Expression.Argument argument) {
            String low = "(int32_t) slot" + argument.slot();
            return dtype == DType.F32 ? "__builtin_bit_cast(float, " + low + ")" : low;
        }
        return ((Expression.Variable) expression).name();
    }

    /** What a reduction begins with: of integers it is one of those of 32 bits. */
    private static String identity(DType dtype, Node reduction) {
        DType of = reduction.operands().get(0).dtype();
        String combiner = Scalars.combiner(reduction);
        boolean isLeast = combiner.equals("max");
        if (of == DType.BOOL) {
            return CTypes.literal(dtype, combiner.equals("all") ? 1 : 0, LONG);
        }
        if (of.isFloating() || !isLeast && !combiner.equals("min")) {
            return identity(dtype, combiner);
        }
        boolean isSigned = of != DType.U8;
        int bits = Byte.SIZE * Math.min(of.byteSize(), Integer.BYTES);
        long most = isSigned ? (1L << bits - 1) - 1 : (1L << bits) - 1;
        long extreme = isLeast ? isSigned ? -most - 1 : 0 : most;
        return CTypes.literal(dtype, extreme, LONG);
    }

    /** What a reduction of floats begins with, or a sum or a product of any dtype. */
    static String identity(DType dtype, String combiner) {
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

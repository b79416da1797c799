package io.graphkernel.processor.emit.gpu;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.emit.prelude.PreludePrinter;
import io.graphkernel.processor.lower.ElementwiseLowering;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Statement.AddressSpace;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.code.Type.PointerType;
import java.util.List;

/** Printer of functions in OpenCL C, over the prelude. */
final class OpenClPrinter extends PreludePrinter {

    /**
     * Suffix of 64-bit integers. In OpenCL C {@code long} has 64 bits, and {@code long long}, which C needs, would have
     * 128.
     */
    private static final String LONG = "L";

    private final int slots;

    /**
     * Creates a printer of one kernel's functions.
     *
     * @param slots number of slots of the kernel's argument block
     */
    OpenClPrinter(CodeWriter code, int slots) {
        super(code, LONG);
        this.slots = slots;
    }

    @Override
    protected void open(Function function) {
        if (function.kind() == Function.Kind.ELEMENT_FUNCTION) {
            openElementFunction("const gk_arguments_" + slots + " arguments", function);
            return;
        }
        code.open("GK_KERNEL(%s, %d)", function.name(), slots);
        if (function.exchangedValues() > 0) {
            code.line("GK_EXCHANGE(exchange, %d);", function.exchangedValues());
        }
    }

    @Override
    protected String pointer(PointerType pointer) {
        return "__global " + super.pointer(pointer);
    }

    @Override
    protected String store(Statement.Store store) {
        return "gk_store(" + text(store.address()) + ", " + text(store.value()) + ")";
    }

    @Override
    protected void printHint(Statement.Unroll unroll) {
        switch (unroll) {
            case PARTIAL -> code.line("GK_UNROLL_SOME");
            case FULL -> code.line("GK_UNROLL");
            case AUTO -> {}
        }
    }

    @Override
    protected void printTargetStatement(Statement statement) {
        if (statement instanceof Statement.Barrier) {
            code.line("GK_BARRIER();");
        } else {
            super.printTargetStatement(statement);
        }
    }

    @Override
    protected String arrayType(Statement.DeclareArray declaration) {
        return declaration.space() == AddressSpace.SHARED
                ? "__local "
                        + CTypes.memory(((Type.ScalarType) declaration.array().type()).dtype())
                : super.arrayType(declaration);
    }

    @Override
    protected String targetExpression(Expression expression) {
        if (expression instanceof Expression.Offset offset) {
            return text(offset.base()) + " + " + text(offset.element());
        }
        if (expression instanceof Expression.PointerCast cast) {
            return "(" + pointer(cast.type()) + ") (" + text(cast.address()) + ")";
        }
        if (expression instanceof Expression.SliceIndex slice) {
            return "gk_normalized_index(gk_cast_i64(" + text(slice.index()) + "), " + text(slice.extent()) + ")";
        }
        if (expression instanceof Expression.Load load) {
            return "gk_load(" + text(load.address()) + ")";
        }
        if (expression instanceof Expression.MaskedLoad load) {
            return "gk_load_if(" + text(load.condition()) + ", " + text(load.address()) + ")";
        }
        if (expression instanceof Expression.CombineAccumulators combined) {
            String function = ElementwiseLowering.combiner(combined.reduction());
            return "gk_combine_" + function + "(" + text(combined.first()) + ", " + text(combined.second()) + ")";
        }
        return super.targetExpression(expression);
    }

    @Override
    protected String builtin(Builtin number) {
        return switch (number) {
            case BLOCK_INDEX -> "GK_BLOCK_INDEX";
            case BLOCK_COUNT -> "GK_BLOCK_COUNT";
            case THREAD_INDEX -> "GK_THREAD";
            case BLOCK_SIZE -> "GK_BLOCK_THREADS";
            default -> throw unknown(number);
        };
    }

    /** Accessors of the argument block are macros. */
    @Override
    protected String call(Expression.Call call, String list) {
        List<Expression> arguments = call.arguments();
        return switch (call.function()) {
            case "broadcast_inner" -> "GK_BROADCAST_INNER(" + list + ")";
            case "broadcast_rows" -> "GK_BROADCAST_ROWS(" + list + ")";
            case "broadcast_axes" -> "(int) GK_INTEGER(" + list + ")";
            case "broadcast_dim" ->
                "GK_INTEGER(" + text(arguments.get(0)) + " + GK_BROADCAST_DIMS + " + text(arguments.get(1)) + ")";
            case "broadcast_stride" -> "GK_BROADCAST_STRIDE(" + list + ")";
            case "broadcast_step" -> "(int) GK_BROADCAST_STEP(" + list + ")";
            default -> super.call(call, list);
        };
    }

    @Override
    protected String argument(Expression.Argument argument) {
        int slot = argument.slot();
        if (argument.type() instanceof PointerType pointer) {
            return "GK_POINTER(" + element(pointer) + ", " + slot + ")";
        }
        if (argument.type() instanceof Type.ScalarType value) {
            String kind = switch (value.dtype().computeType()) {
                case F32 -> "GK_SCALAR";
                case F64 -> "GK_WIDE_SCALAR";
                default -> "GK_INTEGER";
            };
            return CTypes.splat(value.dtype(), kind + "(" + slot + ")");
        }
        return "GK_INTEGER(" + slot + ")";
    }

    /** Comparisons of scalars do not yield a mask. */
    @Override
    protected boolean isOperator(Expression.ScalarOp operation) {
        return operation.to() != DataType.BOOL && operation.from().isFloating();
    }
}

package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.emit.prelude.PreludePrinter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.lower.Scalars;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Statement.Space;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.code.Type.Pointer;
import java.util.List;

/** Prints functions in OpenCL C, over the prelude. */
final class OpenClPrinter extends PreludePrinter {

    /** In OpenCL C a long has 64 bits, and a number of type long long, which C needs for them, would have 128. */
    private static final String LONG = "L";

    private final int slots;

    /**
     * A printer of one kernel's functions.
     *
     * @param slots of the kernel's argument block
     */
    OpenClPrinter(CodeWriter code, int slots) {
        super(code, LONG);
        this.slots = slots;
    }

    @Override
    protected void open(Function function) {
        code.open("GK_KERNEL(%s, %d)", function.name(), slots);
        if (function.exchanged() > 0) {
            code.line("GK_EXCHANGE(exchange, %d);", function.exchanged());
        }
    }

    @Override
    protected String pointer(Pointer pointer) {
        return "__global " + super.pointer(pointer);
    }

    @Override
    protected String store(Statement.Store store) {
        return "gk_store(" + text(store.address()) + ", " + text(store.value()) + ")";
    }

    @Override
    protected void printHint(Statement.Loop loop) {
        switch (loop.unroll()) {
            case SOME -> code.line("GK_UNROLL_SOME");
            case ALL -> code.line("GK_UNROLL");
            case FREE -> {}
        }
    }

    @Override
    protected void printOther(Statement statement) {
        if (statement instanceof Statement.Barrier) {
            code.line("GK_BARRIER();");
        } else {
            super.printOther(statement);
        }
    }

    @Override
    protected String staged(Statement.Staged staged) {
        return staged.space() == Space.GROUP
                ? "__local " + CTypes.memory(((Type.Value) staged.buffer().type()).dtype())
                : super.staged(staged);
    }

    @Override
    protected String other(Expression expression) {
        if (expression instanceof Expression.Offset offset) {
            return text(offset.base()) + " + " + text(offset.element());
        }
        if (expression instanceof Expression.Recast recast) {
            return "(" + pointer(recast.type()) + ") (" + text(recast.address()) + ")";
        }
        if (expression instanceof Expression.Slice slice) {
            return "gk_place(gk_cast_i64(" + text(slice.index()) + "), " + text(slice.extent()) + ")";
        }
        if (expression instanceof Expression.Load load) {
            return "gk_load(" + text(load.address()) + ")";
        }
        if (expression instanceof Expression.LoadIf load) {
            return "gk_load_if(" + text(load.condition()) + ", " + text(load.address()) + ")";
        }
        if (expression instanceof Expression.Combined combined) {
            String function = Scalars.combiner(combined.reduction());
            return "gk_combine_" + function + "(" + text(combined.first()) + ", " + text(combined.second()) + ")";
        }
        return super.other(expression);
    }

    @Override
    protected String builtin(Builtin number) {
        return switch (number) {
            case GROUP, GROUPS, THREAD, GROUP_THREADS -> "GK_" + number.name();
            default -> throw unknown(number);
        };
    }

    /** What reads the argument block is a macro. */
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
        if (argument.type() instanceof Pointer pointer) {
            return "GK_POINTER(" + element(pointer) + ", " + slot + ")";
        }
        if (argument.type() instanceof Type.Value value) {
            String kind = switch (value.dtype().computed()) {
                case F32 -> "GK_SCALAR";
                case F64 -> "GK_WIDE_SCALAR";
                default -> "GK_INTEGER";
            };
            return CTypes.splat(value.dtype(), kind + "(" + slot + ")");
        }
        return "GK_INTEGER(" + slot + ")";
    }

    /** A comparison of single values gives no mask. */
    @Override
    protected boolean isOperator(Expression.Operation operation) {
        return operation.to() != DType.BOOL && operation.from().isFloating();
    }
}

package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.emit.prelude.PreludePrinter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Number;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints functions in C, over the vectors of the prelude. */
class CPrinter extends PreludePrinter {

    private static final Number ZERO = new Number(0);
    private static final Number ONE = new Number(1);

    CPrinter(CodeWriter code) {
        super(code, "LL");
    }

    @Override
    protected void open(Function function) {
        switch (function.kind()) {
            case LAUNCHED -> openLaunched("static", function);
            case SUBSTITUTE -> openLaunched("GK_APART", function);
            case ELEMENTS -> openElements("gk_int64 i, const int lanes", function);
            case INTERLEAVED -> openElements("gk_int64 first, const int vectors, const int lanes", function);
        }
    }

    private void openElements(String elements, Function function) {
        String parameters = function.parameters().stream()
                .map(this::parameter)
                .map(", "::concat)
                .collect(Collectors.joining());
        code.line("GK_INLINE void %s(", function.name());
        code.open("        %s%s)", elements, parameters);
    }

    private void openLaunched(String storage, Function function) {
        code.open(
                "%s void %s(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch)",
                storage, function.name());
    }

    private String parameter(Variable variable) {
        boolean address = variable.type() instanceof Type.Pointer || variable.type() instanceof Type.Reference;
        return declaration(variable, address);
    }

    @Override
    protected void printOther(Statement statement) {
        if (statement instanceof Statement.Advance advance) {
            print(advance);
        } else if (statement instanceof Statement.Invoke call) {
            code.line("%s(%s);", call.function(), list(call.arguments()));
        } else if (statement instanceof Statement.Return) {
            code.line("return;");
        } else if (statement instanceof Statement.StoreVector store) {
            code.line("%s;", store(store));
        } else {
            super.printOther(statement);
        }
    }

    private void print(Statement.Advance loop) {
        String index = loop.index().name();
        String step = text(loop.step());
        if (loop.descends()) {
            code.open("for (%s -= %s; %s >= %s; %s -= %s)", index, step, index, text(loop.bound()), index, step);
        } else {
            String last = loop.room().equals(ONE)
                    ? index + " < "
                    : index + " + " + operand(loop.room(), Operator.ADD.precedence() + 1) + " <= ";
            String next = loop.step().equals(ONE) ? "++" + index : index + " += " + step;
            code.open("for (; %s%s; %s)", last, text(loop.bound()), next);
        }
        print(loop.body());
        code.close();
    }

    /** How a vector is stored: a statement without its end. */
    final String store(Statement.StoreVector store) {
        String lanes = text(store.address()) + ", " + text(store.value()) + ", " + text(store.lanes());
        boolean cached = store.streaming().equals(ZERO);
        return cached ? "gk_store(" + lanes + ")" : "gk_put(" + lanes + ", " + text(store.streaming()) + ")";
    }

    @Override
    protected String store(Statement.Store store) {
        return "gk_store_one(" + text(store.address()) + ", " + text(store.value()) + ")";
    }

    @Override
    protected String builtin(Builtin number) {
        return switch (number) {
            case BEGIN -> "begin";
            case END -> "end";
            case ARGUMENTS -> "arguments";
            case VECTOR_LANES -> "GK_LANES";
            case VECTORS -> "GK_VECTORS";
            default -> throw unknown(number);
        };
    }

    @Override
    protected String argument(Expression.Argument argument) {
        String slot = "arguments[" + argument.slot() + "].";
        if (argument.type() instanceof Type.Value value) {
            return CTypes.splat(value.dtype(), slot + CTypes.slotMember(value.dtype()));
        }
        return slot + (argument.type() instanceof Type.Pointer ? "pointer" : "integer");
    }

    @Override
    protected String other(Expression expression) {
        if (expression instanceof Expression.Offset offset) {
            return text(offset.base()) + " + " + operand(offset.element(), Operator.ADD.precedence() + 1);
        }
        if (expression instanceof Expression.Recast recast) {
            return "(" + pointer(recast.type()) + ") " + atom(recast.address());
        }
        if (expression instanceof Expression.Load load) {
            return "gk_load_one(" + text(load.address()) + ")";
        }
        if (expression instanceof Expression.Vector vector) {
            String address = text(vector.address());
            return vector.step().equals(ONE)
                    ? "gk_load(" + address + ", " + text(vector.lanes()) + ")"
                    : "gk_load_strided(" + address + ", " + text(vector.step()) + ", " + text(vector.lanes()) + ")";
        }
        if (expression instanceof Expression.Count count) {
            return "(int) " + atom(count.value());
        }
        if (expression instanceof Expression.Distance distance) {
            return "(" + text(distance.to()) + " - " + text(distance.from()) + ")";
        }
        if (expression instanceof Expression.Bytes bytes) {
            return "sizeof(" + memory(bytes.pointer()) + ")";
        }
        return super.other(expression);
    }

    @Override
    protected String call(Expression.Call call, String arguments) {
        return switch (call.function()) {
            case "unused" ->
                call.arguments().stream().map(this::text).map("(void) "::concat).collect(Collectors.joining(", "));
            case "broadcast_inner" -> "arguments[" + arguments + " + GK_BROADCAST_INNER].integer";
            case "broadcast_step", "broadcast_offset" -> "gk_" + call.function() + "(arguments + " + arguments + ")";
            default -> super.call(call, arguments);
        };
    }

    /** Comparisons of lanes that are not of 32 bits give no mask. */
    @Override
    protected boolean isOperator(Expression.Operation operation) {
        DType dtype = operation.from().computed();
        return operation.to() == DType.BOOL
                ? Stream.of(DType.F32, DType.I32, DType.BOOL).anyMatch(dtype::equals)
                : dtype.isFloating();
    }
}

package io.graphkernel.processor.emit.c;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.emit.prelude.PreludePrinter;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.IntConstant;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Printer of functions in C, over the vectors of the prelude. */
class CPrinter extends PreludePrinter {

    private static final IntConstant ZERO = new IntConstant(0);
    private static final IntConstant ONE = new IntConstant(1);

    CPrinter(CodeWriter code) {
        super(code, "LL");
    }

    @Override
    protected void open(Function function) {
        switch (function.kind()) {
            case ENTRY_POINT -> openLaunched("static", function);
            case SPECIALIZATION -> openLaunched("GK_APART", function);
            case VECTOR_BODY -> openElements("gk_int64 i, const int lanes", function);
            case UNROLL_AND_JAM_BODY -> openElements("gk_int64 first, const int vectors, const int lanes", function);
            case ELEMENT_FUNCTION -> openElementFunction("const gk_slot *arguments", function);
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
        boolean address = variable.type() instanceof Type.PointerType || variable.type() instanceof Type.ReferenceType;
        return declaration(variable, address);
    }

    @Override
    protected void printTargetStatement(Statement statement) {
        if (statement instanceof Statement.Invoke call) {
            code.line("%s(%s);", call.function(), list(call.arguments()));
        } else if (statement instanceof Statement.Return) {
            code.line("return;");
        } else if (statement instanceof Statement.StoreVector store) {
            code.line("%s;", store(store));
        } else {
            super.printTargetStatement(statement);
        }
    }

    @Override
    protected String anyActive(Variable active) {
        return "gk_any(" + text(active) + ")";
    }

    /** Returns a vector store without a semicolon. */
    final String store(Statement.StoreVector store) {
        String lanes = text(store.address()) + ", " + text(store.value()) + ", " + text(store.lanes());
        boolean cached = store.isNonTemporal().equals(ZERO);
        return cached ? "gk_store(" + lanes + ")" : "gk_put(" + lanes + ", " + text(store.isNonTemporal()) + ")";
    }

    @Override
    protected String store(Statement.Store store) {
        return "gk_store_one(" + text(store.address()) + ", " + text(store.value()) + ")";
    }

    @Override
    protected String builtin(Builtin number) {
        return switch (number) {
            case RANGE_BEGIN -> "begin";
            case RANGE_END -> "end";
            case ARGUMENT_BLOCK -> "arguments";
            case VECTOR_WIDTH -> "GK_LANES";
            case MAX_JAMMED_VECTORS -> "GK_VECTORS";
            default -> throw unknown(number);
        };
    }

    @Override
    protected String argument(Expression.Argument argument) {
        String slot = "arguments[" + argument.slot() + "].";
        if (argument.type() instanceof Type.ScalarType value) {
            return CTypes.splat(value.dtype(), slot + CTypes.slotMember(value.dtype()));
        }
        return slot + (argument.type() instanceof Type.PointerType ? "pointer" : "integer");
    }

    @Override
    protected String targetExpression(Expression expression) {
        if (expression instanceof Expression.Offset offset) {
            return text(offset.base()) + " + " + operand(offset.element(), Operator.ADD.precedence() + 1);
        }
        if (expression instanceof Expression.PointerCast cast) {
            return "(" + pointer(cast.type()) + ") " + atom(cast.address());
        }
        if (expression instanceof Expression.Load load) {
            return "gk_load_one(" + text(load.address()) + ")";
        }
        if (expression instanceof Expression.LoadVector vector) {
            String address = text(vector.address());
            return vector.stride().equals(ONE)
                    ? "gk_load(" + address + ", " + text(vector.lanes()) + ")"
                    : "gk_load_strided(" + address + ", " + text(vector.stride()) + ", " + text(vector.lanes()) + ")";
        }
        if (expression instanceof Expression.IntCast count) {
            return "(int) " + atom(count.value());
        }
        if (expression instanceof Expression.PointerDiff distance) {
            return "(" + text(distance.to()) + " - " + text(distance.from()) + ")";
        }
        if (expression instanceof Expression.SizeOf bytes) {
            return "sizeof(" + memory(bytes.pointer()) + ")";
        }
        return super.targetExpression(expression);
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

    /** Comparisons of lanes without 32 bits do not yield a mask. */
    @Override
    protected boolean isOperator(Expression.ScalarOp operation) {
        DataType dtype = operation.from().computeType();
        return operation.to() == DataType.BOOL
                ? Stream.of(DataType.F32, DataType.I32, DataType.BOOL).anyMatch(dtype::equals)
                : dtype.isFloating();
    }
}

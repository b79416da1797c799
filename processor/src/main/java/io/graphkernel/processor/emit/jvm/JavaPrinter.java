package io.graphkernel.processor.emit.jvm;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.DimSyntax;
import io.graphkernel.op.row.ScalarNotation;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.FunctionPrinter;
import io.graphkernel.processor.lower.AttentionLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.code.Type.MemoryFormat;
import io.graphkernel.processor.lower.code.Type.PointerType;
import java.util.List;
import java.util.Set;

/** Printer of functions as Java methods. Addresses are byte addresses, and the runtime accesses memory. */
final class JavaPrinter extends FunctionPrinter {

    /** Functions of one operand that the runtime computes in float. */
    private static final Set<String> FLOAT_FUNCTIONS = Set.of("abs", "neg", "sign", "reciprocal", "square", "cube");

    private static final DimSyntax DIMS = new DimSyntax(KernelNames::size, "L", "Math.");

    JavaPrinter(CodeWriter code) {
        super(code, DIMS);
    }

    @Override
    protected void open(Function function) {
        if (function.kind() == Function.Kind.ELEMENT_FUNCTION) {
            StringBuilder parameters = new StringBuilder("long arguments");
            function.parameters().forEach(parameter -> parameters.append(", ").append(declaration(parameter, false)));
            code.open("private static float %s(%s)", function.name(), parameters);
            return;
        }
        code.open("private static void kernel_%s(long arguments, long begin, long end, long scratch)", function.name());
    }

    @Override
    protected String declaration(Variable variable, boolean isMutable) {
        return (isMutable ? "" : "final ") + type(variable.type()) + " " + variable.name();
    }

    private static String type(Type type) {
        if (type instanceof Type.ScalarType value) {
            return JvmType.value(value.dtype());
        }
        if (type instanceof Type.AccumulatorType accumulator) {
            return JvmType.accumulator(accumulator.reduction().dtype());
        }
        return "long";
    }

    @Override
    protected String store(Statement.Store store) {
        PointerType pointer = pointee(store.address());
        String value = text(store.value());
        String single = atom(store.value());
        if (pointer.format() == MemoryFormat.ACCUMULATOR) {
            value = switch (pointer.dtype()) {
                case BOOL -> single + " ? -1 : 0";
                case F8E4M3, F8E5M2, F16, BF16, F32 -> "(float) " + single;
                default -> value;
            };
        }
        return "ElementMemory.store" + memory(pointer).name() + "(" + text(store.address()) + ", " + value + ")";
    }

    /** Returns the dtype of elements in memory. */
    private static DataType memory(PointerType pointer) {
        return switch (pointer.format()) {
            case TENSOR -> pointer.dtype();
            case COMPUTE -> JvmType.rowBufferDtype(pointer.dtype());
            case ACCUMULATOR -> JvmType.partialResultDtype(pointer.dtype());
        };
    }

    @Override
    protected boolean isAtomic(Expression.ScalarExpr scalar) {
        return scalar instanceof Expression.ScalarConstant
                || scalar instanceof Expression.Argument
                || scalar instanceof Expression.IdentityElement
                || scalar instanceof Expression.Load;
    }

    @Override
    protected String targetExpression(Expression expression) {
        if (expression instanceof Expression.Offset || expression instanceof Expression.PointerCast) {
            return address((Address) expression);
        }
        if (expression instanceof Builtin number) {
            return builtin(number);
        }
        if (expression instanceof Expression.Call call) {
            return call(call);
        }
        if (expression instanceof Expression.SliceIndex slice) {
            return "Casts.index(" + text(slice.index()) + ", " + text(slice.extent()) + ")";
        }
        if (expression instanceof Expression.ScalarExpr scalar) {
            return scalar(scalar);
        }
        throw unknown(expression);
    }

    private static IllegalStateException unknown(Expression expression) {
        return new IllegalStateException("Java has no " + expression);
    }

    private String address(Address address) {
        if (address instanceof Expression.Offset offset) {
            int bytes = memory(pointee(offset)).byteSize();
            String element = bytes == 1 ? factor(offset.element()) : factor(offset.element()) + " * " + bytes;
            return text(offset.base()) + " + " + element;
        }
        return text(((Expression.PointerCast) address).address());
    }

    private static String builtin(Builtin number) {
        return switch (number) {
            case RANGE_BEGIN -> "begin";
            case RANGE_END -> "end";
            default -> throw unknown(number);
        };
    }

    private String call(Expression.Call call) {
        String arguments = list(call.arguments());
        return switch (call.function()) {
            case "attention", "attention_gradient", "attention_keys" -> attention(call);
            case "min" -> "Math.min(" + arguments + ")";
            case "broadcast_inner" -> "BroadcastRows.inner(arguments, " + arguments + ")";
            case "broadcast_step" -> "BroadcastRows.step(arguments, " + arguments + ")";
            case "broadcast_offset" -> "BroadcastRows.offset(arguments, " + arguments + ")";
            default -> throw unknown(call);
        };
    }

    /** Returns the call of attention, whose first arguments name the functions of a score, and the dtypes. */
    private String attention(Expression.Call call) {
        List<Expression> arguments = call.arguments();
        String type = call.function().equals("attention") ? "ScoredAttention" : "ScoredAttentionGradient";
        String method = call.function().equals("attention_keys") ? ".runKeys" : ".run";
        String removed = text(arguments.get(1));
        List<Expression> others = arguments.subList(AttentionLowering.NAMES, arguments.size());
        return type + method + "(begin, end, " + lambda(text(arguments.get(0))) + ", "
                + (removed.equals("0") ? "null" : lambda(removed)) + ", io.graphkernel.runtime.DType."
                + text(arguments.get(2)) + ", io.graphkernel.runtime.DType." + text(arguments.get(3)) + ", "
                + list(others) + ")";
    }

    private static String lambda(String function) {
        return "(s, b, h, q, k, x, y) -> " + function + "(arguments, s, b, h, q, k, x, y)";
    }

    private String scalar(Expression.ScalarExpr scalar) {
        if (scalar instanceof Expression.ScalarConstant constant) {
            return JvmType.literal(constant.node());
        }
        if (scalar instanceof Expression.ScalarOp operation) {
            return JvmType.wrapAround(operation.to(), operation(operation));
        }
        if (scalar instanceof Expression.Cast cast) {
            return (cast.from() == DataType.U64 ? "UnsignedCasts.to" : "Casts.to")
                    + cast.to().name() + "(" + text(cast.value()) + ")";
        }
        if (scalar instanceof Expression.Bitcast bitcast) {
            return JvmType.bitcast(bitcast.from(), bitcast.to(), text(bitcast.value()));
        }
        if (scalar instanceof Expression.Load load) {
            return load(load.address());
        }
        if (scalar instanceof Expression.MaskedLoad load) {
            boolean mask = pointee(load.address()).dtype() == DataType.BOOL;
            return text(load.condition()) + " ? " + load(load.address()) + " : " + (mask ? "false" : "0");
        }
        if (scalar instanceof Expression.Argument argument) {
            return "ElementMemory.load" + argument(argument.type()).name() + "(arguments + "
                    + KernelAbi.SLOT_BYTES * argument.slot() + ")";
        }
        if (scalar instanceof Expression.IntToScalar conversion) {
            String size = dim(conversion.size().dim());
            // A dim is a long; javac warns about a redundant cast.
            String type = JvmType.value(conversion.dtype());
            return type.equals("long") ? size : "(" + type + ") " + size;
        }
        return accumulation(scalar);
    }

    /** Ops with a Java operator need no function call. */
    private String operation(Expression.ScalarOp operation) {
        List<String> operands = operation.operands().stream().map(this::atom).toList();
        boolean isCompared = operation.from() == DataType.U64 && operation.row().dependsOnSign();
        if (operation.notation() instanceof ScalarNotation.Infix infix && isCompared) {
            return "Long.compareUnsigned(" + String.join(", ", operands) + ") " + infix.operator() + " 0";
        }
        if (operation.notation() instanceof ScalarNotation.Infix infix) {
            return operands.get(0) + " " + infix.operator() + " " + operands.get(1);
        }
        String function = ((ScalarNotation.Call) operation.notation()).function();
        String width = operation.row().dependsOnWidth() ? ", " + JvmType.width(operation.from()) : "";
        return switch (operation.row().name()) {
            case "Select" -> operands.get(0) + " ? " + operands.get(1) + " : " + operands.get(2);
            case "LogicalNot" -> "!" + operands.get(0);
            default ->
                rounded(operation, function) + JvmType.functions(operation.from()) + "." + function + "("
                        + String.join(", ", operands) + width + ")";
        };
    }

    /** Returns the cast of a function that the runtime has only for doubles. */
    private static String rounded(Expression.ScalarOp operation, String function) {
        boolean inDouble = operation.operands().size() == 1
                && JvmType.value(operation.to()).equals("float")
                && !FLOAT_FUNCTIONS.contains(function);
        return inDouble ? "(float) " : "";
    }

    private String accumulation(Expression.ScalarExpr scalar) {
        if (scalar instanceof Expression.IdentityElement identity) {
            return JvmType.identity(identity.reduction());
        }
        if (scalar instanceof Expression.ToAccumulator widened) {
            return text(widened.value());
        }
        if (scalar instanceof Expression.CombineAccumulators combined) {
            return JvmType.combine(combined.reduction(), text(combined.first()), text(combined.second()));
        }
        if (scalar instanceof Expression.FromAccumulator narrowed) {
            return JvmType.result(narrowed.reduction(), atom(narrowed.accumulated()));
        }
        throw unknown(scalar);
    }

    private String load(Address address) {
        PointerType pointer = pointee(address);
        String value = "ElementMemory.load" + memory(pointer).name() + "(" + text(address) + ")";
        return pointer.format() == MemoryFormat.ACCUMULATOR && pointer.dtype() == DataType.BOOL
                ? "(" + value + " != 0)"
                : value;
    }

    private static DataType argument(Type type) {
        return type instanceof Type.ScalarType value ? JvmType.partialResultDtype(value.dtype()) : DataType.I64;
    }
}

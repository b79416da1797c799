package io.graphkernel.processor.emit.jvm;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.FunctionPrinter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.DimSyntax;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.code.Type.Memory;
import io.graphkernel.processor.lower.code.Type.Pointer;
import io.graphkernel.processor.op.ScalarNotation;
import java.util.List;

/** Prints functions as Java methods: an address is a number of bytes, memory is read and written by the runtime. */
final class JavaPrinter extends FunctionPrinter {

    private static final DimSyntax DIMS = new DimSyntax(Names::size, "L", "Math.");

    JavaPrinter(CodeWriter code) {
        super(code, DIMS);
    }

    @Override
    protected void open(Function function) {
        code.open("private static void kernel_%s(long arguments, long begin, long end, long scratch)", function.name());
    }

    @Override
    protected String declaration(Variable variable, boolean assigned) {
        return (assigned ? "" : "final ") + type(variable.type()) + " " + variable.name();
    }

    private static String type(Type type) {
        if (type instanceof Type.Value value) {
            return JvmType.held(value.dtype());
        }
        if (type instanceof Type.Accumulator accumulator) {
            return JvmType.accumulated(accumulator.reduction().dtype());
        }
        return "long";
    }

    @Override
    protected String store(Statement.Store store) {
        Pointer pointer = pointee(store.address());
        String value = text(store.value());
        String single = atom(store.value());
        if (pointer.memory() == Memory.PARTIAL) {
            value = switch (pointer.dtype()) {
                case BOOL -> single + " ? -1 : 0";
                case F16, BF16, F32 -> "(float) " + single;
                default -> value;
            };
        }
        return "Elements.store" + memory(pointer).name() + "(" + text(store.address()) + ", " + value + ")";
    }

    /** The dtype as which elements lie in memory. */
    private static DType memory(Pointer pointer) {
        return switch (pointer.memory()) {
            case ELEMENTS -> pointer.dtype();
            case KEPT -> JvmType.kept(pointer.dtype());
            case PARTIAL -> JvmType.partial(pointer.dtype());
        };
    }

    @Override
    protected boolean isSingle(Expression.Scalar scalar) {
        return scalar instanceof Expression.Constant
                || scalar instanceof Expression.Argument
                || scalar instanceof Expression.Identity
                || scalar instanceof Expression.Load;
    }

    @Override
    protected String other(Expression expression) {
        if (expression instanceof Expression.Offset || expression instanceof Expression.Recast) {
            return address((Address) expression);
        }
        if (expression instanceof Builtin number) {
            return builtin(number);
        }
        if (expression instanceof Expression.Call call) {
            return call(call);
        }
        if (expression instanceof Expression.Slice slice) {
            return "Casts.index(" + text(slice.index()) + ", " + text(slice.extent()) + ")";
        }
        if (expression instanceof Expression.Scalar scalar) {
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
        return text(((Expression.Recast) address).address());
    }

    private static String builtin(Builtin number) {
        return switch (number) {
            case BEGIN -> "begin";
            case END -> "end";
            default -> throw unknown(number);
        };
    }

    private String call(Expression.Call call) {
        String arguments = list(call.arguments());
        return switch (call.function()) {
            case "min" -> "Math.min(" + arguments + ")";
            case "broadcast_inner" -> "BroadcastRows.inner(arguments, " + arguments + ")";
            case "broadcast_step" -> "BroadcastRows.step(arguments, " + arguments + ")";
            case "broadcast_offset" -> "BroadcastRows.offset(arguments, " + arguments + ")";
            default -> throw unknown(call);
        };
    }

    private String scalar(Expression.Scalar scalar) {
        if (scalar instanceof Expression.Constant constant) {
            return JvmType.literal(constant.node());
        }
        if (scalar instanceof Expression.Operation operation) {
            return JvmType.wrapped(operation.to(), operation(operation));
        }
        if (scalar instanceof Expression.Cast cast) {
            return "Casts.to" + cast.to().name() + "(" + text(cast.value()) + ")";
        }
        if (scalar instanceof Expression.Load load) {
            return load(load.address());
        }
        if (scalar instanceof Expression.LoadIf load) {
            boolean mask = pointee(load.address()).dtype() == DType.BOOL;
            return text(load.condition()) + " ? " + load(load.address()) + " : " + (mask ? "false" : "0");
        }
        if (scalar instanceof Expression.Argument argument) {
            return "Elements.load" + argument(argument.type()).name() + "(arguments + "
                    + KernelAbi.SLOT_BYTES * argument.slot() + ")";
        }
        if (scalar instanceof Expression.Converted converted) {
            String size = dim(converted.size().dim());
            // A dim is a long: javac warns of a cast to what a value is.
            return converted.dtype() == DType.I64 ? size : "(" + JvmType.held(converted.dtype()) + ") " + size;
        }
        return accumulation(scalar);
    }

    /** What the language has as an operator needs no function. */
    private String operation(Expression.Operation operation) {
        List<String> operands = operation.operands().stream().map(this::atom).toList();
        if (operation.notation() instanceof ScalarNotation.Infix infix) {
            return operands.get(0) + " " + infix.operator() + " " + operands.get(1);
        }
        String function = ((ScalarNotation.Call) operation.notation()).function();
        return switch (operation.row().name()) {
            case "Select" -> operands.get(0) + " ? " + operands.get(1) + " : " + operands.get(2);
            case "LogicalNot" -> "!" + operands.get(0);
            default -> "ScalarMath." + function + "(" + String.join(", ", operands) + ")";
        };
    }

    private String accumulation(Expression.Scalar scalar) {
        if (scalar instanceof Expression.Identity identity) {
            return JvmType.identity(identity.reduction());
        }
        if (scalar instanceof Expression.Widened widened) {
            return text(widened.value());
        }
        if (scalar instanceof Expression.Combined combined) {
            return JvmType.combine(combined.reduction(), text(combined.first()), text(combined.second()));
        }
        if (scalar instanceof Expression.Narrowed narrowed) {
            return JvmType.result(narrowed.reduction(), atom(narrowed.accumulated()));
        }
        throw unknown(scalar);
    }

    private String load(Address address) {
        Pointer pointer = pointee(address);
        String value = "Elements.load" + memory(pointer).name() + "(" + text(address) + ")";
        return pointer.memory() == Memory.PARTIAL && pointer.dtype() == DType.BOOL ? "(" + value + " != 0)" : value;
    }

    private static DType argument(Type type) {
        return type instanceof Type.Value value ? JvmType.partial(value.dtype()) : DType.I64;
    }
}

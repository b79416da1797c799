package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.FunctionPrinter;
import io.graphkernel.processor.emit.prelude.CExpressionPrinter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.DimSyntax;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Statement.Space;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.code.Type.Memory;
import io.graphkernel.processor.lower.code.Type.Pointer;
import io.graphkernel.processor.op.ScalarForm;
import java.util.List;

/** Prints functions in OpenCL C, over the prelude. */
final class OpenClPrinter extends FunctionPrinter {

    /** In OpenCL C a long has 64 bits, and a number of type long long, which C needs for them, would have 128. */
    private static final String LONG = "L";

    private static final DimSyntax DIMS = new DimSyntax(Names::size, LONG, "gk_dim_");

    private final int slots;

    /**
     * A printer of one kernel's functions.
     *
     * @param slots of the kernel's argument block
     */
    OpenClPrinter(CodeWriter code, int slots) {
        super(code, DIMS);
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
    protected String declaration(Variable variable, boolean assigned) {
        String constant = assigned ? "" : "const ";
        return variable.type() instanceof Pointer pointer
                ? pointer(pointer) + constant + variable.name()
                : constant + type(variable.type()) + " " + variable.name();
    }

    private static String type(Type type) {
        if (type instanceof Type.Value value) {
            return CTypes.vector(value.dtype());
        }
        if (type instanceof Type.Accumulator accumulator) {
            return CTypes.vector(CTypes.accumulated(accumulator.reduction().dtype()));
        }
        return type == Type.Whole.INTEGER ? "gk_int64" : "int";
    }

    /** The type of an address, with a star at the end. */
    private static String pointer(Pointer pointer) {
        return "__global " + element(pointer) + " *";
    }

    private static String element(Pointer pointer) {
        String element =
                pointer.memory() == Memory.PARTIAL ? CTypes.partial(pointer.dtype()) : CTypes.memory(pointer.dtype());
        return (pointer.written() ? "" : "const ") + element;
    }

    @Override
    protected String comment(Statement.Let let) {
        return CNames.origin(let.origin());
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
        if (statement instanceof Statement.Staged staged) {
            StringBuilder extents = new StringBuilder();
            staged.extents()
                    .forEach(extent -> extents.append('[').append(extent).append(']'));
            String type = staged.space() == Space.GROUP
                    ? "__local " + CTypes.memory(((Type.Value) staged.buffer().type()).dtype())
                    : type(staged.buffer().type());
            code.line("%s %s%s;", type, staged.buffer().name(), extents);
        } else {
            code.line("GK_BARRIER();");
        }
    }

    @Override
    protected boolean isSingle(Expression.Scalar scalar) {
        return scalar instanceof Expression.Widened widened
                ? atom(widened.value()).equals(text(widened.value()))
                : !(scalar instanceof Expression.Operation);
    }

    @Override
    protected String other(Expression expression) {
        if (expression instanceof Builtin number) {
            return builtin(number);
        }
        if (expression instanceof Expression.Address address) {
            return text(address.base()) + " + " + text(address.element());
        }
        if (expression instanceof Expression.Recast recast) {
            return "(" + pointer(recast.type()) + ") (" + text(recast.address()) + ")";
        }
        if (expression instanceof Expression.Call call) {
            return call(call);
        }
        if (expression instanceof Expression.Slice slice) {
            return "gk_place(gk_cast_i64(" + text(slice.index()) + "), " + text(slice.extent()) + ")";
        }
        if (expression instanceof Expression.Scalar scalar) {
            return scalar(scalar);
        }
        throw unknown(expression);
    }

    private static IllegalStateException unknown(Expression expression) {
        return new IllegalStateException("OpenCL C has no " + expression);
    }

    private static String builtin(Builtin number) {
        return switch (number) {
            case GROUP, GROUPS, THREAD, GROUP_THREADS -> "GK_" + number.name();
            default -> throw unknown(number);
        };
    }

    /** What reads the argument block is a macro. */
    private String call(Expression.Call call) {
        List<Expression> arguments = call.arguments();
        String list = list(arguments);
        return switch (call.function()) {
            case "min" -> "gk_dim_min(" + list + ")";
            case "broadcast_inner" -> "GK_BROADCAST_INNER(" + list + ")";
            case "broadcast_rows" -> "GK_BROADCAST_ROWS(" + list + ")";
            case "broadcast_axes" -> "(int) GK_INTEGER(" + list + ")";
            case "broadcast_dim" ->
                "GK_INTEGER(" + text(arguments.get(0)) + " + GK_BROADCAST_DIMS + " + text(arguments.get(1)) + ")";
            case "broadcast_stride" -> "GK_BROADCAST_STRIDE(" + list + ")";
            case "broadcast_step" -> "(int) GK_BROADCAST_STEP(" + list + ")";
            default -> "gk_" + call.function() + "(" + list + ")";
        };
    }

    private String scalar(Expression.Scalar scalar) {
        if (scalar instanceof Expression.Constant constant) {
            return CTypes.constant(constant.node(), LONG);
        }
        if (scalar instanceof Expression.Operation operation) {
            return operation(operation);
        }
        if (scalar instanceof Expression.Cast cast) {
            return CExpressionPrinter.cast(cast, text(cast.value()));
        }
        if (scalar instanceof Expression.Argument argument) {
            return argument(argument);
        }
        if (scalar instanceof Expression.Converted converted) {
            DType dtype = CTypes.computed(converted.dtype());
            String size = text(converted.size());
            return CTypes.splat(dtype, dtype == DType.I64 ? size : "(" + CTypes.memory(dtype) + ") (" + size + ")");
        }
        if (scalar instanceof Expression.Item item) {
            StringBuilder text = new StringBuilder(item.buffer().name());
            item.indices().forEach(index -> text.append('[').append(text(index)).append(']'));
            return text.toString();
        }
        if (scalar instanceof Expression.Reference reference) {
            return "&" + reference.variable().name();
        }
        return memory(scalar);
    }

    private String memory(Expression.Scalar scalar) {
        if (scalar instanceof Expression.Load load) {
            return "gk_load(" + text(load.address()) + ")";
        }
        if (scalar instanceof Expression.LoadIf load) {
            return "gk_load_if(" + text(load.condition()) + ", " + text(load.address()) + ")";
        }
        if (scalar instanceof Expression.Element element) {
            return element.address() instanceof Expression.Address address
                    ? text(address.base()) + "[" + text(address.element()) + "]"
                    : "*" + text(element.address());
        }
        return accumulation(scalar);
    }

    private String accumulation(Expression.Scalar scalar) {
        if (scalar instanceof Expression.Identity identity) {
            return CTypes.identity(identity.reduction());
        }
        if (scalar instanceof Expression.Widened widened) {
            return CTypes.widened(widened.reduction(), text(widened.value()));
        }
        if (scalar instanceof Expression.Combined combined) {
            return "gk_combine_" + CTypes.function(combined.reduction()) + "(" + text(combined.first()) + ", "
                    + text(combined.second()) + ")";
        }
        if (scalar instanceof Expression.Narrowed narrowed) {
            return CTypes.narrowed(narrowed.reduction(), text(narrowed.accumulated()));
        }
        throw unknown(scalar);
    }

    private static String argument(Expression.Argument argument) {
        int slot = argument.slot();
        if (argument.type() instanceof Pointer pointer) {
            return "GK_POINTER(" + element(pointer) + ", " + slot + ")";
        }
        if (argument.type() instanceof Type.Value value) {
            String kind = switch (CTypes.computed(value.dtype())) {
                case F32 -> "GK_SCALAR";
                case F64 -> "GK_WIDE_SCALAR";
                default -> "GK_INTEGER";
            };
            return CTypes.splat(value.dtype(), kind + "(" + slot + ")");
        }
        return "GK_INTEGER(" + slot + ")";
    }

    /**
     * Integers wrap around and divide without a trap, which C's operators do not promise, and a comparison of scalars is no
     * mask: these need functions.
     */
    private String operation(Expression.Operation operation) {
        boolean isPlain = operation.to() != DType.BOOL && operation.from().isFloating();
        if (operation.form() instanceof ScalarForm.Infix infix && isPlain) {
            return text(operation.operands().get(0)) + " " + infix.operator() + " "
                    + text(operation.operands().get(1));
        }
        return CExpressionPrinter.call(operation, list(operation.operands()));
    }
}

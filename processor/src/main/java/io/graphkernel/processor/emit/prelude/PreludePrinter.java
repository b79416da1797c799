package io.graphkernel.processor.emit.prelude;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.FunctionPrinter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.DimSyntax;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.code.Type.Pointer;
import io.graphkernel.processor.op.ScalarNotation;

/** Prints functions over the prelude, whether its values are vectors or single ones. */
public abstract class PreludePrinter extends FunctionPrinter {

    private final String wide;

    /**
     * A printer.
     *
     * @param code where to
     * @param wide what follows a number of 64 bits
     */
    protected PreludePrinter(CodeWriter code, String wide) {
        super(code, new DimSyntax(Names::size, wide, "gk_dim_"));
        this.wide = wide;
    }

    @Override
    protected final String declaration(Variable variable, boolean assigned) {
        String constant = assigned ? "" : "const ";
        if (variable.type() instanceof Pointer pointer) {
            return pointer(pointer) + constant + variable.name();
        }
        return variable.type() instanceof Type.Reference reference
                ? type(reference.variable()) + " *" + constant + variable.name()
                : constant + type(variable.type()) + " " + variable.name();
    }

    /** The name of a type that is no address. */
    protected static String type(Type type) {
        if (type instanceof Type.Value value) {
            return CTypes.vector(value.dtype());
        }
        if (type instanceof Type.Accumulator accumulator) {
            return CTypes.vector(CTypes.accumulated(accumulator.reduction().dtype()));
        }
        return type == Type.Whole.INTEGER ? "gk_int64" : "int";
    }

    /** The type of an address, with a star at the end. */
    protected String pointer(Pointer pointer) {
        return element(pointer) + " *";
    }

    /** What is found at an address: constant where nothing is stored. */
    protected static String element(Pointer pointer) {
        return (pointer.written() ? "" : "const ") + memory(pointer);
    }

    /** The type of an element in memory. */
    protected static String memory(Pointer pointer) {
        return switch (pointer.memory()) {
            case ELEMENTS -> CTypes.memory(pointer.dtype());
            case KEPT -> CTypes.kept(pointer.dtype());
            case PARTIAL -> CTypes.partial(pointer.dtype());
        };
    }

    @Override
    protected final String comment(Statement.Let let) {
        Origin origin = let.origin();
        return origin.line() == 0 ? "" : " /* " + origin + " */";
    }

    @Override
    protected void printOther(Statement statement) {
        Statement.Staged staged = (Statement.Staged) statement;
        StringBuilder extents = new StringBuilder();
        staged.extents()
                .forEach(extent -> extents.append('[').append(text(extent)).append(']'));
        code.line("%s %s%s;", staged(staged), staged.buffer().name(), extents);
    }

    /** The type of a staged buffer's items, with where the buffer lies. */
    protected String staged(Statement.Staged staged) {
        return type(staged.buffer().type());
    }

    @Override
    protected final boolean isSingle(Expression.Scalar scalar) {
        return scalar instanceof Expression.Widened widened
                ? atom(widened.value()).equals(text(widened.value()))
                : !(scalar instanceof Expression.Operation);
    }

    @Override
    protected String other(Expression expression) {
        if (expression instanceof Builtin number) {
            return builtin(number);
        }
        if (expression instanceof Expression.Call call) {
            return call(call, list(call.arguments()));
        }
        if (expression instanceof Expression.Argument argument) {
            return argument(argument);
        }
        if (expression instanceof Expression.Constant constant) {
            return CTypes.constant(constant.node(), wide);
        }
        if (expression instanceof Expression.Operation operation) {
            return operation(operation);
        }
        if (expression instanceof Expression.Cast cast) {
            String function = cast.from() == DType.BOOL ? "gk_mask_to_" : "gk_cast_";
            return function + cast.to() + "(" + text(cast.value()) + ")";
        }
        if (expression instanceof Expression.Converted converted) {
            DType dtype = converted.dtype().computed();
            String size = text(converted.size());
            return CTypes.splat(dtype, dtype == DType.I64 ? size : "(" + CTypes.memory(dtype) + ") (" + size + ")");
        }
        if (expression instanceof Expression.Item item) {
            StringBuilder text = new StringBuilder(item.buffer().name());
            item.indices().forEach(index -> text.append('[').append(text(index)).append(']'));
            return text.toString();
        }
        if (expression instanceof Expression.Reference reference) {
            return "&" + reference.variable().name();
        }
        if (expression instanceof Expression.Element element) {
            return element.address() instanceof Expression.Offset offset
                    ? text(offset.base()) + "[" + text(offset.element()) + "]"
                    : "*" + text(element.address());
        }
        return accumulation(expression);
    }

    private String accumulation(Expression expression) {
        if (expression instanceof Expression.Identity identity) {
            return CTypes.identity(identity.reduction());
        }
        if (expression instanceof Expression.Widened widened) {
            return CTypes.widened(widened.reduction(), text(widened.value()));
        }
        if (expression instanceof Expression.Narrowed narrowed) {
            return CTypes.narrowed(narrowed.reduction(), text(narrowed.accumulated()));
        }
        throw unknown(expression);
    }

    /** A failure: the lowering gave what the language has not. */
    protected final IllegalStateException unknown(Expression expression) {
        return new IllegalStateException(getClass().getSimpleName() + " knows no " + expression);
    }

    /** The text of a number without a declaration. */
    protected abstract String builtin(Builtin number);

    /** The text of what the caller gives. */
    protected abstract String argument(Expression.Argument argument);

    /** A call of the prelude, whose arguments are printed. */
    protected String call(Expression.Call call, String arguments) {
        boolean ofSizes = call.function().equals("min") || call.function().equals("max");
        return (ofSizes ? "gk_dim_" : "gk_") + call.function() + "(" + arguments + ")";
    }

    /** Integers wrap around and divide without a trap, which C's operators do not promise: these need functions. */
    private String operation(Expression.Operation operation) {
        if (operation.notation() instanceof ScalarNotation.Infix infix && isOperator(operation)) {
            return text(operation.operands().get(0)) + " " + infix.operator() + " "
                    + text(operation.operands().get(1));
        }
        String function = operation.notation() instanceof ScalarNotation.Call call
                ? call.function()
                : operation.row().javaName();
        return "gk_" + function + "(" + list(operation.operands()) + ")";
    }

    /** Whether an op that is an operator in its row is one here, too: else only a function of the prelude does what the op says. */
    protected abstract boolean isOperator(Expression.Operation operation);
}

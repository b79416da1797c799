package io.graphkernel.processor.emit.prelude;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.DimSyntax;
import io.graphkernel.graph.Origin;
import io.graphkernel.op.row.ScalarNotation;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.FunctionPrinter;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.code.Type.PointerType;

/** Printer of functions over the prelude, for vectors or scalars. */
public abstract class PreludePrinter extends FunctionPrinter {
    private static final Expression ONE = CodeBuilder.constant(1);

    private final String int64Suffix;

    /**
     * Creates a printer.
     *
     * @param code receives the source code
     * @param int64Suffix suffix of 64-bit integer literals
     */
    protected PreludePrinter(CodeWriter code, String int64Suffix) {
        super(code, new DimSyntax(KernelNames::size, int64Suffix, "gk_dim_"));
        this.int64Suffix = int64Suffix;
    }

    @Override
    protected final String declaration(Variable variable, boolean isMutable) {
        String constant = isMutable ? "" : "const ";
        if (variable.type() instanceof PointerType pointer) {
            return pointer(pointer) + constant + variable.name();
        }
        return variable.type() instanceof Type.ReferenceType reference
                ? type(reference.variable()) + " *" + constant + variable.name()
                : constant + type(variable.type()) + " " + variable.name();
    }

    /**
     * Opens a function of values, which returns f32.
     *
     * @param arguments declaration of the block of kernel arguments
     */
    protected final void openElementFunction(String arguments, Function function) {
        StringBuilder parameters = new StringBuilder(arguments);
        function.parameters().forEach(parameter -> parameters.append(", ").append(declaration(parameter, false)));
        code.open("GK_INLINE gk_f32 %s(%s)", function.name(), parameters);
    }

    /** Returns the name of a type other than a pointer. */
    protected static String type(Type type) {
        if (type instanceof Type.ScalarType value) {
            return CTypes.vector(value.dtype());
        }
        if (type instanceof Type.AccumulatorType accumulator) {
            return CTypes.vector(CTypes.accumulatorDtype(accumulator.reduction().dtype()));
        }
        return type == Type.IntType.INT64 ? "gk_int64" : "int";
    }

    /** Returns a pointer type, including the asterisk. */
    protected String pointer(PointerType pointer) {
        return element(pointer) + " *";
    }

    /** Returns the type of a pointer's elements, which is constant for read-only pointers. */
    protected static String element(PointerType pointer) {
        return (pointer.written() ? "" : "const ") + memory(pointer);
    }

    /** Returns the type of an element in memory. */
    protected static String memory(PointerType pointer) {
        return switch (pointer.format()) {
            case TENSOR -> CTypes.memory(pointer.dtype());
            case COMPUTE -> CTypes.rowBuffer(pointer.dtype());
            case ACCUMULATOR -> CTypes.partialResult(pointer.dtype());
        };
    }

    @Override
    protected final String comment(Statement.Declare declaration) {
        Origin origin = declaration.origin();
        return origin.line() == 0 ? "" : " /* " + origin + " */";
    }

    @Override
    protected void printTargetStatement(Statement statement) {
        if (statement instanceof Statement.WhileStep loop) {
            print(loop);
            return;
        }
        Statement.DeclareArray declaration = (Statement.DeclareArray) statement;
        StringBuilder extents = new StringBuilder();
        declaration
                .extents()
                .forEach(extent -> extents.append('[').append(text(extent)).append(']'));
        code.line("%s %s%s;", arrayType(declaration), declaration.array().name(), extents);
    }

    private void print(Statement.WhileStep loop) {
        printHint(loop.unroll());
        String index = loop.index().name();
        String step = text(loop.step());
        if (loop.isDescending()) {
            code.open("for (%s -= %s; %s >= %s; %s -= %s)", index, step, index, text(loop.bound()), index, step);
        } else {
            String last = loop.requiredIndices().equals(ONE)
                    ? index + " < "
                    : index + " + " + operand(loop.requiredIndices(), Operator.ADD.precedence() + 1) + " <= ";
            String next = loop.step().equals(ONE) ? "++" + index : index + " += " + step;
            code.open("for (; %s%s; %s)", last, text(loop.bound()), next);
        }
        print(loop.body());
        code.close();
    }

    /** Returns the element type of a local array, with its address space. */
    protected String arrayType(Statement.DeclareArray declaration) {
        return type(declaration.array().type());
    }

    @Override
    protected final boolean isAtomic(Expression.ScalarExpr scalar) {
        return scalar instanceof Expression.ToAccumulator widened
                ? atom(widened.value()).equals(text(widened.value()))
                : !(scalar instanceof Expression.ScalarOp);
    }

    @Override
    protected String targetExpression(Expression expression) {
        if (expression instanceof Builtin number) {
            return builtin(number);
        }
        if (expression instanceof Expression.Call call) {
            return call(call, list(call.arguments()));
        }
        if (expression instanceof Expression.Argument argument) {
            return argument(argument);
        }
        if (expression instanceof Expression.ScalarConstant constant) {
            return CTypes.constant(constant.node(), int64Suffix);
        }
        if (expression instanceof Expression.ScalarOp operation) {
            return operation(operation);
        }
        if (expression instanceof Expression.Cast cast) {
            String function = cast.from() == DataType.BOOL ? "gk_mask_to_" : "gk_cast_";
            return function + cast.to() + "(" + text(cast.value()) + ")";
        }
        if (expression instanceof Expression.Bitcast bitcast) {
            return "gk_bitcast_" + bitcast.from() + "_" + bitcast.to() + "(" + text(bitcast.value()) + ")";
        }
        if (expression instanceof Expression.IntToScalar conversion) {
            DataType dtype = conversion.dtype().computeType();
            String size = text(conversion.size());
            return CTypes.splat(dtype, dtype == DataType.I64 ? size : "(" + CTypes.memory(dtype) + ") (" + size + ")");
        }
        if (expression instanceof Expression.ArrayElement element) {
            StringBuilder text = new StringBuilder(element.array().name());
            element.indices()
                    .forEach(index -> text.append('[').append(text(index)).append(']'));
            return text.toString();
        }
        if (expression instanceof Expression.AddressOf reference) {
            return "&" + reference.variable().name();
        }
        if (expression instanceof Expression.RawLoad element) {
            return element.address() instanceof Expression.Offset offset
                    ? text(offset.base()) + "[" + text(offset.element()) + "]"
                    : "*" + text(element.address());
        }
        return accumulation(expression);
    }

    private String accumulation(Expression expression) {
        if (expression instanceof Expression.IdentityElement identity) {
            return CTypes.identity(identity.reduction());
        }
        if (expression instanceof Expression.ToAccumulator widened) {
            return CTypes.toAccumulator(widened.reduction(), text(widened.value()));
        }
        if (expression instanceof Expression.FromAccumulator narrowed) {
            return CTypes.fromAccumulator(narrowed.reduction(), text(narrowed.accumulated()));
        }
        throw unknown(expression);
    }

    /** Returns an exception for an expression that the target does not support. */
    protected final IllegalStateException unknown(Expression expression) {
        return new IllegalStateException(getClass().getSimpleName() + " does not support " + expression);
    }

    /** Returns a built-in value. */
    protected abstract String builtin(Builtin number);

    /** Returns a kernel argument. */
    protected abstract String argument(Expression.Argument argument);

    /** Returns a call of the prelude with printed arguments. */
    protected String call(Expression.Call call, String arguments) {
        boolean isDimFunction = call.function().equals("min") || call.function().equals("max");
        return (isDimFunction ? "gk_dim_" : "gk_") + call.function() + "(" + arguments + ")";
    }

    /**
     * Returns a scalar op. Integers need functions, because C operators neither guarantee wraparound nor trap-free
     * division.
     */
    private String operation(Expression.ScalarOp operation) {
        if (operation.notation() instanceof ScalarNotation.Infix infix && isOperator(operation)) {
            return text(operation.operands().get(0)) + " " + infix.operator() + " "
                    + text(operation.operands().get(1));
        }
        String function = operation.notation() instanceof ScalarNotation.Call call
                ? call.function()
                : operation.row().javaName();
        return "gk_" + function + "(" + list(operation.operands()) + ")";
    }

    /**
     * Returns true if the op is an operator in the target, too. Otherwise only a prelude function has the op's
     * semantics.
     */
    protected abstract boolean isOperator(Expression.ScalarOp operation);
}

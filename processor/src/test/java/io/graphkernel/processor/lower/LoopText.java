package io.graphkernel.processor.lower;

import io.graphkernel.op.row.ScalarNotation;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Printer of the loop IR for tests: one statement per line, with all parentheses. */
final class LoopText {

    private final CodeWriter code = new CodeWriter();

    private LoopText() {}

    static String of(List<Function> functions) {
        LoopText text = new LoopText();
        for (Function function : functions) {
            String kind = function.kind() == Function.Kind.ENTRY_POINT ? "" : name(function.kind()) + " ";
            String exchanges = function.exchangedValues() == 0 ? "" : " exchanges " + function.exchangedValues();
            text.code.open("%sfunction %s%s", kind, function.name(), exchanges);
            function.parameters()
                    .forEach(parameter -> text.code.line("parameter %s: %s", parameter.name(), type(parameter.type())));
            function.body().forEach(text::print);
            text.code.close().blank();
        }
        return text.code.toString();
    }

    private void print(Statement statement) {
        if (statement instanceof Statement.Declare declaration) {
            String word = declaration.isMutable() ? "var" : "final";
            code.line(
                    "%s %s: %s = %s",
                    word,
                    declaration.variable().name(),
                    type(declaration.variable().type()),
                    text(declaration.value()));
        } else if (statement instanceof Statement.Assign assign) {
            code.line("%s = %s", text(assign.target()), text(assign.value()));
        } else if (statement instanceof Statement.Store store) {
            code.line("store %s at %s", text(store.value()), text(store.address()));
        } else if (statement instanceof Statement.DeclareArray declaration) {
            code.line(
                    "array %s: %s %s in %s memory",
                    declaration.array().name(),
                    type(declaration.array().type()),
                    "[" + list(declaration.extents()) + "]",
                    name(declaration.space()));
        } else if (statement instanceof Statement.Loop loop) {
            String unroll = loop.unroll() == Statement.Unroll.AUTO ? "" : ", unroll " + name(loop.unroll());
            code.open(
                    "for %s from %s to %s by %s%s",
                    loop.index().name(), text(loop.from()), text(loop.to()), text(loop.step()), unroll);
            loop.body().forEach(this::print);
            code.close();
        } else if (statement instanceof Statement.If choice) {
            code.open("if %s", text(choice.condition()));
            choice.then().forEach(this::print);
            if (!choice.otherwise().isEmpty()) {
                code.elseBlock();
                choice.otherwise().forEach(this::print);
            }
            code.close();
        } else if (statement instanceof Statement.Block block) {
            code.block();
            block.body().forEach(this::print);
            code.close();
        } else if (statement instanceof Statement.ExprStatement exprStatement) {
            code.line("expression %s", text(exprStatement.call()));
        } else {
            printOther(statement);
        }
    }

    private void printOther(Statement statement) {
        if (statement instanceof Statement.StoreVector store) {
            String hint = store.isNonTemporal().equals(new Expression.IntConstant(0))
                    ? ""
                    : ", non-temporal if " + text(store.isNonTemporal());
            code.line("store %s of %s at %s%s", text(store.lanes()), text(store.value()), text(store.address()), hint);
        } else if (statement instanceof Statement.WhileStep whileStep) {
            code.open(
                    "while step %s %s %s by %s for %s%s",
                    whileStep.index().name(),
                    whileStep.isDescending() ? "down to" : "to",
                    text(whileStep.bound()),
                    text(whileStep.step()),
                    text(whileStep.requiredIndices()),
                    whileStep.unroll() == Statement.Unroll.AUTO ? "" : ", unroll " + name(whileStep.unroll()));
            whileStep.body().forEach(this::print);
            code.close();
        } else if (statement instanceof Statement.Invoke call) {
            code.line("call %s(%s)", call.function(), list(call.arguments()));
        } else {
            code.line(statement instanceof Statement.Return ? "return" : "barrier");
        }
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String type(Type type) {
        if (type instanceof Type.ScalarType value) {
            return value.dtype().text();
        }
        if (type instanceof Type.AccumulatorType accumulator) {
            return "accumulator " + accumulator.reduction().dtype().text();
        }
        if (type instanceof Type.PointerType pointer) {
            return "pointer to " + (pointer.written() ? "" : "const ") + name(pointer.format()) + " of "
                    + pointer.dtype().text();
        }
        return type instanceof Type.ReferenceType reference
                ? "reference to " + type(reference.variable())
                : name((Type.IntType) type);
    }

    private static String list(List<Expression> expressions) {
        return expressions.stream().map(LoopText::text).collect(Collectors.joining(", "));
    }

    private static String text(Expression expression) {
        if (expression instanceof Builtin number) {
            return name(number);
        }
        if (expression instanceof Expression.Argument argument) {
            return "argument " + argument.slot();
        }
        if (expression instanceof Expression.Address address) {
            return address(address);
        }
        if (expression instanceof Expression.IntExpr integer) {
            return integer(integer);
        }
        if (expression instanceof Expression.Call call) {
            return call.function() + "(" + list(call.arguments()) + ")";
        }
        return scalar((Expression.ScalarExpr) expression);
    }

    private static String address(Expression.Address address) {
        if (address instanceof Expression.Offset offset) {
            return text(offset.base()) + "[" + text(offset.element()) + "]";
        }
        if (address instanceof Expression.PointerCast recast) {
            return "(" + type(recast.type()) + ") " + text(recast.address());
        }
        return ((Expression.Variable) address).name();
    }

    private static String integer(Expression.IntExpr integer) {
        if (integer instanceof Expression.Binary binary) {
            return "(" + text(binary.left()) + " " + binary.operator().symbol() + " " + text(binary.right()) + ")";
        }
        if (integer instanceof Expression.Select choice) {
            return "(" + text(choice.condition()) + " ? " + text(choice.then()) + " : " + text(choice.otherwise())
                    + ")";
        }
        if (integer instanceof Expression.SliceIndex slice) {
            return "slice_index(" + text(slice.index()) + ", " + text(slice.extent()) + ")";
        }
        if (integer instanceof Expression.IntCast count) {
            return "int(" + text(count.value()) + ")";
        }
        if (integer instanceof Expression.PointerDiff diff) {
            return "pointer_diff(" + text(diff.from()) + ", " + text(diff.to()) + ")";
        }
        if (integer instanceof Expression.SizeOf sizeOf) {
            return "sizeof(" + type(sizeOf.pointer()) + ")";
        }
        return integer instanceof Expression.Size size
                ? size.dim().toString()
                : Long.toString(((Expression.IntConstant) integer).value());
    }

    private static String scalar(Expression.ScalarExpr scalar) {
        if (scalar instanceof Expression.ScalarConstant constant) {
            return constant.node().attributes().number().toString();
        }
        if (scalar instanceof Expression.IntToScalar converted) {
            return converted.dtype().text() + "(" + text(converted.size()) + ")";
        }
        if (scalar instanceof Expression.Cast cast) {
            return cast.to().text() + "(" + text(cast.value()) + ")";
        }
        if (scalar instanceof Expression.ScalarOp operation) {
            String function = operation.notation() instanceof ScalarNotation.Call call
                    ? call.function()
                    : operation.row().javaName();
            return function + "(" + list(operation.operands()) + ")";
        }
        if (scalar instanceof Expression.IdentityElement identity) {
            return "identity(" + identity.reduction().op() + ")";
        }
        if (scalar instanceof Expression.ToAccumulator widened) {
            return "to_accumulator(" + text(widened.value()) + ")";
        }
        if (scalar instanceof Expression.CombineAccumulators combined) {
            return combined.reduction().op() + "(" + text(combined.first()) + ", " + text(combined.second()) + ")";
        }
        if (scalar instanceof Expression.FromAccumulator narrowed) {
            return "from_accumulator(" + text(narrowed.accumulated()) + ")";
        }
        if (scalar instanceof Expression.Load load) {
            return "load " + text(load.address());
        }
        if (scalar instanceof Expression.LoadVector vector) {
            String step = vector.stride().equals(new Expression.IntConstant(1)) ? "" : " by " + text(vector.stride());
            return "load " + text(vector.lanes()) + " of " + text(vector.address()) + step;
        }
        if (scalar instanceof Expression.MaskedLoad load) {
            return "load " + text(load.address()) + " if " + text(load.condition());
        }
        if (scalar instanceof Expression.AddressOf reference) {
            return "reference to " + reference.variable().name();
        }
        if (scalar instanceof Expression.RawLoad element) {
            return "raw load " + text(element.address());
        }
        Expression.ArrayElement element = (Expression.ArrayElement) scalar;
        return element.array().name() + "[" + list(element.indices()) + "]";
    }
}

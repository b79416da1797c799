package io.graphkernel.processor.lower;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.op.ScalarNotation;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Functions of the loop language as text, one statement a line, every operator in parentheses. */
final class LoopText {

    private final CodeWriter code = new CodeWriter();

    private LoopText() {}

    static String of(List<Function> functions) {
        LoopText text = new LoopText();
        for (Function function : functions) {
            String kind = function.kind() == Function.Kind.LAUNCHED ? "" : name(function.kind()) + " ";
            String exchanged = function.exchanged() == 0 ? "" : " exchanging " + function.exchanged();
            text.code.open("%sfunction %s%s", kind, function.name(), exchanged);
            function.parameters().forEach(taken -> text.code.line("take %s: %s", taken.name(), type(taken.type())));
            function.body().forEach(text::print);
            text.code.close().blank();
        }
        return text.code.toString();
    }

    private void print(Statement statement) {
        if (statement instanceof Statement.Let let) {
            String word = let.assigned() ? "var" : "let";
            code.line(
                    "%s %s: %s = %s",
                    word, let.variable().name(), type(let.variable().type()), text(let.value()));
        } else if (statement instanceof Statement.Assign assign) {
            code.line("%s = %s", text(assign.target()), text(assign.value()));
        } else if (statement instanceof Statement.Store store) {
            code.line("store %s at %s", text(store.value()), text(store.address()));
        } else if (statement instanceof Statement.Staged staged) {
            code.line(
                    "stage %s: %s %s for each %s",
                    staged.buffer().name(),
                    type(staged.buffer().type()),
                    "[" + list(staged.extents()) + "]",
                    name(staged.space()));
        } else if (statement instanceof Statement.Loop loop) {
            String unroll = loop.unroll() == Statement.Unroll.FREE ? "" : ", unroll " + name(loop.unroll());
            code.open(
                    "for %s from %s to %s by %s%s",
                    loop.index().name(), text(loop.from()), text(loop.to()), text(loop.step()), unroll);
            loop.body().forEach(this::print);
            code.close();
        } else if (statement instanceof Statement.If choice) {
            code.open("if %s", text(choice.condition()));
            choice.then().forEach(this::print);
            if (!choice.otherwise().isEmpty()) {
                code.otherwise();
                choice.otherwise().forEach(this::print);
            }
            code.close();
        } else if (statement instanceof Statement.Block block) {
            code.block();
            block.body().forEach(this::print);
            code.close();
        } else if (statement instanceof Statement.Effect effect) {
            code.line("run %s", text(effect.call()));
        } else {
            printOther(statement);
        }
    }

    private void printOther(Statement statement) {
        if (statement instanceof Statement.StoreVector store) {
            String past = store.streaming().equals(new Expression.Number(0))
                    ? ""
                    : ", past caches if " + text(store.streaming());
            code.line("store %s of %s at %s%s", text(store.lanes()), text(store.value()), text(store.address()), past);
        } else if (statement instanceof Statement.Advance advance) {
            code.open(
                    "go on with %s %s %s by %s for %s",
                    advance.index().name(),
                    advance.descends() ? "down to" : "to",
                    text(advance.bound()),
                    text(advance.step()),
                    text(advance.room()));
            advance.body().forEach(this::print);
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
        if (type instanceof Type.Value value) {
            return value.dtype().text();
        }
        if (type instanceof Type.Accumulator accumulator) {
            return "accumulated " + accumulator.reduction().dtype().text();
        }
        if (type instanceof Type.Pointer pointer) {
            return "pointer to " + (pointer.written() ? "" : "constant ") + name(pointer.memory()) + " of "
                    + pointer.dtype().text();
        }
        return type instanceof Type.Reference reference
                ? "reference to " + type(reference.variable())
                : name((Type.Whole) type);
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
        if (expression instanceof Expression.Whole whole) {
            return whole(whole);
        }
        if (expression instanceof Expression.Call call) {
            return call.function() + "(" + list(call.arguments()) + ")";
        }
        return scalar((Expression.Scalar) expression);
    }

    private static String address(Expression.Address address) {
        if (address instanceof Expression.Offset offset) {
            return text(offset.base()) + "[" + text(offset.element()) + "]";
        }
        if (address instanceof Expression.Recast recast) {
            return "(" + type(recast.type()) + ") " + text(recast.address());
        }
        return ((Expression.Variable) address).name();
    }

    private static String whole(Expression.Whole whole) {
        if (whole instanceof Expression.Binary binary) {
            return "(" + text(binary.left()) + " " + binary.operator().symbol() + " " + text(binary.right()) + ")";
        }
        if (whole instanceof Expression.Conditional choice) {
            return "(" + text(choice.condition()) + " ? " + text(choice.then()) + " : " + text(choice.otherwise())
                    + ")";
        }
        if (whole instanceof Expression.Slice slice) {
            return "slice(" + text(slice.index()) + ", " + text(slice.extent()) + ")";
        }
        if (whole instanceof Expression.Count count) {
            return "count(" + text(count.value()) + ")";
        }
        if (whole instanceof Expression.Distance distance) {
            return "elements from " + text(distance.from()) + " to " + text(distance.to());
        }
        if (whole instanceof Expression.Bytes bytes) {
            return "bytes of " + type(bytes.pointer());
        }
        return whole instanceof Expression.Size size
                ? size.dim().toString()
                : Long.toString(((Expression.Number) whole).value());
    }

    private static String scalar(Expression.Scalar scalar) {
        if (scalar instanceof Expression.Constant constant) {
            return constant.node().attributes().number().toString();
        }
        if (scalar instanceof Expression.Converted converted) {
            return converted.dtype().text() + "(" + text(converted.size()) + ")";
        }
        if (scalar instanceof Expression.Cast cast) {
            return cast.to().text() + "(" + text(cast.value()) + ")";
        }
        if (scalar instanceof Expression.Operation operation) {
            String function = operation.notation() instanceof ScalarNotation.Call call
                    ? call.function()
                    : operation.row().javaName();
            return function + "(" + list(operation.operands()) + ")";
        }
        if (scalar instanceof Expression.Identity identity) {
            return "identity of " + identity.reduction().op();
        }
        if (scalar instanceof Expression.Widened widened) {
            return "widened(" + text(widened.value()) + ")";
        }
        if (scalar instanceof Expression.Combined combined) {
            return combined.reduction().op() + "(" + text(combined.first()) + ", " + text(combined.second()) + ")";
        }
        if (scalar instanceof Expression.Narrowed narrowed) {
            return "narrowed(" + text(narrowed.accumulated()) + ")";
        }
        if (scalar instanceof Expression.Load load) {
            return "load " + text(load.address());
        }
        if (scalar instanceof Expression.Vector vector) {
            String step = vector.step().equals(new Expression.Number(1)) ? "" : " by " + text(vector.step());
            return "load " + text(vector.lanes()) + " of " + text(vector.address()) + step;
        }
        if (scalar instanceof Expression.LoadIf load) {
            return "load " + text(load.address()) + " if " + text(load.condition());
        }
        if (scalar instanceof Expression.Reference reference) {
            return "reference to " + reference.variable().name();
        }
        if (scalar instanceof Expression.Element element) {
            return "copy of " + text(element.address());
        }
        Expression.Item item = (Expression.Item) scalar;
        return item.buffer().name() + "[" + list(item.indices()) + "]";
    }
}

package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes instructions of expressions over one element: each takes all elements of a tile. */
final class TileExpressions {

    private final TileValues values;
    private final List<Statement.Let> numbers = new ArrayList<>();
    private final Map<String, Value> declared = new HashMap<>();

    TileExpressions(TileValues values) {
        this.values = values;
    }

    /** An op of a kernel that has no instructions. */
    static final class Unsupported extends Exception {
        private static final long serialVersionUID = 1;

        private final transient Node op;

        Unsupported(Node op, String reason) {
            super(reason);
            this.op = op;
        }

        /** The op at fault. */
        Node op() {
            return op;
        }
    }

    /** What is declared before all tiles: dims and numbers that the caller gives. */
    List<Statement.Let> numbers() {
        return numbers;
    }

    /** Declares a dim or a number that the caller gives. */
    void number(Statement.Let let) {
        numbers.add(let);
        if (let.variable().type() instanceof Type.Value value) {
            // Of a size the value says more than its name.
            boolean isSize = value.dtype() == DType.I64 && let.value() instanceof Expression.Converted;
            declare(
                    let.variable().name(),
                    new Value.Number(isSize ? (Expression.Converted) let.value() : let.variable(), value.dtype()));
        }
    }

    /** Says what a variable holds. */
    void declare(String name, Value value) {
        declared.put(name, value);
    }

    /** Whether a variable holds something. */
    boolean isDeclared(String name) {
        return declared.containsKey(name);
    }

    /** What is known of numbers, and of what is the same for all tiles, and of nothing else. */
    TileExpressions ofConstants() {
        TileExpressions constants = new TileExpressions(values);
        declared.forEach((name, value) -> {
            if (isConstant(value)) {
                constants.declare(name, value);
            }
        });
        return constants;
    }

    private boolean isConstant(Value value) {
        return value instanceof Value.Number
                || value instanceof Value.Lanes lanes && values.isConstant(lanes.shape())
                || value instanceof Value.Pair pair && values.isConstant(pair.shape());
    }

    /** Takes over what others know of what is the same for all tiles. */
    void learn(TileExpressions others) {
        others.ofConstants().declared.forEach(declared::putIfAbsent);
    }

    /** Values of the lanes that are in local memory are no more. */
    void forgetLanes() {
        declared.values()
                .removeIf(value -> value instanceof Value.Lanes lanes && values.isOfPart(lanes.shape())
                        || value instanceof Value.Pair pair && values.isOfPart(pair.shape()));
    }

    /** The value of an expression. */
    Value value(Expression expression, Node op) throws Unsupported {
        if (expression instanceof Variable variable) {
            Value value = declared.get(variable.name());
            return value instanceof Value.Number number ? known(number, op) : value;
        }
        if (expression instanceof Expression.Constant constant) {
            return known(new Value.Number(constant, constant.node().dtype()), op);
        }
        if (expression instanceof Expression.Converted converted) {
            return known(new Value.Number(converted, converted.dtype()), op);
        }
        if (expression instanceof Expression.Cast cast) {
            Value value = value(cast.value(), op);
            return TileConversions.converted(values, value, cast.from(), cast.to(), op.origin())
                    .orElseThrow(() -> new Unsupported(
                            op, "it has no vector instruction from " + cast.from() + " to " + cast.to()));
        }
        if (expression instanceof Expression.Operation operation) {
            return operation(operation, op);
        }
        throw new Unsupported(op, "its operands are not printed");
    }

    /** Sizes are no doubles, which the chip does not compute. */
    private static Value known(Value.Number number, Node op) throws Unsupported {
        if (number.dtype() == DType.F64 && number.number() instanceof Expression.Converted) {
            throw new Unsupported(op, "the chip does not compute with f64");
        }
        return number;
    }

    private static String reason(Expression.Operation operation) {
        return operation.from() == DType.F64
                ? "the chip does not compute with f64"
                : "it has no expansion into vector instructions for " + operation.from();
    }

    private Value operation(Expression.Operation operation, Node op) throws Unsupported {
        List<Value> operands = new ArrayList<>();
        for (Expression operand : operation.operands()) {
            operands.add(value(operand, op));
        }
        Optional<Value> position = TilePositions.value(new TileMath(values, op.origin()), operation, operands);
        if (position.isPresent()) {
            return position.get();
        }
        TileExpansions.Expansion expansion = TileExpansions.of(operation.notation(), operation.from())
                .orElseThrow(() -> new Unsupported(op, reason(operation)));
        return expansion.expand(new TileMath(values, op.origin()), operands.toArray(Value[]::new));
    }
}

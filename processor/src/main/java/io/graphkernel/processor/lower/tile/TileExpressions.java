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
            declare(let.variable().name(), new Value.Number(let.variable(), value.dtype()));
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

    /** Values of the lanes that are in local memory are no more. */
    void forgetLanes() {
        declared.values().removeIf(value -> value instanceof Value.Lanes lanes && values.isOfPart(lanes.shape()));
    }

    /** The value of an expression. */
    Value value(Expression expression, DType dtype, Node op) throws Unsupported {
        if (expression instanceof Variable variable) {
            return declared.get(variable.name());
        }
        if (expression instanceof Expression.Constant constant) {
            requireKnown(dtype, op);
            return new Value.Number(constant, dtype);
        }
        if (expression instanceof Expression.Cast cast) {
            Value value = value(cast.value(), cast.from(), op);
            return values.converted(value, cast.from(), cast.to(), op.origin())
                    .orElseThrow(() -> new Unsupported(
                            op, "the conversion from " + cast.from() + " to " + cast.to() + " is not printed"));
        }
        if (expression instanceof Expression.Operation operation) {
            return operation(operation, op);
        }
        throw new Unsupported(op, "its operands are not printed");
    }

    private Value operation(Expression.Operation operation, Node op) throws Unsupported {
        List<Value> operands = new ArrayList<>();
        for (Expression operand : operation.operands()) {
            operands.add(value(operand, operation.from(), op));
        }
        if (operation.from() != operation.to() || !isComputed(operation.to())) {
            throw new Unsupported(
                    op,
                    "it has no vector instruction for " + operation.from()
                            + (operation.from() == operation.to() ? "" : " that gives " + operation.to()));
        }
        return TileExpansions.of(operation.notation(), operation.to())
                .map(expansion -> values.expand(expansion, operands, operation.to(), op.origin()))
                .orElseThrow(() -> new Unsupported(
                        op, "it has no expansion into vector instructions for " + operation.to() + " yet"));
    }

    /** Requires elements that can be loaded and computed with. */
    static void requireKnown(DType dtype, Node op) throws Unsupported {
        if (!isComputed(dtype)) {
            throw new Unsupported(op, "tensors of " + dtype + " are not printed yet");
        }
    }

    private static boolean isComputed(DType dtype) {
        return dtype == DType.F32 || dtype.isHalf() || dtype == DType.I32;
    }
}

package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lowering of scalar expressions to instructions on whole tiles. */
final class TileExpressionLowering {

    private final TileInstructionBuilder values;
    private final List<Statement.Declare> numbers = new ArrayList<>();
    private final Map<String, TileValue> declared = new HashMap<>();

    TileExpressionLowering(TileInstructionBuilder values) {
        this.values = values;
    }

    /** Thrown if an op of a kernel has no instructions. */
    static final class UnsupportedOpException extends Exception {
        private static final long serialVersionUID = 1;

        private final transient Node op;

        UnsupportedOpException(Node op, String reason) {
            super(reason);
            this.op = op;
        }

        /** Returns the unsupported op. */
        Node op() {
            return op;
        }
    }

    /** Returns the declarations before all tiles: dims and scalar arguments. */
    List<Statement.Declare> numbers() {
        return numbers;
    }

    /** Declares a dim or a scalar argument. */
    void number(Statement.Declare declaration) {
        numbers.add(declaration);
        if (declaration.variable().type() instanceof Type.ScalarType value) {
            // A size is declared by its expression, which is more precise than its name.
            boolean isSize = value.dtype() == DataType.I64 && declaration.value() instanceof Expression.IntToScalar;
            declare(
                    declaration.variable().name(),
                    new TileValue.Number(
                            isSize ? (Expression.IntToScalar) declaration.value() : declaration.variable(),
                            value.dtype()));
        }
    }

    /** Declares the value of a variable. */
    void declare(String name, TileValue value) {
        declared.put(name, value);
    }

    /** Returns true if a variable is declared. */
    boolean isDeclared(String name) {
        return declared.containsKey(name);
    }

    /** Returns a lowering that only has the numbers and the values that are the same for all tiles. */
    TileExpressionLowering ofConstants() {
        TileExpressionLowering constants = new TileExpressionLowering(values);
        declared.forEach((name, value) -> {
            if (isConstant(value)) {
                constants.declare(name, value);
            }
        });
        return constants;
    }

    private boolean isConstant(TileValue value) {
        return value instanceof TileValue.Number
                || value instanceof TileValue.Lanes lanes
                        && values.instructions().isConstant(lanes.shape())
                || value instanceof TileValue.Pair pair && values.instructions().isConstant(pair.shape());
    }

    /** Adds the values of another lowering that are the same for all tiles. */
    void learn(TileExpressionLowering others) {
        others.ofConstants().declared.forEach(declared::putIfAbsent);
    }

    /** Forgets the values of the current chunk. */
    void forgetLanes() {
        declared.values()
                .removeIf(value -> value instanceof TileValue.Lanes lanes
                                && values.instructions().variesByChunk(lanes.shape())
                        || value instanceof TileValue.Pair pair
                                && values.instructions().variesByChunk(pair.shape()));
    }

    /** Returns the value of an expression. */
    TileValue value(Expression expression, Node op) throws UnsupportedOpException {
        if (expression instanceof Variable variable) {
            TileValue value = declared.get(variable.name());
            return value instanceof TileValue.Number number ? known(number, op) : value;
        }
        if (expression instanceof Expression.ScalarConstant constant) {
            return known(new TileValue.Number(constant, constant.node().dtype()), op);
        }
        if (expression instanceof Expression.IntToScalar converted) {
            return known(new TileValue.Number(converted, converted.dtype()), op);
        }
        if (expression instanceof Expression.Cast cast) {
            TileValue value = value(cast.value(), op);
            return CastLowering.converted(values, value, cast.from(), cast.to(), op.origin())
                    .orElseThrow(() -> new UnsupportedOpException(
                            op, "it has no vector instruction from " + cast.from() + " to " + cast.to()));
        }
        if (expression instanceof Expression.Bitcast bitcast) {
            return BitLowering.bitcast(
                            new TileMathBuilder(values, op.origin()),
                            value(bitcast.value(), op),
                            bitcast.from(),
                            bitcast.to())
                    .orElseThrow(() -> new UnsupportedOpException(op, reason(bitcast.from())));
        }
        if (expression instanceof Expression.ScalarOp operation) {
            return operation(operation, op);
        }
        throw new UnsupportedOpException(op, "its operands are not printed");
    }

    /** Rejects sizes in {@code f64}, in which the chip does not compute. */
    private static TileValue known(TileValue.Number number, Node op) throws UnsupportedOpException {
        if (number.dtype() == DataType.F64 && number.number() instanceof Expression.IntToScalar) {
            throw new UnsupportedOpException(op, "the chip does not compute with f64");
        }
        return number;
    }

    private static String reason(DataType from) {
        return from == DataType.F64
                ? "the chip does not compute with f64"
                : "it has no expansion into vector instructions for " + from;
    }

    private TileValue operation(Expression.ScalarOp operation, Node op) throws UnsupportedOpException {
        List<TileValue> operands = new ArrayList<>();
        for (Expression operand : operation.operands()) {
            operands.add(value(operand, op));
        }
        Optional<TileValue> position =
                PositionLowering.value(new TileMathBuilder(values, op.origin()), operation, operands);
        if (position.isPresent()) {
            return position.get();
        }
        OpExpansionTable.Expansion expansion = OpExpansionTable.of(operation.notation(), operation.from())
                .orElseThrow(() -> new UnsupportedOpException(op, reason(operation.from())));
        return expansion.expand(new TileMathBuilder(values, op.origin()), operands.toArray(TileValue[]::new));
    }
}

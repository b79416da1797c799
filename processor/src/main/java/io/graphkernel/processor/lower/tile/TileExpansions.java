package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import io.graphkernel.processor.op.ScalarNotation;
import java.util.Map;
import java.util.Optional;

/** The instructions of each op, by how its row writes it. */
final class TileExpansions {

    /** The number 1 of the scalar unit, as an instruction takes it. */
    private static final Expression ONE = Code.number(1);

    private static final Expression MINUS_ONE = Code.number(-1);

    /** Of floats and of integers of 32 bits. */
    private static final Map<String, Expansion> NUMBERS = Map.ofEntries(
            entry("+", t -> commutative(t, Operation.ADD, Operation.ADD_NUMBER)),
            entry("-", t -> t.apply(Operation.SUBTRACT, t.operand(0), t.operand(1))),
            entry("*", t -> commutative(t, Operation.MULTIPLY, Operation.MULTIPLY_BY_NUMBER)),
            entry("maximum", t -> commutative(t, Operation.MAXIMUM, Operation.MAXIMUM_WITH_NUMBER)),
            entry("minimum", t -> commutative(t, Operation.MINIMUM, Operation.MINIMUM_WITH_NUMBER)),
            entry("neg", t -> t.applyNumber(Operation.MULTIPLY_BY_NUMBER, t.operand(0), MINUS_ONE)),
            entry("square", t -> squared(t)),
            entry("cube", t -> t.apply(Operation.MULTIPLY, squared(t), t.operand(0))));

    private static final Map<String, Expansion> FLOATS = Map.ofEntries(
            entry("/", t -> t.apply(Operation.DIVIDE, t.operand(0), t.operand(1))),
            entry("abs", only(Operation.ABSOLUTE)),
            entry("sqrt", only(Operation.SQUARE_ROOT)),
            entry("exp", only(Operation.EXPONENTIAL)),
            entry("log", only(Operation.LOGARITHM)),
            entry("floor", only(Operation.ROUND_DOWN)),
            entry("ceil", only(Operation.ROUND_UP)),
            entry("trunc", only(Operation.ROUND_TO_ZERO)),
            entry("round", only(Operation.ROUND_TO_EVEN)),
            // The instructions Reciprocal and Rsqrt are documented as too inaccurate.
            entry("reciprocal", t -> inverse(t, t.operand(0))),
            entry("rsqrt", t -> inverse(t, t.apply(Operation.SQUARE_ROOT, t.operand(0)))));

    private TileExpansions() {}

    /** What an op is made of. */
    interface Tiles {

        /** An operand of the op. */
        Value operand(int index);

        /** What an instruction gives. */
        Value apply(Operation operation, Value... sources);

        /** What an instruction with a number gives. */
        Value applyNumber(Operation operation, Value source, Expression number);
    }

    /** Makes instructions of an op. */
    @FunctionalInterface
    interface Expansion {
        Value expand(Tiles tiles);
    }

    /** The instructions of an op over operands of one dtype; empty if there are none yet. */
    static Optional<Expansion> of(ScalarNotation notation, DType dtype) {
        String name = notation instanceof ScalarNotation.Infix infix
                ? infix.operator()
                : ((ScalarNotation.Call) notation).function();
        Expansion expansion = NUMBERS.get(name);
        return Optional.ofNullable(expansion == null && dtype.isFloating() ? FLOATS.get(name) : expansion);
    }

    private static Expansion only(Operation operation) {
        return tiles -> tiles.apply(operation, tiles.operand(0));
    }

    private static Value commutative(Tiles tiles, Operation operation, Operation withNumber) {
        Value left = tiles.operand(0);
        Value right = tiles.operand(1);
        if (right instanceof Value.Number number) {
            return tiles.applyNumber(withNumber, left, number.number());
        }
        return left instanceof Value.Number number
                ? tiles.applyNumber(withNumber, right, number.number())
                : tiles.apply(operation, left, right);
    }

    private static Value squared(Tiles tiles) {
        return tiles.apply(Operation.MULTIPLY, tiles.operand(0), tiles.operand(0));
    }

    private static Value inverse(Tiles tiles, Value value) {
        return tiles.apply(Operation.DIVIDE, new Value.Number(ONE, DType.F32), value);
    }
}

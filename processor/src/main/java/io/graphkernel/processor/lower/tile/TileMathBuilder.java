package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.tile.TileInstructionBuilder.Value;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.ArrayList;
import java.util.List;

/** Builder of formulas over tile values, in which numbers and tiles are interchangeable operands. */
final class TileMathBuilder {

    private final TileInstructionBuilder values;
    private final Origin origin;

    /**
     * Creates a builder for the formulas of an op.
     *
     * @param values receives the instructions
     * @param origin source position of the op
     */
    TileMathBuilder(TileInstructionBuilder values, Origin origin) {
        this.values = values;
        this.origin = origin;
    }

    /** Returns a float. */
    Value number(double value) {
        return Value.Number.of((float) value, DataType.F32);
    }

    /** Returns a 32-bit integer. */
    Value int32(int value) {
        return Value.Number.of(value, DataType.I32);
    }

    /** Appends an instruction whose last operand may be a number. */
    private Value.Lanes apply(Operation operation, DataType dtype, Value... operands) {
        List<Value.Lanes> sources = new ArrayList<>();
        int last = operands.length - 1;
        for (int i = 0; i < last; i++) {
            sources.add(lanes(operands[i]));
        }
        if (operands[last] instanceof Value.Number number) {
            return values.step(operation, dtype, sources, number.number(), origin);
        }
        sources.add(lanes(operands[last]));
        return values.step(operation, dtype, sources, null, origin);
    }

    private Value.Lanes lanes(Value value) {
        return values.inComputeDtype(value, origin);
    }

    private static boolean isNumber(Value value) {
        return value instanceof Value.Number;
    }

    private Value binary(Operation operation, Value left, Value right) {
        return apply(operation, dtype(left), left, right);
    }

    private Value unary(Operation operation, Value value) {
        Value.Lanes source = lanes(value);
        return apply(operation, source.dtype(), source);
    }

    private Value commutative(Operation operation, Value left, Value right) {
        return isNumber(left) ? binary(operation, right, left) : binary(operation, left, right);
    }

    private DataType dtype(Value value) {
        return TileKernel.computed(value.dtype());
    }

    /** Returns true if elements have 64 significant bits. */
    private boolean isWide(Value value) {
        return dtype(value).byteSize() > Float.BYTES;
    }

    private boolean areWide(Value left, Value right) {
        return isWide(left) || isWide(right);
    }

    private Int64Lowering pairs() {
        return new Int64Lowering(this);
    }

    /** Returns a 64-bit value as two words. */
    Value.Pair pair(Value value) {
        return values.pair(value, origin);
    }

    /** Returns a 64-bit value of two words, in the dtype of another one. */
    Value paired(Value low, Value high, Value.Pair like) {
        return new Value.Pair(lanes(low), lanes(high), like.dtype());
    }

    Value plus(Value left, Value right) {
        return areWide(left, right) ? pairs().plus(pair(left), pair(right)) : sum(left, right);
    }

    private Value sum(Value left, Value right) {
        return commutative(Operation.ADD, left, right);
    }

    /**
     * Subtracts. Only the last operand may be a number: {@code x - c} is {@code x + -c}, and {@code c - x} is {@code -x
     * + c}, which preserves the signs of zeros. The minimum integer has no negative.
     */
    Value minus(Value left, Value right) {
        if (areWide(left, right)) {
            return pairs().minus(pair(left), pair(right));
        }
        return isNumber(left) && !isNumber(right) ? plus(negate(right), left) : binary(Operation.SUBTRACT, left, right);
    }

    Value times(Value left, Value right) {
        if (areWide(left, right)) {
            return pairs().times(pair(left), pair(right));
        }
        return commutative(Operation.MULTIPLY, left, right);
    }

    Value div(Value left, Value right) {
        return binary(Operation.DIVIDE, left, lanes(right));
    }

    Value max(Value left, Value right) {
        if (areWide(left, right)) {
            return select(less(left, right), right, left);
        }
        return commutative(Operation.MAXIMUM, left, right);
    }

    Value min(Value left, Value right) {
        if (areWide(left, right)) {
            return select(less(left, right), left, right);
        }
        return commutative(Operation.MINIMUM, left, right);
    }

    Value negate(Value value) {
        return isWide(value)
                ? minus(Value.Number.of(0, DataType.I64), value)
                : times(value, Value.Number.of(-1, dtype(value)));
    }

    /** Returns the absolute value of floats. */
    Value abs(Value value) {
        return unary(Operation.ABSOLUTE, value);
    }

    Value sqrt(Value value) {
        return unary(Operation.SQUARE_ROOT, value);
    }

    Value exp(Value value) {
        return unary(Operation.EXPONENTIAL, value);
    }

    Value log(Value value) {
        return unary(Operation.LOGARITHM, value);
    }

    Value round(Operation operation, Value value) {
        return unary(operation, value);
    }

    /** Shifts 32-bit integers to the right arithmetically. */
    Value shiftRight(Value value, int bits) {
        return apply(Operation.SHIFT_RIGHT, DataType.I32, lanes(value), int32(bits));
    }

    /** Returns an integer of a dtype. */
    Value integer(int value, DataType dtype) {
        return Value.Number.of(value, dtype);
    }

    /** Converts a value by a conversion instruction. */
    Value convert(Operation operation, Value value, DataType dtype) {
        return apply(operation, dtype, lanes(value));
    }

    /** Converts integers to floats. */
    Value toFloat(Value integers) {
        return convert(Operation.CONVERT, integers, DataType.F32);
    }

    /** Evaluates a polynomial by Horner's rule; the coefficients begin with the highest power. */
    Value polynomial(Value x, double... coefficients) {
        Value sum = number(coefficients[0]);
        for (int i = 1; i < coefficients.length; i++) {
            sum = plus(times(sum, x), number(coefficients[i]));
        }
        return sum;
    }

    /**
     * Returns the mask of a comparison. For integers only equality has an instruction, from which the others are
     * derived.
     */
    Value compare(Operation operation, Value left, Value right) {
        if (areWide(left, right)) {
            return pairs().compare(operation, pair(left), pair(right));
        }
        if (isNumber(left) && !isNumber(right)) {
            return compare(mirrored(operation), right, left);
        }
        if (dtype(left) == DataType.BOOL) {
            Value differ = xor(left, right);
            return operation == Operation.NOT_EQUAL ? differ : not(differ);
        }
        if (dtype(left) == DataType.F32 || operation == Operation.EQUAL) {
            return apply(operation, DataType.BOOL, left, right);
        }
        return switch (operation) {
            case LESS_EQUAL -> compare(Operation.EQUAL, min(left, right), left);
            case GREATER_EQUAL -> compare(Operation.EQUAL, max(left, right), left);
            case LESS -> not(compare(Operation.GREATER_EQUAL, left, right));
            case GREATER -> not(compare(Operation.LESS_EQUAL, left, right));
            default -> not(compare(Operation.EQUAL, left, right));
        };
    }

    private static Operation mirrored(Operation comparison) {
        return switch (comparison) {
            case LESS -> Operation.GREATER;
            case LESS_EQUAL -> Operation.GREATER_EQUAL;
            case GREATER -> Operation.LESS;
            case GREATER_EQUAL -> Operation.LESS_EQUAL;
            default -> comparison;
        };
    }

    Value less(Value left, Value right) {
        return compare(Operation.LESS, left, right);
    }

    Value equal(Value left, Value right) {
        return compare(Operation.EQUAL, left, right);
    }

    /** Returns the conjunction of masks, or of the bits of integers. */
    Value and(Value left, Value right) {
        return binary(Operation.AND, lanes(left), lanes(right));
    }

    /** Returns the disjunction of masks, or of the bits of integers. */
    Value or(Value left, Value right) {
        return binary(Operation.OR, lanes(left), lanes(right));
    }

    /** Returns the complement of a mask, or of the bits of integers. */
    Value not(Value value) {
        return unary(Operation.NOT, value);
    }

    /** Returns the exclusive or of masks. */
    Value xor(Value left, Value right) {
        return and(or(left, right), not(and(left, right)));
    }

    /** Returns the first value where a mask holds, otherwise the second one. */
    Value select(Value mask, Value then, Value otherwise) {
        if (areWide(then, otherwise)) {
            return pairs().select(mask, pair(then), pair(otherwise));
        }
        return switch (dtype(then)) {
            case BOOL -> or(and(mask, then), and(not(mask), otherwise));
            // The instruction copies the bits of floats.
            case I32 ->
                apply(
                                Operation.SELECT,
                                DataType.F32,
                                lanes(mask),
                                lanes(then).as(DataType.F32),
                                lanes(otherwise).as(DataType.F32))
                        .as(DataType.I32);
            default ->
                isNumber(then) && !isNumber(otherwise)
                        ? select(not(mask), otherwise, then)
                        : apply(Operation.SELECT, DataType.F32, lanes(mask), then, otherwise);
        };
    }

    /** Returns the bits of floats. */
    Value bitsOf(Value value) {
        return lanes(value).as(DataType.I32);
    }

    /** Returns the floats with the given bits. */
    Value fromBits(Value value) {
        return lanes(value).as(DataType.F32);
    }

    /** Returns two to the power of integral floats from -126 to 127; 0 for -127 and infinity for 128. */
    Value powerOfTwo(Value exponent) {
        return fromBits(convert(Operation.TRUNCATE, times(plus(exponent, number(127)), number(0x1p23)), DataType.I32));
    }

    /** Returns a non-negative value with the sign of another one. */
    Value withSign(Value magnitude, Value signed) {
        Value sign = and(bitsOf(signed), int32(Integer.MIN_VALUE));
        return fromBits(or(bitsOf(magnitude), sign));
    }

    /** Returns the rounding error of a float product, from exact products of split operands. */
    Value productError(Value left, Value right, Value product) {
        Value leftHigh = leadingBits(left);
        Value leftLow = minus(left, leftHigh);
        Value rightHigh = leadingBits(right);
        Value rightLow = minus(right, rightHigh);
        Value crossed = plus(minus(times(leftHigh, rightHigh), product), times(leftHigh, rightLow));
        return plus(plus(crossed, times(leftLow, rightHigh)), times(leftLow, rightLow));
    }

    /** Returns a word of random numbers for an index and two seeds. */
    Value random(int word, Value... operands) {
        List<Value.Lanes> halves = new ArrayList<>();
        for (Value operand : operands) {
            halves.add(pair(operand).low());
            halves.add(pair(operand).high());
        }
        return values.random(int32(word), halves, origin);
    }

    /** Returns the reduced argument of a trigonometric function, which all of them share. */
    TrigLowering reduced(Value x) {
        return values.angles().computeIfAbsent(x, absent -> new TrigLowering(this, x));
    }

    /** Returns floats, truncated to twelve significant bits. */
    Value leadingBits(Value value) {
        return fromBits(and(bitsOf(value), int32(0xfffff000)));
    }
}

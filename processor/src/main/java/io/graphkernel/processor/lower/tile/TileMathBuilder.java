package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Origin;
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
    TileValue number(double value) {
        return TileValue.Number.of((float) value, DataType.F32);
    }

    /** Returns a 32-bit integer. */
    TileValue int32(int value) {
        return TileValue.Number.of(value, DataType.I32);
    }

    /** Appends an instruction whose last operand may be a number. */
    private TileValue.Lanes apply(Operation operation, DataType dtype, TileValue... operands) {
        List<TileValue.Lanes> sources = new ArrayList<>();
        int last = operands.length - 1;
        for (int i = 0; i < last; i++) {
            sources.add(lanes(operands[i]));
        }
        if (operands[last] instanceof TileValue.Number number) {
            return values.step(operation, dtype, sources, number.number(), origin);
        }
        sources.add(lanes(operands[last]));
        return values.step(operation, dtype, sources, null, origin);
    }

    private TileValue.Lanes lanes(TileValue value) {
        return values.inComputeDtype(value, origin);
    }

    private static boolean isNumber(TileValue value) {
        return value instanceof TileValue.Number;
    }

    private TileValue binary(Operation operation, TileValue left, TileValue right) {
        return apply(operation, dtype(left), left, right);
    }

    private TileValue unary(Operation operation, TileValue value) {
        TileValue.Lanes source = lanes(value);
        return apply(operation, source.dtype(), source);
    }

    private TileValue commutative(Operation operation, TileValue left, TileValue right) {
        return isNumber(left) ? binary(operation, right, left) : binary(operation, left, right);
    }

    private DataType dtype(TileValue value) {
        return TileKernel.computed(value.dtype());
    }

    /** Returns true if elements have 64 significant bits. */
    private boolean isWide(TileValue value) {
        return dtype(value).byteSize() > Float.BYTES;
    }

    private boolean areWide(TileValue left, TileValue right) {
        return isWide(left) || isWide(right);
    }

    private Int64Lowering pairs() {
        return new Int64Lowering(this);
    }

    /** Returns a 64-bit value as two words. */
    TileValue.Pair pair(TileValue value) {
        return values.pair(value, origin);
    }

    /** Returns a 64-bit value of two words, in the dtype of another one. */
    TileValue paired(TileValue low, TileValue high, TileValue.Pair like) {
        return new TileValue.Pair(lanes(low), lanes(high), like.dtype());
    }

    TileValue plus(TileValue left, TileValue right) {
        return areWide(left, right) ? pairs().plus(pair(left), pair(right)) : sum(left, right);
    }

    private TileValue sum(TileValue left, TileValue right) {
        return commutative(Operation.ADD, left, right);
    }

    /**
     * Subtracts. Only the last operand may be a number: {@code x - c} is {@code x + -c}, and {@code c - x} is {@code -x
     * + c}, which preserves the signs of zeros. The minimum integer has no negative.
     */
    TileValue minus(TileValue left, TileValue right) {
        if (areWide(left, right)) {
            return pairs().minus(pair(left), pair(right));
        }
        return isNumber(left) && !isNumber(right) ? plus(negate(right), left) : binary(Operation.SUBTRACT, left, right);
    }

    TileValue times(TileValue left, TileValue right) {
        if (areWide(left, right)) {
            return pairs().times(pair(left), pair(right));
        }
        return commutative(Operation.MULTIPLY, left, right);
    }

    TileValue div(TileValue left, TileValue right) {
        return binary(Operation.DIVIDE, left, lanes(right));
    }

    TileValue max(TileValue left, TileValue right) {
        if (areWide(left, right)) {
            return select(less(left, right), right, left);
        }
        return commutative(Operation.MAXIMUM, left, right);
    }

    TileValue min(TileValue left, TileValue right) {
        if (areWide(left, right)) {
            return select(less(left, right), left, right);
        }
        return commutative(Operation.MINIMUM, left, right);
    }

    TileValue negate(TileValue value) {
        return isWide(value)
                ? minus(TileValue.Number.of(0, DataType.I64), value)
                : times(value, TileValue.Number.of(-1, dtype(value)));
    }

    /** Returns the absolute value of floats. */
    TileValue abs(TileValue value) {
        return unary(Operation.ABSOLUTE, value);
    }

    TileValue sqrt(TileValue value) {
        return unary(Operation.SQUARE_ROOT, value);
    }

    TileValue exp(TileValue value) {
        return unary(Operation.EXPONENTIAL, value);
    }

    TileValue log(TileValue value) {
        return unary(Operation.LOGARITHM, value);
    }

    TileValue round(Operation operation, TileValue value) {
        return unary(operation, value);
    }

    /** Shifts 32-bit integers to the right arithmetically. */
    TileValue shiftRight(TileValue value, int bits) {
        return apply(Operation.SHIFT_RIGHT, DataType.I32, lanes(value), int32(bits));
    }

    /** Returns an integer of a dtype. */
    TileValue integer(int value, DataType dtype) {
        return TileValue.Number.of(value, dtype);
    }

    /** Converts a value by a conversion instruction. */
    TileValue convert(Operation operation, TileValue value, DataType dtype) {
        return apply(operation, dtype, lanes(value));
    }

    /** Converts integers to floats. */
    TileValue toFloat(TileValue integers) {
        return convert(Operation.CONVERT, integers, DataType.F32);
    }

    /** Evaluates a polynomial by Horner's rule; the coefficients begin with the highest power. */
    TileValue polynomial(TileValue x, double... coefficients) {
        TileValue sum = number(coefficients[0]);
        for (int i = 1; i < coefficients.length; i++) {
            sum = plus(times(sum, x), number(coefficients[i]));
        }
        return sum;
    }

    /**
     * Returns the mask of a comparison. For integers only equality has an instruction, from which the others are
     * derived.
     */
    TileValue compare(Operation operation, TileValue left, TileValue right) {
        if (areWide(left, right)) {
            return pairs().compare(operation, pair(left), pair(right));
        }
        if (isNumber(left) && !isNumber(right)) {
            return compare(mirrored(operation), right, left);
        }
        if (dtype(left) == DataType.BOOL) {
            TileValue differ = xor(left, right);
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

    TileValue less(TileValue left, TileValue right) {
        return compare(Operation.LESS, left, right);
    }

    TileValue equal(TileValue left, TileValue right) {
        return compare(Operation.EQUAL, left, right);
    }

    /** Returns the conjunction of masks, or of the bits of integers. */
    TileValue and(TileValue left, TileValue right) {
        return binary(Operation.AND, lanes(left), lanes(right));
    }

    /** Returns the disjunction of masks, or of the bits of integers. */
    TileValue or(TileValue left, TileValue right) {
        return binary(Operation.OR, lanes(left), lanes(right));
    }

    /** Returns the complement of a mask, or of the bits of integers. */
    TileValue not(TileValue value) {
        return unary(Operation.NOT, value);
    }

    /** Returns the exclusive or of masks. */
    TileValue xor(TileValue left, TileValue right) {
        return and(or(left, right), not(and(left, right)));
    }

    /** Returns the first value where a mask holds, otherwise the second one. */
    TileValue select(TileValue mask, TileValue then, TileValue otherwise) {
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
    TileValue bitsOf(TileValue value) {
        return lanes(value).as(DataType.I32);
    }

    /** Returns the floats with the given bits. */
    TileValue fromBits(TileValue value) {
        return lanes(value).as(DataType.F32);
    }

    /** Returns two to the power of integral floats from -126 to 127; 0 for -127 and infinity for 128. */
    TileValue powerOfTwo(TileValue exponent) {
        return fromBits(convert(Operation.TRUNCATE, times(plus(exponent, number(127)), number(0x1p23)), DataType.I32));
    }

    /** Returns a non-negative value with the sign of another one. */
    TileValue withSign(TileValue magnitude, TileValue signed) {
        TileValue sign = and(bitsOf(signed), int32(Integer.MIN_VALUE));
        return fromBits(or(bitsOf(magnitude), sign));
    }

    /** Returns the rounding error of a float product, from exact products of split operands. */
    TileValue productError(TileValue left, TileValue right, TileValue product) {
        TileValue leftHigh = leadingBits(left);
        TileValue leftLow = minus(left, leftHigh);
        TileValue rightHigh = leadingBits(right);
        TileValue rightLow = minus(right, rightHigh);
        TileValue crossed = plus(minus(times(leftHigh, rightHigh), product), times(leftHigh, rightLow));
        return plus(plus(crossed, times(leftLow, rightHigh)), times(leftLow, rightLow));
    }

    /** Returns a word of random numbers for an index and two seeds. */
    TileValue random(int word, TileValue... operands) {
        List<TileValue.Lanes> halves = new ArrayList<>();
        for (TileValue operand : operands) {
            halves.add(pair(operand).low());
            halves.add(pair(operand).high());
        }
        return values.random(int32(word), halves, origin);
    }

    /** Returns the reduced argument of a trigonometric function, which all of them share. */
    TrigLowering reduced(TileValue x) {
        return values.angles().computeIfAbsent(x, absent -> new TrigLowering(this, x));
    }

    /** Returns floats, truncated to twelve significant bits. */
    TileValue leadingBits(TileValue value) {
        return fromBits(and(bitsOf(value), int32(0xfffff000)));
    }
}

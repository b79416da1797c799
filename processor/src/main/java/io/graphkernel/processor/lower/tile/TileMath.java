package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import java.util.ArrayList;
import java.util.List;

/** Writes formulas over the values of a tile: numbers are operands as others are, whatever the instructions take. */
final class TileMath {

    private final TileValues values;
    private final Origin origin;

    /**
     * Formulas of an op.
     *
     * @param values where its instructions go
     * @param origin where the op is in the Java file
     */
    TileMath(TileValues values, Origin origin) {
        this.values = values;
        this.origin = origin;
    }

    /** A float. */
    Value number(double value) {
        return Value.Number.of((float) value, DType.F32);
    }

    /** An integer of 32 bits. */
    Value whole(int value) {
        return Value.Number.of(value, DType.I32);
    }

    /** What an instruction gives whose last operand may be a number. */
    private Value.Lanes apply(Operation operation, DType dtype, Value... operands) {
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
        return values.computed(value, origin);
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

    private DType dtype(Value value) {
        return TileKernel.computed(value.dtype());
    }

    /** Whether elements have 64 bits, all of which count. */
    private boolean isWide(Value value) {
        return dtype(value).byteSize() > Float.BYTES;
    }

    private boolean areWide(Value left, Value right) {
        return isWide(left) || isWide(right);
    }

    private TilePairs pairs() {
        return new TilePairs(this);
    }

    private Value.Pair pair(Value value) {
        return values.pair(value, origin);
    }

    /** Elements of 64 bits out of their halves, of the dtype of others. */
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
     * A number is no tile: {@code x - c} is {@code x + -c}, and {@code c - x} is {@code -x + c}, with the signs of zeros. Of
     * integers the least one has no negative.
     */
    Value minus(Value left, Value right) {
        if (areWide(left, right)) {
            return pairs().minus(pair(left), pair(right));
        }
        return isNumber(left) && !isNumber(right)
                ? plus(negative(right), left)
                : binary(Operation.SUBTRACT, left, right);
    }

    Value times(Value left, Value right) {
        if (areWide(left, right)) {
            return pairs().times(pair(left), pair(right));
        }
        return commutative(Operation.MULTIPLY, left, right);
    }

    Value over(Value left, Value right) {
        return binary(Operation.DIVIDE, left, lanes(right));
    }

    Value larger(Value left, Value right) {
        if (areWide(left, right)) {
            return select(less(left, right), right, left);
        }
        return commutative(Operation.MAXIMUM, left, right);
    }

    Value smaller(Value left, Value right) {
        if (areWide(left, right)) {
            return select(less(left, right), left, right);
        }
        return commutative(Operation.MINIMUM, left, right);
    }

    Value negative(Value value) {
        return isWide(value)
                ? minus(Value.Number.of(0, DType.I64), value)
                : times(value, Value.Number.of(-1, dtype(value)));
    }

    /** Of floats. */
    Value magnitude(Value value) {
        return unary(Operation.ABSOLUTE, value);
    }

    Value root(Value value) {
        return unary(Operation.SQUARE_ROOT, value);
    }

    Value exponential(Value value) {
        return unary(Operation.EXPONENTIAL, value);
    }

    Value logarithm(Value value) {
        return unary(Operation.LOGARITHM, value);
    }

    Value rounded(Operation how, Value value) {
        return unary(how, value);
    }

    /** Integers of 32 bits without their lowest ones; what comes in has the sign. */
    Value shiftedRight(Value value, int bits) {
        return apply(Operation.SHIFT_RIGHT, DType.I32, lanes(value), whole(bits));
    }

    /** An integer of a dtype. */
    Value integer(int value, DType dtype) {
        return Value.Number.of(value, dtype);
    }

    /** The value by an instruction that converts. */
    Value converted(Operation how, Value value, DType dtype) {
        return apply(how, dtype, lanes(value));
    }

    /** Integers as floats. */
    Value floating(Value integers) {
        return converted(Operation.CONVERT, integers, DType.F32);
    }

    /** What a polynomial gives, by Horner's rule; coefficients from the highest power on. */
    Value polynomial(Value x, double... coefficients) {
        Value sum = number(coefficients[0]);
        for (int i = 1; i < coefficients.length; i++) {
            sum = plus(times(sum, x), number(coefficients[i]));
        }
        return sum;
    }

    /** A mask of where a comparison holds. Of integers there is an instruction for equal ones alone, which the others use. */
    Value compare(Operation operation, Value left, Value right) {
        if (areWide(left, right)) {
            return pairs().compare(operation, pair(left), pair(right));
        }
        if (isNumber(left) && !isNumber(right)) {
            return compare(mirrored(operation), right, left);
        }
        if (dtype(left) == DType.BOOL) {
            Value differ = exclusiveOr(left, right);
            return operation == Operation.NOT_EQUAL ? differ : not(differ);
        }
        if (dtype(left) == DType.F32 || operation == Operation.EQUAL) {
            return apply(operation, DType.BOOL, left, right);
        }
        return switch (operation) {
            case LESS_EQUAL -> compare(Operation.EQUAL, smaller(left, right), left);
            case GREATER_EQUAL -> compare(Operation.EQUAL, larger(left, right), left);
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

    /** Of masks, or of the bits of integers. */
    Value and(Value left, Value right) {
        return binary(Operation.AND, lanes(left), lanes(right));
    }

    /** Of masks, or of the bits of integers. */
    Value or(Value left, Value right) {
        return binary(Operation.OR, lanes(left), lanes(right));
    }

    /** Of a mask, or of the bits of integers. */
    Value not(Value value) {
        return unary(Operation.NOT, value);
    }

    /** Of masks. */
    Value exclusiveOr(Value left, Value right) {
        return and(or(left, right), not(and(left, right)));
    }

    /** The first value where a mask holds, else the other one. */
    Value select(Value mask, Value then, Value otherwise) {
        if (areWide(then, otherwise)) {
            return pairs().select(mask, pair(then), pair(otherwise));
        }
        return switch (dtype(then)) {
            case BOOL -> or(and(mask, then), and(not(mask), otherwise));
            // The instruction takes floats, whose bits it copies.
            case I32 ->
                apply(
                                Operation.SELECT,
                                DType.F32,
                                lanes(mask),
                                lanes(then).as(DType.F32),
                                lanes(otherwise).as(DType.F32))
                        .as(DType.I32);
            default ->
                isNumber(then) && !isNumber(otherwise)
                        ? select(not(mask), otherwise, then)
                        : apply(Operation.SELECT, DType.F32, lanes(mask), then, otherwise);
        };
    }

    /** The bits of floats. */
    Value bits(Value value) {
        return lanes(value).as(DType.I32);
    }

    /** The floats with some bits. */
    Value ofBits(Value value) {
        return lanes(value).as(DType.F32);
    }

    /** Two to the power of whole floats from -126 to 127; 0 for -127 and infinity for 128. */
    Value powerOfTwo(Value exponent) {
        return ofBits(converted(Operation.TRUNCATE, times(plus(exponent, number(127)), number(0x1p23)), DType.I32));
    }

    /** A value that is not negative, with the sign of another one. */
    Value withSign(Value magnitude, Value signed) {
        Value sign = and(bits(signed), whole(Integer.MIN_VALUE));
        return ofBits(or(bits(magnitude), sign));
    }

    /** What rounding took from a product of floats, as a sum of products of halves of their digits, which are exact. */
    Value lostOfProduct(Value left, Value right, Value product) {
        Value leftHigh = leading(left);
        Value leftLow = minus(left, leftHigh);
        Value rightHigh = leading(right);
        Value rightLow = minus(right, rightHigh);
        Value crossed = plus(minus(times(leftHigh, rightHigh), product), times(leftHigh, rightLow));
        return plus(plus(crossed, times(leftLow, rightHigh)), times(leftLow, rightLow));
    }

    /** A word of the random numbers of an index and two seeds. */
    Value random(int word, Value... operands) {
        List<Value.Lanes> halves = new ArrayList<>();
        for (Value operand : operands) {
            halves.add(pair(operand).low());
            halves.add(pair(operand).high());
        }
        return values.random(whole(word), halves, origin);
    }

    /** An argument of sine, cosine or tangent, which is reduced once for all of them. */
    TileTrigonometry reduced(Value x) {
        return values.angles().computeIfAbsent(x, absent -> new TileTrigonometry(this, x));
    }

    /** The first twelve digits of floats. */
    Value leading(Value value) {
        return ofBits(and(bits(value), whole(0xfffff000)));
    }
}

package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.lower.tile.TileExpansions.Expansion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Sine, cosine and tangent, with the polynomials of the native ones, {@code gk_math_trig.h}. Every argument is reduced by the method
 * of Payne and Hanek: of 2/π those bits are multiplied whose products with it are no multiples of 4, in pieces of 16 bits.
 */
final class TileTrigonometry {

    static final Map<String, Expansion> ALL = Map.ofEntries(
            entry("sin", (m, x) -> m.reduced(x[0]).sine(0)),
            entry("cos", (m, x) -> m.reduced(x[0]).sine(1)),
            entry("tan", (m, x) -> m.reduced(x[0]).tangent()));

    /** The bits of 2/π after the point, after 32 zeros in place of those before it. */
    private static final int[] TWO_OVER_PI = {
        0, 0, 0xa2f9, 0x836e, 0x4e44, 0x1529, 0xfc27, 0x57d1, 0xf534, 0xddc0, 0xdb62, 0x9599, 0x3c43, 0x9041, 0xfe51,
        0x63ab
    };

    /** The pieces of an argument, and those of 2/π that it is multiplied with. */
    private static final int PIECES = 3;

    private static final int DIGITS = 7;

    /** The last piece with which these may begin. */
    private static final int LAST_BEGIN = 8;

    /** What is kept of a product: a quadrant has 62 bits. */
    private static final int COLUMNS = 4;

    private static final int PIECE_BITS = 16;

    private static final int PIECE = 0xffff;

    private static final int FRACTION = 0x007fffff;

    private static final int FRACTION_BITS = 23;

    /** The exponent from which on 2/π is read from its first bit. */
    private static final int FIRST_EXPONENT = 120;

    private final TileMath m;
    private final Value x;
    private final Value angle;
    private final Value low;
    private final Value quadrant;

    /** The argument is a multiple of π/2 and an angle of at most π/4, with what that lost by rounding. */
    TileTrigonometry(TileMath m, Value x) {
        this.m = m;
        this.x = x;
        List<Value> columns = turns(m.and(m.bits(x), m.whole(Integer.MAX_VALUE)));
        Value high = m.plus(m.times(columns.get(3), m.whole(1 << PIECE_BITS)), columns.get(2));
        Value nearest = m.and(m.shiftedRight(m.plus(high, m.whole(1 << 29)), 30), m.whole(3));
        Value left = m.minus(high, m.times(nearest, m.whole(1 << 30)));

        Value first = m.times(m.floating(m.shiftedRight(left, PIECE_BITS)), m.number(0x1p-14));
        Value second = m.times(m.floating(lower(left)), m.number(0x1p-30));
        Value sum = m.plus(first, second);
        Value lost = m.minus(second, m.minus(sum, first));
        Value last = m.plus(
                m.times(m.floating(columns.get(1)), m.number(0x1p-46)),
                m.times(m.floating(columns.get(0)), m.number(0x1p-62)));
        Value rest = m.plus(lost, last);
        Value turn = m.plus(sum, rest);
        Value ofTurn = m.minus(rest, m.minus(turn, sum));
        Value halfPi = m.number(0x1.921fb6p+0);
        Value product = m.times(turn, halfPi);
        Value ofProduct = m.plus(
                m.lostOfProduct(turn, halfPi, product),
                m.plus(m.times(turn, m.number(-0x1.777a5cp-25)), m.times(ofTurn, halfPi)));

        Value sign = m.withSign(m.number(1), x);
        Value isSmall = m.less(m.magnitude(x), m.number(0x1.921fb6p-1));
        this.angle = m.select(isSmall, x, m.times(product, sign));
        this.low = m.select(m.not(isSmall), m.times(ofProduct, sign), m.number(0));
        Value signed = m.select(m.not(isSmall), m.times(m.floating(nearest), sign), m.number(0));
        this.quadrant = m.converted(Operation.TRUNCATE, signed, DType.I32);
    }

    /** An angle of at most π/4, after so many multiples of π/2. */
    TileTrigonometry(TileMath m, Value angle, Value quadrant) {
        this.m = m;
        this.x = angle;
        this.angle = angle;
        this.low = m.number(0);
        this.quadrant = quadrant;
    }

    private Value lower(Value word) {
        return m.and(word, m.whole(PIECE));
    }

    private Value upper(Value word) {
        return lower(m.shiftedRight(word, PIECE_BITS));
    }

    /** A magnitude times 2/π modulo 4, in pieces of 16 bits, the lowest first, of which the highest one has the quadrant. */
    private List<Value> turns(Value bits) {
        Value position = m.larger(m.plus(m.shiftedRight(bits, FRACTION_BITS), m.whole(-FIRST_EXPONENT)), m.whole(0));
        Value begin = m.shiftedRight(position, 4);
        Value moved = m.floating(m.and(position, m.whole(PIECE_BITS - 1)));
        Value whole = m.floating(m.or(m.and(bits, m.whole(FRACTION)), m.whole(FRACTION + 1)));
        List<Value> pieces = pieces(m.times(whole, m.powerOfTwo(moved)));
        List<Value> digits = digits(begin, m.times(moved, m.number(0)));
        Value[] columns = new Value[COLUMNS];
        for (int i = 0; i < PIECES; i++) {
            for (int j = i; j < DIGITS && j - i <= COLUMNS; j++) {
                Value product = m.times(pieces.get(i), digits.get(j));
                int column = COLUMNS - 1 - (j - i);
                if (column >= 0) {
                    add(columns, column, lower(product));
                }
                if (column + 1 < COLUMNS) {
                    add(columns, column + 1, upper(product));
                }
            }
        }
        List<Value> turns = new ArrayList<>();
        for (int i = 0; i < COLUMNS; i++) {
            turns.add(lower(columns[i]));
            if (i + 1 < COLUMNS) {
                add(columns, i + 1, m.shiftedRight(columns[i], PIECE_BITS));
            }
        }
        return turns;
    }

    private void add(Value[] columns, int column, Value value) {
        columns[column] = columns[column] == null ? value : m.plus(columns[column], value);
    }

    /** Of a float that is an integer of up to 48 bits, the lowest first. */
    private List<Value> pieces(Value whole) {
        List<Value> pieces = new ArrayList<>();
        Value rest = whole;
        for (int i = PIECES - 1; i >= 0; i--) {
            double unit = Math.scalb(1.0, i * PIECE_BITS);
            Value piece = m.rounded(Operation.ROUND_DOWN, m.times(rest, m.number(1 / unit)));
            rest = m.minus(rest, m.times(piece, m.number(unit)));
            pieces.add(0, m.converted(Operation.TRUNCATE, piece, DType.I32));
        }
        return pieces;
    }

    /** Pieces of 2/π from one of them on; zeros are numbers to begin with. */
    private List<Value> digits(Value begin, Value zeros) {
        List<Value> others = new ArrayList<>();
        for (int i = 0; i < LAST_BEGIN; i++) {
            others.add(m.not(m.equal(begin, m.whole(i))));
        }
        List<Value> digits = new ArrayList<>();
        for (int j = 0; j < DIGITS; j++) {
            Value digit = m.plus(zeros, m.number(piece(LAST_BEGIN + j)));
            for (int i = 0; i < LAST_BEGIN; i++) {
                digit = m.select(others.get(i), digit, m.number(piece(i + j)));
            }
            digits.add(m.converted(Operation.TRUNCATE, digit, DType.I32));
        }
        return digits;
    }

    private static int piece(int index) {
        return TWO_OVER_PI[index];
    }

    /** The sine of so many quadrants more. */
    Value sine(int quadrants) {
        Value y = m.times(angle, angle);
        Value p = m.polynomial(y, -0x1.995400p-13, 0x1.110778p-7, -0x1.555546p-3);
        Value sum = m.plus(m.plus(m.times(m.times(p, y), angle), low), angle);
        Value sine = m.withSign(m.magnitude(sum), angle);
        Value q = m.polynomial(y, 0x1.99e80cp-16, -0x1.6c0c28p-10, 0x1.55554ap-5);
        Value near = m.plus(m.times(y, m.number(-0.5)), m.number(1));
        Value cosine = m.plus(m.times(m.times(q, y), y), m.minus(near, m.times(angle, low)));
        Value turned = m.plus(quadrant, m.whole(quadrants));
        Value isOdd = m.equal(m.and(turned, m.whole(1)), m.whole(1));
        Value sign = m.minus(m.number(1), m.floating(m.and(turned, m.whole(2))));
        return unlessInfinite(m.times(m.select(isOdd, cosine, sine), sign));
    }

    private Value unlessInfinite(Value value) {
        Value isFinite = m.less(m.magnitude(x), m.number(Double.POSITIVE_INFINITY));
        return m.select(isFinite, value, m.minus(x, x));
    }

    /** Or minus its reciprocal where the quadrant is odd; its derivative is nearly 1 + y. */
    private Value tangent() {
        Value y = m.times(angle, angle);
        Value p = m.polynomial(
                y,
                0x1.311f00p-8,
                -0x1.f4bb58p-12,
                0x1.71b8acp-7,
                0x1.59dd86p-6,
                0x1.bb2198p-5,
                0x1.110c06p-3,
                0x1.555566p-2);
        Value rest = m.plus(m.times(m.times(p, y), angle), m.plus(m.times(low, y), low));
        Value tangent = m.plus(angle, rest);
        Value lost = m.minus(rest, m.minus(tangent, angle));
        Value quotient = m.over(m.number(-1), tangent);
        Value cotangent = m.plus(m.times(m.times(quotient, quotient), lost), quotient);
        Value isOdd = m.equal(m.and(quadrant, m.whole(1)), m.whole(1));
        Value result = unlessInfinite(m.select(isOdd, cotangent, tangent));
        return m.select(m.equal(x, m.number(0)), x, result);
    }
}

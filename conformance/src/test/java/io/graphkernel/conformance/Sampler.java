package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Format;
import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/** Draws elements of an operand. */
@FunctionalInterface
interface Sampler {

    Scalar sample(DType dtype, SplittableRandom random);

    /** Draws the element at a position, which is valid during the call only. */
    default Scalar sample(DType dtype, SplittableRandom random, int... position) {
        return sample(dtype, random);
    }

    /** Draws as this one does, with 1, 2, … times a number added to the diagonal of matrices in the last two axes. */
    default Sampler withDiagonal(double step) {
        Sampler drawn = this;
        return new Sampler() {
            @Override
            public Scalar sample(DType dtype, SplittableRandom random) {
                return drawn.sample(dtype, random);
            }

            @Override
            public Scalar sample(DType dtype, SplittableRandom random, int... position) {
                Scalar element = drawn.sample(dtype, random);
                int column = position[position.length - 1];
                return position[position.length - 2] == column
                        ? Numbers.number(dtype, element.asDouble() + step * (column + 1))
                        : element;
            }
        };
    }

    /** Returns true if operands of all magnitudes, infinities and NaN are to be tried. */
    default boolean isUnlimited() {
        return false;
    }

    /** Numbers of all magnitudes that the operand may have, from the smallest to infinity: the walk of magnitudes. */
    default List<Scalar> magnitudes(DType dtype) {
        return Specials.all(dtype);
    }

    /** Draws as this one does, and walks all magnitudes that the dtype has. */
    default Sampler atAllMagnitudes() {
        return this::sample;
    }

    /** Draws as this one does, and walks the magnitudes within bounds. */
    default Sampler atMagnitudes(double low, double high) {
        return within(low, high, this);
    }

    /** Draws as this one does, and walks nothing. */
    default Sampler atNoMagnitudes() {
        return atMagnitudes(1, -1);
    }

    /** Common numbers, with a special one here and there. */
    static Sampler anything() {
        return new Sampler() {
            @Override
            public Scalar sample(DType dtype, SplittableRandom random) {
                return random.nextInt(16) == 0
                        ? Specials.any(dtype, random)
                        : between(-12, 12).sample(dtype, random);
            }

            @Override
            public boolean isUnlimited() {
                return true;
            }
        };
    }

    /** Numbers within bounds, as far as the dtype has them. */
    static Sampler between(double low, double high) {
        return within(low, high, (dtype, random) -> {
            if (Numbers.isReal(dtype)) {
                return Numbers.number(dtype, random.nextDouble(low, high));
            }
            long least = Math.max((long) Math.ceil(low), IntegerScalar.smallest(dtype));
            long most = Math.min((long) Math.floor(high), IntegerScalar.largest(dtype));
            return new IntegerScalar(dtype, random.nextLong(least, most + 1));
        });
    }

    /** A logarithm within bounds. */
    static Sampler magnitudes(double low, double high) {
        return within(
                low,
                high,
                (dtype, random) -> Numbers.number(dtype, Math.exp(random.nextDouble(Math.log(low), Math.log(high)))));
    }

    private static Sampler within(double low, double high, Sampler drawn) {
        return new Sampler() {
            @Override
            public Scalar sample(DType dtype, SplittableRandom random) {
                return drawn.sample(dtype, random);
            }

            @Override
            public List<Scalar> magnitudes(DType dtype) {
                return Specials.all(dtype).stream()
                        .filter(value -> value.asDouble() >= low && value.asDouble() <= high)
                        .toList();
            }
        };
    }

    /** One of the given numbers. */
    static Sampler oneOf(double... values) {
        return new Sampler() {
            @Override
            public Scalar sample(DType dtype, SplittableRandom random) {
                return Numbers.number(dtype, values[random.nextInt(values.length)]);
            }

            @Override
            public List<Scalar> magnitudes(DType dtype) {
                return DoubleStream.of(values)
                        .mapToObj(value -> Numbers.number(dtype, value))
                        .toList();
            }
        };
    }

    /** A bit pattern of the dtype. */
    static Scalar ofBits(DType dtype, long bits) {
        if (!Numbers.isReal(dtype)) {
            return IntegerScalar.wrap(dtype, bits);
        }
        Format format = Numbers.precision(dtype).stored();
        return Real.exact(format.decode(bits), Numbers.precision(dtype));
    }
}

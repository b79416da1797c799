package io.graphkernel.runtime.internal.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two floats combined in float are what they are combined in double and rounded, whatever their bits. */
class FloatPairsTest {
    private static final int COUNT = 300_000;

    @ParameterizedTest
    @EnumSource
    void floatPair_isTheRoundedDouble(ReduceOp op) {
        SplittableRandom random = new SplittableRandom(op.ordinal());
        float[] a = new float[COUNT];
        float[] b = new float[COUNT];
        for (int i = 0; i < COUNT; i++) {
            a[i] = Float.intBitsToFloat(random.nextInt());
            // Near enough for sums to round, and for products to become subnormal.
            int scale = random.nextInt(-30, 31);
            b[i] = switch (i % 3) {
                case 0 -> Float.intBitsToFloat(random.nextInt());
                case 1 -> Math.scalb(a[i] * (float) random.nextDouble(-1, 1), scale);
                default -> Math.scalb((float) random.nextDouble(1, 2), -150 - Math.getExponent(a[i]) + scale);
            };
        }
        try (Tensor first = Tensor.of(a, COUNT);
                Tensor second = Tensor.of(b, COUNT);
                Tensor target = Tensor.zeros(COUNT)) {
            FloatPairs.combine(op, new long[] {first.address(), second.address()}, target.address(), 0, COUNT);
            float[] found = target.toFloatArray();
            for (int i = 0; i < COUNT; i++) {
                double exact = switch (op) {
                    case SUM -> (double) a[i] + b[i];
                    case PROD -> (double) a[i] * b[i];
                    case MIN -> Math.min((double) a[i], b[i]);
                    case MAX -> Math.max((double) a[i], b[i]);
                };
                assertThat(Float.floatToIntBits(found[i]))
                        .as("%s of %s and %s", op, a[i], b[i])
                        .isEqualTo(Float.floatToIntBits((float) exact));
            }
        }
    }
}

package io.graphkernel.runtime.generated.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The checks of arguments, and eager ops that call them. */
class ArgumentChecksTest {

    private static final String OP = "narrow";

    @Test
    void numbers_atTheirBounds_areAccepted() {
        assertThatCode(() -> {
                    ArgumentChecks.atLeast(OP, "start", 0, 0);
                    ArgumentChecks.atMost(OP, "start", 3, 3);
                    ArgumentChecks.within(OP, "start", 3, 3);
                    ArgumentChecks.equal(OP, "start", 3, 3);
                    ArgumentChecks.different(OP, "start", 2, 1);
                    ArgumentChecks.sizes(OP, "dims", new long[] {0, 1});
                    ArgumentChecks.elements(OP, new long[] {1L << 26}, new long[] {1L << 26});
                })
                .doesNotThrowAnyException();
    }

    @Test
    void numbers_outsideTheirBounds_areNamedWithTheBound() {
        rejects(() -> ArgumentChecks.atLeast(OP, "start", -1, 0), "narrow: start is -1 but must be at least 0");
        rejects(() -> ArgumentChecks.atMost(OP, "start", 4, 3), "narrow: start is 4 but must be at most 3");
        rejects(() -> ArgumentChecks.equal(OP, "sum", 4, 3), "narrow: sum is 4 but must be equal to 3");
        rejects(() -> ArgumentChecks.different(OP, "dim", 1, 1), "narrow: dim is 1 but must be different from 1");
        rejects(
                () -> ArgumentChecks.sizes(OP, "dims", new long[] {0, Long.MIN_VALUE}),
                "narrow: dims[1] is -9223372036854775808 but must be at least 0");
        assertThatThrownBy(() -> ArgumentChecks.sizes(OP, "dims", null)).isInstanceOf(NullTensorException.class);
    }

    @Test
    void conditionsOfKernels_thatAreViolated_areNamedWithTheirLine() {
        String location = "row (Loops.java:25): narrow";
        String start = "[GK-6049] size constraint is violated: " + location + ": ";

        rejects(() -> ArgumentChecks.atMost(location, "length", 2, 1, "2", "n - k"), start + """
                        length is 2 but must be at most n - k, which is 1
                        because: the kernel needs 2 <= n - k
                        fix: pass numbers, or tensors of such dims, for which 2 <= n - k""");
        rejects(
                () -> ArgumentChecks.atLeast(location, "start", -1, 0, "k - 3", "0"),
                "start is -1 but must be at least 0");
        rejects(
                () -> ArgumentChecks.equal(location, "the product of dims", 8, 6, "4*n", "n*d"),
                "the product of dims is 8 but must be equal to n*d, which is 6");
        rejects(() -> ArgumentChecks.different(location, "dim 1 of x", 1, 1, "n", "1"), "must be different from 1");
        assertThatCode(() -> {
                    ArgumentChecks.atMost(location, "length", 1, 1, "1", "n - k");
                    ArgumentChecks.atLeast(location, "start", 0, 0, "k - 3", "0");
                    ArgumentChecks.equal(location, "the product of dims", 6, 6, "4*n", "n*d");
                    ArgumentChecks.different(location, "dim 1 of x", 2, 1, "n", "1");
                })
                .doesNotThrowAnyException();
    }

    @Test
    void elements_thatNoMemoryHolds_areRefusedAlsoIfThereAreNone() {
        rejects(() -> ArgumentChecks.elements(OP, new long[] {1L << 27, 1L << 26}), "must be at most 4503599627370496");
        rejects(() -> ArgumentChecks.elements(OP, new long[] {1L << 62, 1L << 62}), "is 9223372036854775807");
        rejects(() -> ArgumentChecks.elements(OP, new long[] {0, 1L << 60}), "the number of elements");
    }

    @Test
    void counts_thatAreNegative_areRefusedEagerly() {
        Tensor x = Tensor.of(new float[] {5}, 1);

        rejects(() -> Ops.tile(x, -1), "tile: multiples[0] is -1 but must be at least 0");
        rejects(() -> Ops.repeatInterleaveInt(x, -1, 0), "repeatInterleaveInt: repeats is -1 but must be at least 0");
        rejects(() -> Ops.narrow(x, 0, -1, 2), "narrow: start is -1 but must be at least 0");
        rejects(() -> Ops.narrow(x, 0, 1, 1), "narrow: length is 1 but must be at most 0");
        rejects(() -> Ops.slice(x, new long[] {0}, new long[] {2}), "slice: size[0] is 2 but must be at most 1");
        rejects(
                () -> Ops.splitWithSize(x, new long[] {Long.MAX_VALUE, Long.MAX_VALUE, 3}, 0),
                "splitWithSize: sizes[0]");
        rejects(() -> Ops.pad(x, 0, new long[] {-1}, new long[] {1}), "pad: before[0] is -1");
    }

    @Test
    void emptyBatch_isReshapedAndNormalizedEagerly() {
        Tensor x = Tensor.zeros(0, 4, 3);
        Tensor ones = Tensor.full(1f, 4);

        assertThat(Ops.reshape(x, 0, -1).dimensions()).containsExactly(0, 12);
        assertThat(Ops.groupNorm(x, ones, ones, 2).y().dimensions()).containsExactly(0, 4, 3);
    }

    /** As in PyTorch: the divisor is not below 0. */
    @Test
    void variance_ofFewerElementsThanTheCorrection_isInfiniteOrNaN() {
        Tensor x = Tensor.of(new float[] {0, 2}, 2);

        assertThat(Ops.reduceVariance(x, 0, false, 3).getDouble()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Ops.reduceVariance(x, 0, false, 2).getDouble()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Ops.reduceVariance(x, 0, false, 1).getDouble()).isEqualTo(2);
        assertThat(Ops.reduceStd(x, 0, false, 5).getDouble()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Ops.reduceVariance(Tensor.zeros(0), 0, false, 1).getDouble()).isNaN();
        assertThat(Ops.reduceVariance(Tensor.zeros(1), 0, false, 1).getDouble()).isNaN();
    }

    private static void rejects(ThrowingCallable call, String message) {
        assertThatThrownBy(call)
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageStartingWith("[GK-6049] ")
                .hasMessageContaining(message);
    }
}

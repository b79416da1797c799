package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Composite ops that move elements, combine any number of tensors, or round. */
class CompositeOpsTest {

    private static final Tensor MATRIX = Tensor.of(new int[] {1, 2, 3, 4, 5, 6}, 2, 3);

    @Test
    void tile_repeatsAlongEveryAxisAndAddsAxes() {
        Tensor tiled = Ops.tile(MATRIX, 2, 1, 2);

        assertThat(tiled.dimensions()).containsExactly(2, 2, 6);
        assertThat(tiled.toIntArray())
                .containsExactly(1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6);
    }

    @Test
    void repeatInterleave_repeatsElements() {
        assertThat(Ops.repeatInterleaveInt(MATRIX, 2, 0).toIntArray())
                .containsExactly(1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6);
        assertThat(Ops.repeatInterleaveInt(MATRIX, 2, -1).toIntArray())
                .containsExactly(1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6);
    }

    @Test
    void pad_padsEachAxis() {
        Tensor padded = Ops.pad(MATRIX, 9, new long[] {1, 0}, new long[] {0, 2});

        assertThat(padded.dimensions()).containsExactly(3, 5);
        assertThat(padded.toIntArray()).containsExactly(9, 9, 9, 9, 9, 1, 2, 3, 9, 9, 4, 5, 6, 9, 9);
    }

    @Test
    void pad_ofAScalar_isANewTensor() {
        Tensor scalar = Tensor.scalar(2f);

        assertThat(Ops.pad(scalar, 0.0, new long[0], new long[0])).isNotSameAs(scalar);
    }

    @Test
    void slice_ofSizeMinusOne_extendsToTheEnd() {
        assertThat(Ops.slice(MATRIX, new long[] {1, 1}, new long[] {1, -1}).toIntArray())
                .containsExactly(5, 6);
        assertThat(Ops.narrow(MATRIX, 1, 1, 1).toIntArray()).containsExactly(2, 5);
    }

    @Test
    void splitAndStack_areInverse() {
        Tensor[] chunks = Ops.split(MATRIX, 3, 1);
        Tensor[] slices = Ops.unstack(MATRIX, 0);

        assertThat(chunks).hasSize(3);
        assertThat(chunks[2].toIntArray()).containsExactly(3, 6);
        assertThat(Ops.concat(1, chunks).toIntArray()).isEqualTo(MATRIX.toIntArray());
        assertThat(slices[1].dimensions()).containsExactly(3);
        assertThat(Ops.stack(0, slices).toIntArray()).isEqualTo(MATRIX.toIntArray());
        assertThat(Ops.stack(-1, slices).toIntArray()).containsExactly(1, 4, 2, 5, 3, 6);
    }

    @Test
    void splitWithSize_returnsTheGivenSizes() {
        Tensor[] chunks = Ops.splitWithSize(MATRIX, new long[] {2, 0, 1}, -1);

        assertThat(chunks).hasSize(3);
        assertThat(chunks[0].toIntArray()).containsExactly(1, 2, 4, 5);
        assertThat(chunks[1].dimensions()).containsExactly(2, 0);
        assertThat(chunks[2].toIntArray()).containsExactly(3, 6);
        for (long[] sizes : new long[][] {{2, 2}, {1, 1}, {4, -1}, {}}) {
            assertThatThrownBy(() -> Ops.splitWithSize(MATRIX, sizes, 1))
                    .isInstanceOf(GraphKernelException.class)
                    .hasMessageContaining("sizes");
        }
    }

    @Test
    void splitMatMuls_returnTheNumberInTheirNames() {
        Tensor x = Tensor.of(new float[] {1, 2}, 1, 2);
        Tensor weight = Tensor.of(new float[] {1, 0, 0, 1, 1, 1}, 3, 2);

        assertThat(Ops.matmulSplitOut2(x, weight, 1, 2).second().toFloatArray()).containsExactly(2, 3);
        assertThatThrownBy(() -> Ops.matmulSplitOut2(x, weight, 1, 1, 1))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("2 parts");
        assertThatThrownBy(() -> Ops.matmulSplitSiluOut3(x, weight, 3, 1, 1, 1))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("from 0 to 2");
    }

    @Test
    void linearAlgebra_ofOtherMatrices_requiresSquareOnes() {
        Tensor wide = Tensor.of(new float[6], 2, 3);
        Tensor right = Tensor.of(new float[2], 2, 1);

        assertNeedsSquare("cholesky", "x", () -> Ops.cholesky(wide));
        assertNeedsSquare("luFactor", "x", () -> Ops.luFactor(wide));
        assertNeedsSquare("eigh", "x", () -> Ops.eigh(wide));
        assertNeedsSquare("inverse", "x", () -> Ops.inverse(wide));
        assertNeedsSquare("determinant", "x", () -> Ops.determinant(wide));
        assertNeedsSquare("logDeterminant", "x", () -> Ops.logDeterminant(wide));
        assertNeedsSquare("solve", "a", () -> Ops.solve(wide, right));
        assertNeedsSquare("triangularSolve", "a", () -> Ops.triangularSolve(wide, right));
        assertNeedsSquare("luSolve", "factors", () -> Ops.luSolve(wide, Ops.index(0, 2), right));
        assertThatThrownBy(() -> Ops.inverse(Tensor.of(new float[2], 2)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("inverse: x cannot be f32[2]")
                .hasMessageContaining("it needs square matrices in the last two axes");
    }

    private static void assertNeedsSquare(String op, String operand, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining(op + ": " + operand + " cannot be f32[2, 3]")
                .hasMessageContaining("it needs square matrices in the last two axes");
    }

    @Test
    void squeezeAndExpandDims_areInverse() {
        assertThat(Ops.expandDims(MATRIX, -1).dimensions()).containsExactly(2, 3, 1);
        assertThat(Ops.squeeze(Ops.expandDims(MATRIX, 0)).dimensions()).containsExactly(2, 3);
        assertThat(Ops.flatten(Ops.expandDims(MATRIX, 0), 2).dimensions()).containsExactly(2, 3);
    }

    @Test
    void movedim_ofSeveralAxes_insertsThemAtTheirDestinations() {
        Tensor x = Ops.zerosLike(Tensor.of(new float[24], 2, 3, 4));

        assertThat(Ops.movedim(x, Ops.axes(0, 1), Ops.axes(2, 0)).dimensions()).containsExactly(3, 4, 2);
        assertThat(Ops.movedim(x, -1, 0).dimensions()).containsExactly(4, 2, 3);
    }

    @Test
    void movedim_ofInvalidAxes_namesThem() {
        assertThatThrownBy(() -> Ops.movedim(MATRIX, Ops.axes(0, -2), Ops.axes(0, 1)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("movedim: axis -2");
        assertThatThrownBy(() -> Ops.movedim(MATRIX, Ops.axes(0), Ops.axes(2)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("movedim: axis 2");
        assertThatThrownBy(() -> Ops.movedim(MATRIX, Ops.axes(0, 1), Ops.axes(0)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("destination");
        assertThatThrownBy(() -> Ops.movedim(MATRIX, null, Ops.axes(0)))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContaining("source");
        assertThatThrownBy(() -> Ops.movedim(MATRIX, Ops.axes(0), null))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContaining("destination");
    }

    @Test
    void triangles_keepOneSideOfADiagonal() {
        assertThat(Ops.tril(MATRIX).toIntArray()).containsExactly(1, 0, 0, 4, 5, 0);
        assertThat(Ops.triu(MATRIX, 1).toIntArray()).containsExactly(0, 2, 3, 0, 0, 6);
    }

    @Test
    void oneHot_insertsTheGivenAxis() {
        Tensor indices = Tensor.of(new int[] {1, 0}, 2);

        assertThat(Ops.oneHot(indices, 1f, -1f, 3).toFloatArray()).containsExactly(-1, 1, -1, 1, -1, -1);
        assertThat(Ops.oneHot(indices, Tensor.scalar(DType.I64, 7), Tensor.scalar(DType.I64, 0), 2, 0)
                        .toLongArray())
                .containsExactly(0, 7, 7, 0);
    }

    @Test
    void argmax_isTheFirstExtremeOrNaN() {
        Tensor x = Tensor.of(new float[] {1, 3, 3, 2, Float.NaN, 5}, 2, 3);

        assertThat(Ops.argMax(x).toLongArray()).containsExactly(1, 1);
        assertThat(Ops.argmin(x, 1).toLongArray()).containsExactly(0, 1);
        assertThat(Ops.argMaxWithValue(MATRIX, 0, true).value().dimensions()).containsExactly(1, 3);
        assertThat(Ops.argMaxWithValue(MATRIX).index().toLongArray()).containsExactly(2, 2);
    }

    @Test
    void addN_isVariadic() {
        assertThat(Ops.addN(MATRIX, MATRIX, MATRIX).toIntArray()).containsExactly(3, 6, 9, 12, 15, 18);
        assertThat(Ops.addN(MATRIX).toIntArray()).isEqualTo(MATRIX.toIntArray());
        assertThatThrownBy(Ops::addN).isInstanceOf(GraphKernelException.class).hasMessageContaining("addN");
    }

    @Test
    void pooling_acceptsEachWindowWithItsPadding() {
        Tensor images = Tensor.of(new float[] {-1, -2, -3, -4, Float.NaN, -6, -7, -8, -9}, 1, 1, 3, 3);
        long[] size = {2, 2};
        long[] strides = {2, 2};
        long[] pads = {1, 0, 0, 1};

        assertThat(Ops.maxPool(images, size, strides, pads).toFloatArray()).containsExactly(-1, -3, Float.NaN, -6);
        assertThat(Ops.avgPool(images, size, strides, pads).toFloatArray())
                .containsExactly(-0.75f, -0.75f, Float.NaN, -3.75f);
        assertThat(Ops.avgPool(images, size, strides, pads, false).toFloatArray())
                .containsExactly(-1.5f, -3f, Float.NaN, -7.5f);
    }

    @Test
    void poolingWindow_isInsideTheInput() {
        Tensor images = Tensor.zeros(1, 1, 3, 3);

        assertThatThrownBy(() -> Ops.maxPool(images, new long[] {4, 1}))
                .isInstanceOf(GraphKernelException.class)
                .hasMessageContaining("maxPool")
                .hasMessageContaining("must be at least 4");
        assertThatThrownBy(() -> Ops.avgPool(images, new long[] {1, 0})).isInstanceOf(GraphKernelException.class);
        assertThatThrownBy(() -> Ops.avgPool(images, new long[] {1, 1}, new long[] {1, -1}))
                .isInstanceOf(GraphKernelException.class);
        assertThatThrownBy(() -> Ops.avgPool(images, new long[] {1, 1}, new long[] {1, 1}, new long[] {0, 0, -1, 0}))
                .isInstanceOf(GraphKernelException.class);
    }

    @Test
    void poolingWindow_isNotInThePadding() {
        Tensor images = Tensor.zeros(1, 1, 3, 3);
        long[] size = {2, 2};
        long[] strides = {1, 1};

        assertThatThrownBy(() -> Ops.maxPool(images, size, strides, new long[] {2, 0, 0, 0}))
                .isInstanceOf(GraphKernelException.class)
                .hasMessageContaining("maxPool")
                .hasMessageContaining("a window of 2 elements");
        assertThatThrownBy(() -> Ops.avgPool(images, size, strides, new long[] {0, 0, 0, -1}, false))
                .isInstanceOf(GraphKernelException.class);
    }

    @Test
    void halves_areComputedWide() {
        Tensor x = Tensor.full(DType.F16, 300, 4096);

        Tensor mean = Ops.reduceMean(Ops.square(Tensor.full(DType.F16, 200, 4096)));

        assertThat(Ops.cast(Ops.softmax(x), DType.F32).toFloatArray()).containsOnly(1f / 4096);
        assertThat(Ops.cast(
                                Ops.layerNorm(x, Tensor.full(DType.F16, 1, 4096), Tensor.full(DType.F16, 2, 4096))
                                        .y(),
                                DType.F32)
                        .toFloatArray())
                .containsOnly(2);
        assertThat(mean.dtype()).isEqualTo(DType.F16);
        assertThat(Ops.cast(mean, DType.F32).toFloatArray()).containsExactly(40000);
    }

    @Test
    void numbersOfCompositeOps_areNotRoundedToHalf() {
        Tensor x = Tensor.full(DType.F16, 0, 1, 2);

        Tensor normalized = Ops.l2Normalize(x, -1, 1e-12);

        assertThat(Ops.cast(normalized, DType.F32).toFloatArray()).containsOnly(0);
    }

    @Test
    void weightsInHalf_areUpdatedByMomentsInF32() {
        Tensor weights = Tensor.full(DType.BF16, 1, 3);
        Tensor grad = Tensor.full(DType.BF16, 0.5, 3);
        Tensor m = Tensor.zeros(3);
        Tensor v = Tensor.zeros(3);

        Ops.AdamWeightDecayResult result = Ops.adamWeightDecay(weights, m, v, 0.5, 0.9, 0.999, 1e-8, 0.0, grad);

        assertThat(result.m()).isSameAs(m);
        assertThat(m.toFloatArray()).containsOnly((1 - 0.9f) * 0.5f);
        assertThat(result.var()).isSameAs(weights);
        assertThat(Ops.cast(weights, DType.F32).toFloatArray()).containsOnly(-0.58203125f);
    }

    @Test
    void division_roundsByItsMode() {
        Tensor x = Tensor.of(new int[] {-7, 7}, 2);

        assertThat(Ops.divMod(x, 2, Rounding.FLOOR).toIntArray()).containsExactly(-4, 3);
        assertThat(Ops.divMod(x, 2, Rounding.TRUNC).toIntArray()).containsExactly(-3, 3);
        assertThat(Ops.divMod(Tensor.of(new float[] {-7}, 1), 2.0, Rounding.TRUNC)
                        .toFloatArray())
                .containsExactly(-3);
    }

    @Test
    void infiniteMaxima_doNotSpoilLogSumExp() {
        float infinity = Float.POSITIVE_INFINITY;
        Tensor x = Tensor.of(new float[] {-infinity, -infinity, infinity, 0}, 2, 2);

        assertThat(Ops.logSumExp(x, -1).toFloatArray()).containsExactly(-infinity, infinity);
    }

    @Test
    void stableLosses_stayFinite() {
        Tensor x = Tensor.of(new float[] {1000, -1000}, 2);
        Tensor y = Tensor.of(new float[] {0, 1}, 2);

        assertThat(Ops.bceWithLogitsLoss(x, y, Reduction.NONE).toFloatArray()).containsExactly(1000, 1000);
        assertThat(Ops.bceWithLogitsLoss(x, y, Tensor.of(new float[] {2, 2}, 2), Tensor.of(new float[] {3, 3}, 2))
                        .toFloatArray())
                .containsExactly(4000);
    }

    @Test
    void dropout_isReproducible() {
        Tensor x = Tensor.full(2f, 1000);

        Ops.DropoutResult result = Ops.dropout(x, 0.25, 1, 2);
        float[] y = result.y().toFloatArray();

        assertThat(y).isEqualTo(Ops.dropout(x, 0.25, 1, 2).y().toFloatArray());
        assertThat(y).containsOnly(0, 8);
        assertThat(Ops.dropoutGrad(x, result.mask(), 0.25).toFloatArray()).isEqualTo(y);
    }
}

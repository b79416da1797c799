package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Matmuls and convolutions, as sums of products. */
public final class Products {

    private Products() {}

    /** Products of the last two axes, the leading ones broadcast. */
    public static NdArray matMul(NdArray a, NdArray b, boolean transposeA, boolean transposeB, Scalar zero) {
        NdArray left = transposeA ? swapped(a) : a;
        NdArray right = transposeB ? swapped(b) : b;
        int[] batch = NdArray.broadcast(batchOf(left), batchOf(right));
        int inner = left.dims()[left.rank() - 1];
        int[] dims = Arrays.copyOf(batch, batch.length + 2);
        dims[batch.length] = left.dims()[left.rank() - 2];
        dims[batch.length + 1] = right.dims()[right.rank() - 1];
        return NdArray.generate(a.dtype(), dims, p -> {
            Scalar[] terms = new Scalar[inner];
            int[] row = p.clone();
            int[] column = p.clone();
            for (int k = 0; k < inner; k++) {
                row[p.length - 1] = k;
                column[p.length - 2] = k;
                terms[k] = left.at(row).times(right.at(column));
            }
            return Reductions.sum(terms, zero);
        });
    }

    /** Products of matrices of i8 in i32, modulo its size. */
    public static NdArray integers(NdArray a, NdArray b, boolean transposeA, boolean transposeB) {
        NdArray wideA = Conversion.cast(a, DType.I32, null);
        NdArray wideB = Conversion.cast(b, DType.I32, null);
        return matMul(wideA, wideB, transposeA, transposeB, new IntegerScalar(DType.I32, 0));
    }

    /**
     * Returns matmuls of i8 matrices as real numbers.
     *
     * @param scale f32 scale, per column or for all
     * @param bias i32 bias in units of the scale, per column or for all
     * @param rowScale f32 scale per row
     */
    public static NdArray quantized(
            NdArray a,
            NdArray b,
            NdArray scale,
            NdArray bias,
            NdArray rowScale,
            boolean transposeA,
            boolean transposeB) {
        NdArray sums = integers(a, b, transposeA, transposeB).zip(bias, Scalar::plus);
        NdArray scaled =
                Conversion.cast(sums, DType.F32, Precision.of(DType.F32)).zip(scale, Scalar::times);
        return scaled.zip(rowScale.reshaped(rowScale.dims()[0], 1), Scalar::times);
    }

    private static NdArray batchOf(NdArray x) {
        return new NdArray(x.dtype(), Arrays.copyOf(x.dims(), x.rank() - 2), x.elements());
    }

    private static NdArray swapped(NdArray x) {
        int[] order = IntStream.range(0, x.rank()).toArray();
        order[x.rank() - 1] = x.rank() - 2;
        order[x.rank() - 2] = x.rank() - 1;
        return Movement.transpose(x, order);
    }

    /**
     * A cross-correlation of [batch, channels, height, width] with [outputs, channels / groups, height, width].
     *
     * @param pads top, bottom, left, right
     */
    public static NdArray conv2D(
            NdArray x, NdArray weight, int[] strides, int[] pads, int[] dilations, int groups, Scalar zero) {
        int[] in = x.dims();
        int[] w = weight.dims();
        int outputsPerGroup = w[0] / groups;
        int height = (in[2] + pads[0] + pads[1] - dilations[0] * (w[2] - 1) - 1) / strides[0] + 1;
        int width = (in[3] + pads[2] + pads[3] - dilations[1] * (w[3] - 1) - 1) / strides[1] + 1;
        return NdArray.generate(x.dtype(), new int[] {in[0], w[0], height, width}, p -> {
            Scalar[] terms = new Scalar[w[1] * w[2] * w[3]];
            int next = 0;
            for (int channel = 0; channel < w[1]; channel++) {
                for (int i = 0; i < w[2]; i++) {
                    for (int j = 0; j < w[3]; j++) {
                        int row = p[2] * strides[0] - pads[0] + i * dilations[0];
                        int column = p[3] * strides[1] - pads[2] + j * dilations[1];
                        boolean inside = row >= 0 && row < in[2] && column >= 0 && column < in[3];
                        int source = p[1] / outputsPerGroup * w[1] + channel;
                        terms[next++] =
                                inside ? x.at(p[0], source, row, column).times(weight.at(p[1], channel, i, j)) : zero;
                    }
                }
            }
            return Reductions.sum(terms, zero);
        });
    }
}

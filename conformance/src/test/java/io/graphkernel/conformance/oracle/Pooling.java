package io.graphkernel.conformance.oracle;

import java.util.ArrayList;
import java.util.List;

/** Means and maxima of windows of NCHW inputs, over the elements inside. */
public final class Pooling {

    /** Reduction of the elements of a window. */
    private interface OfWindow {

        Scalar of(Scalar[] inside);
    }

    private Pooling() {}

    /**
     * Returns means.
     *
     * @param pads top, bottom, left, right
     * @param countPads true to divide a sum by the size of a window rather than by the number of elements inside
     */
    public static NdArray average(NdArray x, int[] size, int[] strides, int[] pads, boolean countPads, Scalar zero) {
        return pooled(x, size, strides, pads, inside -> {
            int count = countPads ? size[0] * size[1] : inside.length;
            return Reductions.sum(inside, zero).over(zero.number(count));
        });
    }

    /** The greatest elements. */
    public static NdArray maximum(NdArray x, int[] size, int[] strides, int[] pads, Scalar zero) {
        return pooled(x, size, strides, pads, inside -> Reductions.max(inside, zero));
    }

    private static NdArray pooled(NdArray x, int[] size, int[] strides, int[] pads, OfWindow function) {
        int[] in = x.dims();
        int height = (in[2] + pads[0] + pads[1] - size[0]) / strides[0] + 1;
        int width = (in[3] + pads[2] + pads[3] - size[1]) / strides[1] + 1;
        return NdArray.generate(x.dtype(), new int[] {in[0], in[1], height, width}, p -> {
            List<Scalar> inside = new ArrayList<>();
            int top = p[2] * strides[0] - pads[0];
            int left = p[3] * strides[1] - pads[2];
            for (int row = Math.max(0, top); row < Math.min(in[2], top + size[0]); row++) {
                for (int column = Math.max(0, left); column < Math.min(in[3], left + size[1]); column++) {
                    inside.add(x.at(p[0], p[1], row, column));
                }
            }
            return function.of(inside.toArray(Scalar[]::new));
        });
    }
}

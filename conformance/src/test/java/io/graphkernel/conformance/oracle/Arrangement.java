package io.graphkernel.conformance.oracle;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Diagonals, grids, number sequences and products of vectors. */
public final class Arrangement {

    private Arrangement() {}

    public static NdArray roll(NdArray x, int shift, int axis) {
        int along = x.axis(axis);
        return NdArray.generate(x.dtype(), x.dims(), p -> {
            int[] source = p.clone();
            source[along] = Math.floorMod(p[along] - shift, x.dims()[along]);
            return x.at(source);
        });
    }

    public static NdArray diagEmbed(NdArray x, int offset, Scalar zero) {
        int last = x.rank() - 1;
        int size = x.dims()[last] + Math.abs(offset);
        int[] dims = extended(Arrays.copyOf(x.dims(), last), size, size);
        return NdArray.generate(x.dtype(), dims, p -> {
            int[] at = Arrays.copyOf(p, last + 1);
            at[last] -= Math.max(-offset, 0);
            boolean isOnDiagonal = p[last + 1] - p[last] == offset && at[last] >= 0 && at[last] < x.dims()[last];
            return isOnDiagonal ? x.at(at) : zero;
        });
    }

    public static NdArray diagonal(NdArray x, int offset) {
        int outer = x.rank() - 2;
        int above = Math.max(offset, 0);
        int below = Math.max(-offset, 0);
        int length = Math.min(x.dims()[outer] - below, x.dims()[outer + 1] - above);
        return NdArray.generate(
                x.dtype(),
                extended(Arrays.copyOf(x.dims(), outer), length),
                p -> x.at(extended(Arrays.copyOf(p, outer), p[outer] + below, p[outer] + above)));
    }

    public static NdArray trace(NdArray x, Scalar zero) {
        int rank = x.rank();
        int shorter = Math.min(x.dims()[rank - 1], x.dims()[rank - 2]);
        return NdArray.generate(x.dtype(), Arrays.copyOf(x.dims(), rank - 2), p -> {
            int[] position = p.clone();
            Scalar[] line = IntStream.range(0, shorter)
                    .mapToObj(i -> x.at(extended(position, i, i)))
                    .toArray(Scalar[]::new);
            return Reductions.sum(line, zero);
        });
    }

    private static int[] extended(int[] position, int... last) {
        int[] longer = Arrays.copyOf(position, position.length + last.length);
        System.arraycopy(last, 0, longer, position.length, last.length);
        return longer;
    }

    public static NdArray vecdot(NdArray x, NdArray y, int axis, Scalar zero) {
        return x.zip(y, Scalar::times).reduce(x.dtype(), new int[] {axis}, false, line -> Reductions.sum(line, zero));
    }

    /** Products of the elements along the last axes. */
    public static NdArray outer(NdArray x, NdArray y) {
        int[] dims = extended(x.dims(), y.dims()[y.rank() - 1]);
        return NdArray.generate(x.dtype(), dims, p -> {
            int[] second = p.clone();
            second[p.length - 2] = p[p.length - 1];
            return x.at(Arrays.copyOf(p, x.rank())).times(y.at(Arrays.copyOf(second, y.rank())));
        });
    }

    public static NdArray kronecker(NdArray x, NdArray y) {
        int[] dims = {x.dims()[0] * y.dims()[0], x.dims()[1] * y.dims()[1]};
        return NdArray.generate(
                x.dtype(),
                dims,
                p -> x.at(p[0] / y.dims()[0], p[1] / y.dims()[1]).times(y.at(p[0] % y.dims()[0], p[1] % y.dims()[1])));
    }

    public static NdArray cross(NdArray x, NdArray y, int axis) {
        int along = x.axis(axis);
        return NdArray.generate(x.dtype(), x.dims(), p -> {
            int[] next = p.clone();
            next[along] = (p[along] + 1) % 3;
            int[] after = p.clone();
            after[along] = (p[along] + 2) % 3;
            return x.at(next).times(y.at(after)).minus(x.at(after).times(y.at(next)));
        });
    }
}

package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.Tensor;
import java.util.Arrays;

/** The definition of a matmul, element by element in {@code double}. */
final class NaiveProduct {
    final long[] dims;
    final double[] values;
    /** Estimate of the size of the terms of a sum. */
    final double magnitude;

    NaiveProduct(Tensor a, boolean transposeA, Tensor b, boolean transposeB) {
        int rank = Math.max(a.rank(), b.rank());
        dims = new long[rank];
        for (int axis = 0; axis < rank - 2; axis++) {
            long fromA = axis + a.rank() < rank ? 1 : a.dimension(axis - rank);
            long fromB = axis + b.rank() < rank ? 1 : b.dimension(axis - rank);
            dims[axis] = fromA == 1 ? fromB : fromA;
        }
        dims[rank - 2] = a.dimension(transposeA ? -1 : -2);
        dims[rank - 1] = b.dimension(transposeB ? -2 : -1);
        int inner = (int) a.dimension(transposeA ? -2 : -1);
        magnitude = 1 + inner / 32.0;
        values = new double[(int) Arrays.stream(dims).reduce(1, (x, y) -> x * y)];
        double[] left = RawTensor.values(a);
        double[] right = RawTensor.values(b);
        int leftStep = transposeA ? (int) dims[rank - 2] : 1;
        int rightStep = transposeB ? 1 : (int) dims[rank - 1];
        long[] index = new long[rank];
        for (int i = 0; i < values.length; i++) {
            long rest = i;
            for (int axis = rank - 1; axis >= 0; axis--) {
                index[axis] = rest % dims[axis];
                rest /= dims[axis];
            }
            int leftBase = base(a, index);
            int rightBase = base(b, index);
            int row = (int) index[rank - 2];
            int column = (int) index[rank - 1];
            int leftAt = leftBase + (transposeA ? row : row * inner);
            int rightAt = rightBase + (transposeB ? column * inner : column);
            double sum = 0;
            for (int k = 0; k < inner; k++, leftAt += leftStep, rightAt += rightStep) {
                sum += left[leftAt] * right[rightAt];
            }
            values[i] = sum;
        }
    }

    /** Returns the offset of the matrix of an index. */
    private static int base(Tensor operand, long[] index) {
        long base = 0;
        for (int axis = 0; axis < operand.rank() - 2; axis++) {
            long dim = operand.dimension(axis);
            base = base * dim + (dim == 1 ? 0 : index[index.length - operand.rank() + axis]);
        }
        return (int) (base * operand.dimension(-1) * operand.dimension(-2));
    }
}

package io.graphkernel.runtime.internal.gradient;

import static io.graphkernel.runtime.Ops.batchMatMul;
import static io.graphkernel.runtime.Ops.broadcastTo;
import static io.graphkernel.runtime.Ops.concat;
import static io.graphkernel.runtime.Ops.matMul;
import static io.graphkernel.runtime.Ops.narrow;
import static io.graphkernel.runtime.Ops.reverse;
import static io.graphkernel.runtime.Ops.transpose;

import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.eager.Eager;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.Arrays;

/** Helper functions of gradient rules whose behavior depends on dims. */
final class GradientOps {

    private GradientOps() {}

    /** Broadcasts the adjoint of a reduction to each element of x. */
    static Tensor spread(Tensor value, Tensor x, int[] axes) {
        long[] keptDims = x.dimensions();
        for (int axis : axes) {
            keptDims[axis < 0 ? axis + keptDims.length : axis] = 1;
        }
        if (axes.length == 0) {
            Arrays.fill(keptDims, 1);
        }
        return broadcastTo(value.rank() == 0 ? value : Ops.reshape(value, keptDims), x.dimensions());
    }

    /** Inverts the permutation of a transposition. */
    static Tensor transposedBack(Tensor value, int[] permutation) {
        int rank = value.rank();
        int[] back = new int[rank];
        for (int axis = 0; axis < rank; axis++) {
            int from = permutation.length == 0 ? rank - 1 - axis : (permutation[axis] + rank) % rank;
            back[from] = axis;
        }
        return rank == 0 ? value : transpose(value, back);
    }

    /** Splits a value into slices with the dims of the operands along an axis. */
    static Tensor[] parts(int axis, Tensor whole, Tensor... operands) {
        int along = axis < 0 ? axis + whole.rank() : axis;
        Tensor[] slices = new Tensor[operands.length];
        long start = 0;
        for (int i = 0; i < slices.length; i++) {
            long length = operands[i].dimension(along);
            slices[i] = narrow(whole, along, start, length);
            start += length;
        }
        return slices;
    }

    /** Returns contributions without masks. */
    static TapedContribution[] whole(Tensor... adjoints) {
        return Arrays.stream(adjoints).map(TapedContribution::of).toArray(TapedContribution[]::new);
    }

    /** Scatters the elements of a slice into zeros; the inverse of a strided slice. */
    static Tensor unsliced(Tensor value, Tensor x, long[] begin, long[] end, long[] strides) {
        Tensor whole = value;
        for (int axis = 0; axis < begin.length; axis++) {
            long extent = x.dimension(axis);
            long count = whole.dimension(axis);
            if (count == 0) {
                return zeros(value, x.dimensions());
            }
            long step = Math.abs(strides[axis]);
            long covered = (count - 1) * step + 1;
            long first = first(begin[axis], extent, strides[axis]);
            long before = strides[axis] > 0 ? first : first - (covered - 1);
            Tensor forward = strides[axis] > 0 ? whole : reverse(whole, axis);
            whole = framed(dilated(forward, axis, step, covered), axis, before, extent - covered - before);
        }
        return whole;
    }

    /** Returns the index of the first element of a slice under NumPy's rules. */
    private static long first(long begin, long extent, long stride) {
        long index = begin < 0 ? begin + extent : begin;
        return stride > 0 ? Math.max(0, Math.min(index, extent)) : Math.max(-1, Math.min(index, extent - 1));
    }

    private static Tensor zeros(Tensor like, long... dims) {
        return broadcastTo(Eager.scalar("gradient", "zero", 0, like), dims);
    }

    /** Inserts zeros between the elements along an axis. */
    static Tensor dilated(Tensor value, int axis, long step, long covered) {
        if (step == 1) {
            return value;
        }
        long[] dims = value.dimensions();
        long[] one = new long[dims.length + 1];
        System.arraycopy(dims, 0, one, 0, axis + 1);
        one[axis + 1] = 1;
        System.arraycopy(dims, axis + 1, one, axis + 2, dims.length - axis - 1);
        long[] gaps = one.clone();
        gaps[axis + 1] = step - 1;
        dims[axis] *= step;
        Tensor joined = Ops.reshape(concat(axis + 1, Ops.reshape(value, one), zeros(value, gaps)), dims);
        return narrow(joined, axis, 0, covered);
    }

    /** Pads with zeros on both sides along an axis. */
    static Tensor framed(Tensor value, int axis, long before, long after) {
        long[] first = value.dimensions();
        long[] last = first.clone();
        first[axis] = before;
        last[axis] = after;
        return concat(axis, zeros(value, first), value, zeros(value, last));
    }

    /** Returns aᵀ · dy, or dyᵀ · a; summed over the batch dims if the result is one matrix. */
    static Tensor sumOfProducts(Tensor a, Tensor dy, Tensor like, boolean transposed) {
        int rank = a.rank();
        boolean sameBatch =
                rank == dy.rank() && Arrays.equals(Tensors.dims(a), 0, rank - 1, Tensors.dims(dy), 0, rank - 1);
        boolean folds = like.rank() == 2 && rank > 2 && sameBatch;
        Tensor first = folds ? folded(a) : a;
        Tensor second = folds ? folded(dy) : dy;
        Tensor left = transposed ? second : first;
        Tensor right = transposed ? first : second;
        return folds ? matMul(left, right, true, false) : batchMatMul(left, right, true, false);
    }

    private static Tensor folded(Tensor matrices) {
        long columns = matrices.dimension(-1);
        return Ops.reshape(matrices, columns == 0 ? 0 : matrices.elementCount() / columns, columns);
    }
}

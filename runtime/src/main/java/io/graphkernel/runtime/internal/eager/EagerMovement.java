package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.size.ArgumentChecks;
import io.graphkernel.runtime.generated.size.Sizes;
import io.graphkernel.runtime.internal.tensor.Broadcast;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.OverlapCheck;
import io.graphkernel.runtime.internal.tensor.ReshapedDims;
import io.graphkernel.runtime.internal.tensor.Shapes;
import io.graphkernel.runtime.internal.tensor.TensorElements;
import io.graphkernel.runtime.internal.tensor.TensorRegion;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.lang.ref.Reference;
import java.util.Arrays;

/** Copies of a tensor's elements in another order or number: each axis of the result has a constant stride in x. */
public final class EagerMovement {
    private static final String[] BROADCAST_NAMES = {"x", "the dims"};
    private static final String[] ASSIGN_NAMES = {"value", "parameter"};

    private EagerMovement() {}

    static Tensor assign(Tensor parameter, Tensor value) {
        Operands.present("assign", "parameter", parameter);
        Operands.same("assign", "parameter", parameter, "value", value);
        if (Arrays.equals(Tensors.dims(parameter), Tensors.dims(value))) {
            value.copyTo(parameter);
            return parameter;
        }
        OverlapCheck.disjoint("assign", "parameter", parameter, "value", value);
        Broadcast shape = Operands.broadcast("assign", ASSIGN_NAMES, value, parameter);
        if (!shape.matches(Tensors.dims(parameter))) {
            throw new ShapeMismatchException(
                    RuntimeProblem.RESULT_SHAPE,
                    "assign",
                    "parameter",
                    Tensors.describe(parameter),
                    Arrays.toString(shape.dimensions()),
                    "assign a value that broadcasts to " + Tensors.describe(parameter));
        }
        return copy(value, parameter, 0, broadcastStrides(value, Tensors.dims(parameter)));
    }

    static Tensor transpose(Tensor x, int[] permutation) {
        Operands.present("transpose", "x", x);
        Operands.attribute("transpose", "permutation", permutation);
        int rank = x.rank();
        if (permutation.length != 0 && permutation.length != rank) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    "transpose",
                    "permutation",
                    Arrays.toString(permutation),
                    "tensor " + Tensors.describe(x) + " has rank " + rank,
                    "name every axis once, or none to reverse them");
        }
        // Distinct axes form a permutation if their number is the rank.
        Operands.axes("transpose", x, permutation);
        long[] steps = TensorRegion.rowMajorStrides(Tensors.dims(x));
        long[] dims = new long[rank];
        long[] strides = new long[rank];
        int[] axes = axes(rank, permutation);
        for (int axis = 0; axis < rank; axis++) {
            dims[axis] = Tensors.dims(x)[axes[axis]];
            strides[axis] = steps[axes[axis]];
        }
        return copy(x, HostOperands.result(x.dtype(), dims), 0, strides);
    }

    /** Returns the axis of x for each axis of a transpose. */
    static int[] axes(int rank, int[] permutation) {
        int[] axes = new int[rank];
        for (int axis = 0; axis < rank; axis++) {
            axes[axis] = permutation.length == 0 ? rank - 1 - axis : Math.floorMod(permutation[axis], rank);
        }
        return axes;
    }

    /** Writes the elements of a host tensor into a region of the base, another host tensor. */
    static void write(Tensor value, Tensor base, TensorRegion region) {
        walk(Tensors.dims(value), value.elementCount(), region.start(), region.strides(), new Move() {
            private final TensorElements from = TensorElements.bits(value);
            private final TensorElements to = TensorElements.bits(base);

            @Override
            public void element(int position, int strided) {
                to.putLong(strided, from.getLong(position));
            }
        });
        Reference.reachabilityFence(value);
        Reference.reachabilityFence(base);
    }

    static Tensor reshape(Tensor x, long[] dims) {
        Operands.present("reshape", "x", x);
        long[] whole = ReshapedDims.of("reshape", x, dims);
        return copy(x, HostOperands.result(x.dtype(), whole), 0, TensorRegion.rowMajorStrides(whole));
    }

    static Tensor broadcastTo(Tensor x, long[] dims) {
        Operands.present("broadcastTo", "x", x);
        long[] whole = withOwnDims(x, dims);
        ArgumentChecks.sizes("broadcastTo", "dims", whole);
        ArgumentChecks.elements("broadcastTo", Sizes.product(whole));
        Operands.dims("broadcastTo", whole);
        Broadcast shape = new Broadcast(Shapes.MAX_INNER_RANK);
        shape.operand(0, Tensors.dims(x));
        shape.operand(1, whole);
        shape.resolve("broadcastTo", BROADCAST_NAMES, 2);
        if (!shape.matches(whole)) {
            throw new ShapeMismatchException(
                    RuntimeProblem.RESULT_SHAPE,
                    "broadcastTo",
                    "dims",
                    Arrays.toString(whole),
                    Arrays.toString(shape.dimensions()),
                    "pass dims that x broadcasts to");
        }
        return copy(x, HostOperands.result(x.dtype(), whole), 0, broadcastStrides(x, whole));
    }

    /** Replaces -1 by the dim of x that is aligned with it. */
    private static long[] withOwnDims(Tensor x, long[] dims) {
        Operands.attribute("broadcastTo", "dims", dims);
        long[] whole = dims.clone();
        int added = whole.length - x.rank();
        for (int axis = Math.max(0, added); axis < whole.length; axis++) {
            whole[axis] = whole[axis] == -1 ? x.dimension(axis - added) : whole[axis];
        }
        return whole;
    }

    static Tensor stridedSlice(Tensor x, long[] begin, long[] end, long[] strides) {
        Operands.present("stridedSlice", "x", x);
        Operands.attribute("stridedSlice", "begin", begin);
        Operands.attribute("stridedSlice", "end", end);
        Operands.attribute("stridedSlice", "strides", strides);
        requireEntries(x, "begin", begin, begin.length);
        requireEntries(x, "end", end, begin.length);
        requireEntries(x, "strides", strides, begin.length);
        long[] dims = x.dimensions();
        for (int axis = 0; axis < begin.length; axis++) {
            long size = dims[axis];
            long stride = strides[axis];
            if (stride == 0) {
                throw new InvalidArgumentException(
                        RuntimeProblem.ATTRIBUTE_VALUE,
                        "stridedSlice",
                        "strides",
                        Arrays.toString(strides),
                        "a stride of 0 never reaches the end",
                        "pass strides that are not 0");
            }
            long first = clipped(begin[axis], size, stride);
            long last = clipped(end[axis], size, stride);
            long count = stride > 0 ? (last - first - 1) / stride + 1 : (last - first + 1) / stride + 1;
            boolean some = stride > 0 ? first < last : first > last;
            dims[axis] = some ? count : 0;
        }
        TensorRegion slice = slice(TensorRegion.whole(x), Tensors.dims(x), dims, begin, strides);
        return copy(x, HostOperands.result(x.dtype(), dims), slice.start(), slice.strides());
    }

    /**
     * Returns a strided slice of a region.
     *
     * @param whole dims of the region
     * @param dims dims of the slice
     */
    static TensorRegion slice(TensorRegion region, long[] whole, long[] dims, long[] begin, long[] strides) {
        long[] first = new long[begin.length];
        long[] steps = new long[begin.length];
        for (int axis = 0; axis < begin.length; axis++) {
            first[axis] = dims[axis] == 0 ? 0 : clipped(begin[axis], whole[axis], strides[axis]);
            // The stride of a single element may be too large to multiply.
            steps[axis] = dims[axis] > 1 ? strides[axis] : 0;
        }
        return region.slice(first, steps);
    }

    /** Returns a bound counted from the front and clipped to a valid start or end of an iteration in this direction. */
    private static long clipped(long bound, long size, long stride) {
        long index = bound < 0 ? bound + size : bound;
        return stride > 0 ? Math.min(Math.max(index, 0), size) : Math.min(Math.max(index, -1), size - 1);
    }

    private static void requireEntries(Tensor x, String name, long[] values, int expected) {
        if (values.length != expected || expected > x.rank()) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    "stridedSlice",
                    name,
                    Arrays.toString(values),
                    "begin, end and strides have one entry per leading axis of tensor " + Tensors.describe(x),
                    "pass three arrays of one length, at most " + x.rank());
        }
    }

    static Tensor reverse(Tensor x, int[] axes) {
        Operands.present("reverse", "x", x);
        boolean[] reversed = Operands.axes("reverse", x, axes);
        long[] strides = TensorRegion.rowMajorStrides(Tensors.dims(x));
        long start = 0;
        for (int axis = 0; axis < reversed.length; axis++) {
            if (reversed[axis]) {
                start += (Tensors.dims(x)[axis] - 1) * strides[axis];
                strides[axis] = -strides[axis];
            }
        }
        return copy(x, HostOperands.result(x.dtype(), x.dimensions()), start, strides);
    }

    private static long[] broadcastStrides(Tensor x, long[] dims) {
        long[] own = TensorRegion.rowMajorStrides(Tensors.dims(x));
        long[] strides = new long[dims.length];
        int missing = dims.length - own.length;
        for (int axis = 0; axis < own.length; axis++) {
            strides[missing + axis] = Tensors.dims(x)[axis] == 1 ? 0 : own[axis];
        }
        return strides;
    }

    /** Fills the target, in row-major order, with strided elements of the source from {@code start} on. */
    private static Tensor copy(Tensor source, Tensor target, long start, long[] strides) {
        walk(Tensors.dims(target), target.elementCount(), start, strides, new Move() {
            private final TensorElements from = TensorElements.bits(source);
            private final TensorElements to = TensorElements.bits(target);

            @Override
            public void element(int position, int strided) {
                to.putLong(position, from.getLong(strided));
            }
        });
        Reference.reachabilityFence(source);
        Reference.reachabilityFence(target);
        return target;
    }

    /** Copy of one element. */
    private interface Move {

        /**
         * Copies an element.
         *
         * @param position its row-major position
         * @param strided its position by strides
         */
        void element(int position, int strided);
    }

    /** Visits the elements of dims in row-major order, with positions by strides from {@code start} on. */
    private static void walk(long[] dims, long elements, long start, long[] strides, Move move) {
        if (elements > 0) {
            int rank = dims.length;
            int last = rank - 1;
            int length = rank == 0 ? 1 : (int) dims[last];
            int step = rank == 0 ? 0 : (int) strides[last];
            long[] index = new long[rank];
            long row = start;
            for (int at = 0; at < elements; at += length) {
                int position = (int) row;
                for (int i = 0; i < length; i++) {
                    move.element(at + i, position);
                    position += step;
                }
                for (int axis = last - 1; axis >= 0; axis--) {
                    row += strides[axis];
                    if (++index[axis] < dims[axis]) {
                        break;
                    }
                    row -= strides[axis] * dims[axis];
                    index[axis] = 0;
                }
            }
        }
    }
}

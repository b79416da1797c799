package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Elements put elsewhere: an explicit index for each element of the result. */
public final class Movement {

    private Movement() {}

    public static NdArray transpose(NdArray x, int... permutation) {
        int[] order = permutation.length > 0 || x.rank() == 0
                ? Arrays.stream(permutation).map(x::axis).toArray()
                : IntStream.range(0, x.rank()).map(i -> x.rank() - 1 - i).toArray();
        int[] dims = Arrays.stream(order).map(axis -> x.dims()[axis]).toArray();
        return NdArray.generate(x.dtype(), dims, p -> {
            int[] source = new int[x.rank()];
            for (int i = 0; i < order.length; i++) {
                source[order[i]] = p[i];
            }
            return x.at(source);
        });
    }

    public static NdArray broadcastTo(NdArray x, int... dims) {
        return NdArray.generate(x.dtype(), dims, x::at);
    }

    public static NdArray stridedSlice(NdArray x, int[] begin, int[] end, int[] strides) {
        int[] starts = new int[x.rank()];
        int[] steps = new int[x.rank()];
        int[] dims = x.dims().clone();
        Arrays.fill(steps, 1);
        for (int axis = 0; axis < begin.length; axis++) {
            int size = x.dims()[axis];
            steps[axis] = strides[axis];
            int lowest = steps[axis] > 0 ? 0 : -1;
            int highest = steps[axis] > 0 ? size : size - 1;
            starts[axis] = bound(begin[axis], size, lowest, highest);
            int stop = bound(end[axis], size, lowest, highest);
            int count = 0;
            for (int i = starts[axis]; steps[axis] > 0 ? i < stop : i > stop; i += steps[axis]) {
                count++;
            }
            dims[axis] = count;
        }
        return NdArray.generate(x.dtype(), dims, p -> {
            int[] source = new int[p.length];
            for (int i = 0; i < p.length; i++) {
                source[i] = starts[i] + p[i] * steps[i];
            }
            return x.at(source);
        });
    }

    private static int bound(int index, int size, int lowest, int highest) {
        int counted = index < 0 ? index + size : index;
        return Math.min(Math.max(counted, lowest), highest);
    }

    public static NdArray reverse(NdArray x, int... axes) {
        return NdArray.generate(x.dtype(), x.dims(), p -> {
            int[] source = p.clone();
            for (int axis : axes) {
                source[x.axis(axis)] = x.dims()[x.axis(axis)] - 1 - p[x.axis(axis)];
            }
            return x.at(source);
        });
    }

    public static NdArray expandDims(NdArray x, int axis) {
        int index = axis < 0 ? axis + x.rank() + 1 : axis;
        List<Integer> dims = list(x.dims());
        dims.add(index, 1);
        return x.reshaped(array(dims));
    }

    /** Removes axes of size 1: those given, or all. */
    public static NdArray squeeze(NdArray x, int... axes) {
        List<Integer> removed = list(Arrays.stream(axes).map(x::axis).toArray());
        int[] left = IntStream.range(0, x.rank())
                .filter(axis -> axes.length == 0 ? x.dims()[axis] != 1 : !removed.contains(axis))
                .map(axis -> x.dims()[axis])
                .toArray();
        return x.reshaped(left);
    }

    public static NdArray slice(NdArray x, int[] begin, int[] size) {
        return NdArray.generate(x.dtype(), size, p -> {
            int[] source = new int[p.length];
            for (int i = 0; i < p.length; i++) {
                source[i] = begin[i] + p[i];
            }
            return x.at(source);
        });
    }

    public static NdArray[] split(NdArray x, int count, int axis) {
        int[] sizes = new int[count];
        Arrays.fill(sizes, x.dims()[x.axis(axis)] / count);
        return split(x, sizes, axis);
    }

    public static NdArray[] split(NdArray x, int[] sizes, int axis) {
        int along = x.axis(axis);
        NdArray[] results = new NdArray[sizes.length];
        int[] begin = new int[x.rank()];
        for (int i = 0; i < sizes.length; i++) {
            int[] size = x.dims().clone();
            size[along] = sizes[i];
            results[i] = slice(x, begin.clone(), size);
            begin[along] += sizes[i];
        }
        return results;
    }

    public static NdArray tile(NdArray x, int... multiples) {
        int rank = Math.max(x.rank(), multiples.length);
        int[] inner = aligned(x.dims(), rank);
        int[] outer = aligned(multiples, rank);
        int[] dims = IntStream.range(0, rank).map(i -> inner[i] * outer[i]).toArray();
        NdArray source = x.reshaped(inner);
        return NdArray.generate(x.dtype(), dims, p -> {
            int[] position = new int[rank];
            for (int i = 0; i < rank; i++) {
                position[i] = p[i] % inner[i];
            }
            return source.at(position);
        });
    }

    private static int[] aligned(int[] dims, int rank) {
        int[] result = new int[rank];
        Arrays.fill(result, 1);
        System.arraycopy(dims, 0, result, rank - dims.length, dims.length);
        return result;
    }

    public static NdArray repeatInterleave(NdArray x, int repeats, int axis) {
        int along = x.axis(axis);
        int[] dims = x.dims().clone();
        dims[along] *= repeats;
        return NdArray.generate(x.dtype(), dims, p -> {
            int[] source = p.clone();
            source[along] /= repeats;
            return x.at(source);
        });
    }

    public static NdArray concat(int axis, NdArray... operands) {
        int along = operands[0].axis(axis);
        int[] dims = operands[0].dims().clone();
        dims[along] = Arrays.stream(operands)
                .mapToInt(operand -> operand.dims()[along])
                .sum();
        return NdArray.generate(operands[0].dtype(), dims, p -> {
            int[] source = p.clone();
            int number = 0;
            while (source[along] >= operands[number].dims()[along]) {
                source[along] -= operands[number++].dims()[along];
            }
            return operands[number].at(source);
        });
    }

    public static NdArray stack(int axis, NdArray... arrays) {
        return concat(
                axis < 0 ? axis + arrays[0].rank() + 1 : axis,
                Arrays.stream(arrays).map(array -> expandDims(array, axis)).toArray(NdArray[]::new));
    }

    public static NdArray pad(NdArray x, Scalar value, int[] before, int[] after) {
        int[] dims = IntStream.range(0, x.rank())
                .map(i -> before[i] + x.dims()[i] + after[i])
                .toArray();
        return NdArray.generate(x.dtype(), dims, p -> {
            int[] source = new int[p.length];
            for (int i = 0; i < p.length; i++) {
                source[i] = p[i] - before[i];
                if (source[i] < 0 || source[i] >= x.dims()[i]) {
                    return value;
                }
            }
            return x.at(source);
        });
    }

    /**
     * Replaces elements above the diagonal that is k to the right of the main one by 0; k is unbounded for the lower triangle.
     */
    public static NdArray triangle(NdArray x, int diagonal, boolean upper, Scalar zero) {
        return NdArray.generate(x.dtype(), x.dims(), p -> {
            int offset = p[p.length - 1] - p[p.length - 2];
            return (upper ? offset >= diagonal : offset <= diagonal) ? x.at(p) : zero;
        });
    }

    /** Slices of x along an axis; a negative index counts from the end, one out of range gives zero. */
    public static NdArray gather(NdArray x, NdArray indices, int axis, Scalar zero) {
        int along = x.axis(axis);
        List<Integer> dims = list(x.dims());
        dims.remove(along);
        dims.addAll(along, list(indices.dims()));
        int rank = indices.rank();
        return NdArray.generate(x.dtype(), array(dims), p -> {
            long index = ((IntegerScalar) indices.at(Arrays.copyOfRange(p, along, along + rank))).value();
            int size = x.dims()[along];
            long counted = index < 0 ? index + size : index;
            if (counted < 0 || counted >= size) {
                return zero;
            }
            int[] source = new int[x.rank()];
            System.arraycopy(p, 0, source, 0, along);
            source[along] = (int) counted;
            System.arraycopy(p, along + rank, source, along + 1, x.rank() - along - 1);
            return x.at(source);
        });
    }

    /** Returns for each position the sum of the slices [a, n, b] whose index names it. */
    public static NdArray gatherGradient(NdArray dy, NdArray indices, int size, Scalar zero) {
        int[] dims = {dy.dims()[0], size, dy.dims()[2]};
        return NdArray.generate(dy.dtype(), dims, p -> {
            Scalar[] named = IntStream.range(0, dy.dims()[1])
                    .filter(i -> Math.floorMod(((IntegerScalar) indices.at(i)).value(), (long) size) == p[1])
                    .filter(i -> Math.abs(((IntegerScalar) indices.at(i)).value() + 0.5) < size)
                    .mapToObj(i -> dy.at(p[0], i, p[2]))
                    .toArray(Scalar[]::new);
            return Reductions.sum(named, zero);
        });
    }

    public static NdArray oneHot(NdArray indices, Scalar on, Scalar off, DType dtype, int depth, int axis) {
        int along = axis < 0 ? axis + indices.rank() + 1 : axis;
        List<Integer> dims = list(indices.dims());
        dims.add(along, depth);
        return NdArray.generate(dtype, array(dims), p -> {
            int[] source = new int[p.length - 1];
            System.arraycopy(p, 0, source, 0, along);
            System.arraycopy(p, along + 1, source, along, source.length - along);
            return ((IntegerScalar) indices.at(source)).value() == p[along] ? on : off;
        });
    }

    private static List<Integer> list(int[] values) {
        return new ArrayList<>(Arrays.stream(values).boxed().toList());
    }

    private static int[] array(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }
}

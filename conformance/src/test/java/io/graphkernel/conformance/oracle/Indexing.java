package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.BagReduction;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Elements read and written at indices, sequentially. */
public final class Indexing {

    private Indexing() {}

    /** Function from the position of an index to that of its element; null for an index out of range. */
    @FunctionalInterface
    public interface Target {

        int[] of(int[] position);
    }

    /** Returns an index from the start of an axis; -1 if it is out of range. */
    public static int index(Scalar index, int size) {
        long value = ((IntegerScalar) index).value();
        long fromStart = value < 0 ? value + size : value;
        return fromStart < 0 || fromStart >= size ? -1 : (int) fromStart;
    }

    /** Returns the target along an axis for indices that have the dims of the updates. */
    public static Target alongAxis(NdArray x, NdArray indices, int axis) {
        int along = x.axis(axis);
        return position -> replaced(position, along, index(indices.at(position), x.dims()[along]));
    }

    /** Returns the target of slices along an axis. */
    public static Target slices(NdArray x, NdArray indices, int axis) {
        int along = x.axis(axis);
        return position -> replaced(position, along, index(indices.at(position[along]), x.dims()[along]));
    }

    private static int[] replaced(int[] position, int axis, int index) {
        int[] target = position.clone();
        target[axis] = index;
        return index < 0 ? null : target;
    }

    /** Returns the target by the indices of the first axes, the last axis of a matrix of indices. */
    public static Target ofFirstAxes(NdArray x, NdArray indices) {
        int count = indices.dims()[1];
        return position -> {
            int[] target = new int[x.rank()];
            for (int axis = 0; axis < target.length; axis++) {
                target[axis] = axis < count
                        ? index(indices.at(position[0], axis), x.dims()[axis])
                        : position[axis - count + 1];
                if (target[axis] < 0) {
                    return null;
                }
            }
            return target;
        };
    }

    public static NdArray gathered(NdArray x, int[] dims, Target target, Scalar zero) {
        return NdArray.generate(x.dtype(), dims, p -> {
            int[] source = target.of(p);
            return source == null ? zero : x.at(source);
        });
    }

    /** Returns the updated array: the updates of each element are collected in their order and combined with it. */
    public static NdArray scattered(NdArray x, NdArray updates, Target target, String reduction, Scalar zero) {
        List<List<Scalar>> lists = new ArrayList<>();
        IntStream.range(0, x.elements().length).forEach(i -> lists.add(new ArrayList<>()));
        NdArray.generate(x.dtype(), updates.dims(), p -> {
            int[] element = target.of(p);
            if (element != null) {
                lists.get(offset(element, x.dims())).add(updates.at(p));
            }
            return zero;
        });
        Scalar[] elements = new Scalar[lists.size()];
        for (int i = 0; i < elements.length; i++) {
            Scalar[] own = lists.get(i).toArray(Scalar[]::new);
            Scalar old = x.elements()[i];
            elements[i] = own.length == 0
                    ? old
                    : switch (reduction) {
                        case "ADD" -> old.plus(Reductions.sum(own, zero));
                        case "MUL" -> old.times(Reductions.product(own, zero));
                        case "MIN" -> old.min(Reductions.min(own, zero));
                        case "MAX" -> old.max(Reductions.max(own, zero));
                        default -> own[own.length - 1];
                    };
        }
        return new NdArray(x.dtype(), x.dims(), elements);
    }

    private static int offset(int[] position, int... dims) {
        int offset = 0;
        for (int axis = 0; axis < dims.length; axis++) {
            offset = offset * dims[axis] + position[axis];
        }
        return offset;
    }

    /** Returns the elements of a vector or rows of a matrix, repeated up to a number of rows. */
    public static NdArray repeated(NdArray x, NdArray repeats, int total, Scalar zero) {
        List<Integer> rows = new ArrayList<>();
        for (int row = 0; row < repeats.dims()[0]; row++) {
            for (long i = 0; i < ((IntegerScalar) repeats.at(row)).value(); i++) {
                rows.add(row);
            }
        }
        int[] dims = x.dims().clone();
        dims[0] = total;
        return NdArray.generate(x.dtype(), dims, p -> {
            int[] source = p.clone();
            source[0] = p[0] < rows.size() ? rows.get(p[0]) : 0;
            return p[0] < rows.size() ? x.at(source) : zero;
        });
    }

    /** Returns a reduction of the rows at the indices of each bag. */
    public static NdArray bags(NdArray x, NdArray indices, NdArray offsets, BagReduction mode, Scalar zero) {
        int[] dims = {offsets.dims()[0], x.dims()[1]};
        return NdArray.generate(x.dtype(), dims, p -> {
            List<Scalar> members = new ArrayList<>();
            for (int j = 0; j < indices.dims()[0]; j++) {
                if (bag(offsets, j) == p[0]) {
                    members.add(x.at((int) indices.at(j).asDouble(), p[1]));
                }
            }
            return reduced(members, mode, zero);
        });
    }

    /** Returns a reduction of the rows from each offset to the next. */
    public static NdArray segments(NdArray x, NdArray offsets, BagReduction mode, Scalar zero) {
        int[] dims = {offsets.dims()[0] - 1, x.dims()[1]};
        return NdArray.generate(x.dtype(), dims, p -> {
            List<Scalar> members = new ArrayList<>();
            for (int row = 0; row < x.dims()[0]; row++) {
                if (bag(offsets, row) == p[0]) {
                    members.add(x.at(row, p[1]));
                }
            }
            return reduced(members, mode, zero);
        });
    }

    /** Returns the number of offsets that are not greater than a position, less one. */
    private static int bag(NdArray offsets, int position) {
        int bag = -1;
        for (Scalar offset : offsets.elements()) {
            bag += offset.asDouble() <= position ? 1 : 0;
        }
        return bag;
    }

    private static Scalar reduced(List<Scalar> members, BagReduction mode, Scalar zero) {
        if (mode == BagReduction.MAX) {
            return members.stream().reduce(Scalar::max).orElse(zero);
        }
        Scalar sum = members.stream().reduce(Scalar::plus).orElse(zero);
        return mode == BagReduction.SUM ? sum : sum.over(zero.number(Math.max(members.size(), 1)));
    }

    /** Returns the dtype of indices that a case of a dtype takes. */
    public static DType indexType(DType dtype) {
        return dtype == DType.F64 || dtype == DType.I64 ? DType.I64 : DType.I32;
    }
}

package io.graphkernel.runtime.conformance;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A row-major array of float64, on which expected results are computed.
 *
 * @param data the elements; a bool is 0 or 1
 * @param dims outermost first
 */
record NdArray(double[] data, int... dims) {

    static NdArray vector(float[] values) {
        double[] data = new double[values.length];
        for (int i = 0; i < data.length; i++) {
            data[i] = values[i];
        }
        return new NdArray(data, data.length);
    }

    static NdArray zeros(int... dims) {
        return new NdArray(new double[Arrays.stream(dims).reduce(1, (a, b) -> a * b)], dims);
    }

    /** The shape to which arrays broadcast: aligned at the end, a 1 gives way. */
    static int[] broadcast(List<NdArray> arrays) {
        int rank = arrays.stream().mapToInt(array -> array.dims.length).max().orElse(0);
        int[] joint = new int[rank];
        Arrays.fill(joint, 1);
        for (NdArray array : arrays) {
            int missing = rank - array.dims.length;
            for (int axis = 0; axis < array.dims.length; axis++) {
                if (array.dims[axis] != 1) {
                    joint[missing + axis] = array.dims[axis];
                }
            }
        }
        return joint;
    }

    /** The element that stands at a position of a larger shape. */
    double at(int[] position) {
        int offset = 0;
        int missing = position.length - dims.length;
        for (int axis = 0; axis < dims.length; axis++) {
            offset = offset * dims[axis] + (dims[axis] == 1 ? 0 : position[missing + axis]);
        }
        return data[offset];
    }

    /** Every position of a shape, in row-major order. */
    static List<int[]> positions(int... dims) {
        List<int[]> positions = new ArrayList<>();
        int count = zeros(dims).data.length;
        for (int i = 0; i < count; i++) {
            int[] position = new int[dims.length];
            int rest = i;
            for (int axis = dims.length - 1; axis >= 0; axis--) {
                position[axis] = rest % dims[axis];
                rest /= dims[axis];
            }
            positions.add(position);
        }
        return positions;
    }

    /** Combines the elements along axes, given in order; the reduced axes stay with size 1 or go. */
    NdArray reduce(boolean[] reduced, boolean keepDims, ToDoubleFunction<double[]> combine) {
        int[] kept = dims.clone();
        for (int axis = 0; axis < dims.length; axis++) {
            kept[axis] = reduced[axis] ? 1 : dims[axis];
        }
        List<int[]> lines = positions(kept);
        double[] results = lines.stream()
                .mapToDouble(line -> combine.applyAsDouble(line(line, reduced)))
                .toArray();
        return keepDims ? new NdArray(results, kept) : new NdArray(results, without(reduced));
    }

    /** Replaces each line along the last or any other axis by a line of the same length. */
    NdArray mapLines(int along, Function<double[], double[]> function) {
        boolean[] reduced = new boolean[dims.length];
        reduced[along] = true;
        int[] kept = dims.clone();
        kept[along] = 1;
        NdArray result = zeros(dims);
        for (int[] start : positions(kept)) {
            double[] line = function.apply(line(start, reduced));
            for (int i = 0; i < line.length; i++) {
                int[] position = start.clone();
                position[along] = i;
                result.data[offset(position)] = line[i];
            }
        }
        return result;
    }

    private double[] line(int[] start, boolean[] reduced) {
        int[] extents = dims.clone();
        for (int axis = 0; axis < dims.length; axis++) {
            extents[axis] = reduced[axis] ? dims[axis] : 1;
        }
        return positions(extents).stream()
                .mapToDouble(step -> {
                    int[] position = start.clone();
                    for (int axis = 0; axis < position.length; axis++) {
                        position[axis] += step[axis];
                    }
                    return data[offset(position)];
                })
                .toArray();
    }

    private int offset(int[] position) {
        int offset = 0;
        for (int axis = 0; axis < dims.length; axis++) {
            offset = offset * dims[axis] + position[axis];
        }
        return offset;
    }

    private int[] without(boolean[] reduced) {
        List<Integer> left = new ArrayList<>();
        for (int axis = 0; axis < dims.length; axis++) {
            if (!reduced[axis]) {
                left.add(dims[axis]);
            }
        }
        return left.stream().mapToInt(Integer::intValue).toArray();
    }

    Tensor toTensor(DType dtype) {
        long[] shape = Arrays.stream(dims).asLongStream().toArray();
        if (dtype == DType.BOOL) {
            boolean[] values = new boolean[data.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = data[i] != 0;
            }
            return Tensor.of(values, shape);
        }
        return Tensor.of(narrowed(data), shape);
    }

    static float[] narrowed(double[] data) {
        float[] values = new float[data.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) data[i];
        }
        return values;
    }
}

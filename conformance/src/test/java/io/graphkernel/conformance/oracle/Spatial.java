package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Windows over any number of spatial axes of [n, channels, …], one element after the other. */
public final class Spatial {

    private Spatial() {}

    /** Windows; pads are before and after each axis. */
    public record Windows(int[] size, int[] strides, int[] pads, int[] dilations, boolean ceil) {

        int rank() {
            return size.length;
        }

        int span(int axis) {
            return (size[axis] - 1) * dilations[axis] + 1;
        }

        int count(int axis, int extent) {
            int range = extent + pads[2 * axis] + pads[2 * axis + 1] - span(axis);
            int count = (ceil ? (range + strides[axis] - 1) / strides[axis] : range / strides[axis]) + 1;
            boolean isBehind = (count - 1) * strides[axis] >= extent + pads[2 * axis];
            return ceil && isBehind ? count - 1 : count;
        }

        int place(int axis, int window, int element) {
            return window * strides[axis] + element * dilations[axis] - pads[2 * axis];
        }

        int[] places(int[] position, int[] element) {
            return IntStream.range(0, rank())
                    .map(axis -> place(axis, position[axis + 2], element[axis]))
                    .toArray();
        }

        int[] dims(int first, int second, int[] x) {
            return IntStream.range(0, rank() + 2)
                    .map(i -> i == 0 ? first : i == 1 ? second : count(i - 2, x[i]))
                    .toArray();
        }
    }

    /** Visits all positions of a range, in row-major order. */
    static void each(int[] dims, Consumer<int[]> visitor) {
        for (int flat = 0; flat < NdArray.count(dims); flat++) {
            int[] position = new int[dims.length];
            int rest = flat;
            for (int axis = dims.length - 1; axis >= 0; axis--) {
                position[axis] = rest % dims[axis];
                rest /= dims[axis];
            }
            visitor.accept(position);
        }
    }

    private static boolean isInside(int[] coordinates, int[] dims) {
        return IntStream.range(0, coordinates.length)
                .allMatch(i -> coordinates[i] >= 0 && coordinates[i] < dims[i + 2]);
    }

    private static int[] at(int first, int second, int... rest) {
        int[] position = new int[rest.length + 2];
        position[0] = first;
        position[1] = second;
        System.arraycopy(rest, 0, position, 2, rest.length);
        return position;
    }

    /** Returns the greatest elements, and the positions of the first ones. */
    public static List<NdArray> maxima(NdArray x, Windows windows) {
        int[] dims = windows.dims(x.dims()[0], x.dims()[1], x.dims());
        int[] spatial = Arrays.copyOfRange(x.dims(), 2, x.rank());
        List<Scalar> indices = new ArrayList<>();
        NdArray values = NdArray.generate(x.dtype(), dims, p -> {
            Scalar[] best = {null};
            long[] index = {0};
            each(windows.size(), element -> {
                int[] coordinates = windows.places(p, element);
                if (isInside(coordinates, x.dims())) {
                    Scalar next = x.at(at(p[0], p[1], coordinates));
                    boolean isBetter = best[0] == null || best[0].isLess(next);
                    if (isBetter) {
                        best[0] = next;
                        index[0] = 0;
                        for (int axis = 0; axis < spatial.length; axis++) {
                            index[0] = index[0] * spatial[axis] + coordinates[axis];
                        }
                    }
                }
            });
            indices.add(new IntegerScalar(DType.I64, index[0]));
            return best[0];
        });
        return List.of(
                values,
                NdArray.vector(DType.I64, indices.toArray(Scalar[]::new)).reshaped(dims));
    }

    public static NdArray means(NdArray x, Windows windows, boolean countsPads, Scalar zero) {
        int[] dims = windows.dims(x.dims()[0], x.dims()[1], x.dims());
        return NdArray.generate(x.dtype(), dims, p -> {
            List<Scalar> inside = new ArrayList<>();
            int[] count = {0};
            each(windows.size(), element -> {
                int[] coordinates = windows.places(p, element);
                boolean isPad = IntStream.range(0, coordinates.length)
                        .allMatch(i -> coordinates[i] < x.dims()[i + 2] + windows.pads()[2 * i + 1]);
                if (isInside(coordinates, x.dims())) {
                    inside.add(x.at(at(p[0], p[1], coordinates)));
                }
                count[0] += countsPads ? (isPad ? 1 : 0) : isInside(coordinates, x.dims()) ? 1 : 0;
            });
            return Reductions.sum(inside.toArray(Scalar[]::new), zero).over(zero.number(count[0]));
        });
    }

    public static NdArray unpooled(NdArray x, NdArray indices, Scalar zero, int... size) {
        Scalar[] elements = new Scalar[x.dims()[0] * x.dims()[1] * NdArray.count(size)];
        Arrays.fill(elements, zero);
        each(x.dims(), p -> {
            int plane = (p[0] * x.dims()[1] + p[1]) * NdArray.count(size);
            elements[plane + (int) ((IntegerScalar) indices.at(p)).value()] = x.at(p);
        });
        return NdArray.vector(x.dtype(), elements).reshaped(at(x.dims()[0], x.dims()[1], size));
    }

    /** Returns reductions of the elements from ⌊i · in / out⌋ to ⌈(i + 1) · in / out⌉ along each axis. */
    public static NdArray adapted(NdArray x, boolean isMean, Scalar zero, int... size) {
        return NdArray.generate(x.dtype(), at(x.dims()[0], x.dims()[1], size), p -> {
            List<Scalar> inside = new ArrayList<>();
            each(Arrays.copyOfRange(x.dims(), 2, x.rank()), q -> {
                boolean isHere = true;
                for (int axis = 0; axis < q.length; axis++) {
                    int in = x.dims()[axis + 2];
                    int out = size[axis];
                    int window = p[axis + 2];
                    isHere &= q[axis] >= window * in / out && q[axis] < ((window + 1) * in + out - 1) / out;
                }
                if (isHere) {
                    inside.add(x.at(at(p[0], p[1], q)));
                }
            });
            Scalar[] elements = inside.toArray(Scalar[]::new);
            return isMean
                    ? Reductions.sum(elements, zero).over(zero.number(elements.length))
                    : Reductions.max(elements, zero);
        });
    }

    public static NdArray convolution(NdArray x, NdArray weight, Windows windows, int groups, Scalar zero) {
        int outputs = weight.dims()[0];
        int channels = weight.dims()[1];
        return NdArray.generate(x.dtype(), windows.dims(x.dims()[0], outputs, x.dims()), p -> {
            List<Scalar> terms = new ArrayList<>();
            each(windows.size(), element -> {
                int[] coordinates = windows.places(p, element);
                for (int channel = 0; channel < channels; channel++) {
                    int source = p[1] / (outputs / groups) * channels + channel;
                    terms.add(
                            isInside(coordinates, x.dims())
                                    ? x.at(at(p[0], source, coordinates)).times(weight.at(at(p[1], channel, element)))
                                    : zero);
                }
            });
            return Reductions.sum(terms.toArray(Scalar[]::new), zero);
        });
    }

    /** Sums the products of the elements whose windows have a place. */
    public static NdArray transposed(
            NdArray x, NdArray weight, Windows windows, int[] outputPads, int groups, Scalar zero) {
        int outputs = weight.dims()[1];
        int channels = weight.dims()[0] / groups;
        int[] dims = new int[x.rank()];
        dims[0] = x.dims()[0];
        dims[1] = outputs * groups;
        for (int axis = 0; axis < windows.rank(); axis++) {
            int pads = windows.pads()[2 * axis] + windows.pads()[2 * axis + 1];
            dims[axis + 2] =
                    (x.dims()[axis + 2] - 1) * windows.strides()[axis] - pads + windows.span(axis) + outputPads[axis];
        }
        return NdArray.generate(x.dtype(), dims, p -> {
            List<Scalar> terms = new ArrayList<>();
            each(
                    Arrays.copyOfRange(x.dims(), 2, x.rank()),
                    source -> each(windows.size(), element -> {
                        int[] coordinates = windows.places(at(0, 0, source), element);
                        if (Arrays.equals(coordinates, Arrays.copyOfRange(p, 2, p.length))) {
                            int group = p[1] / outputs;
                            for (int channel = group * channels; channel < (group + 1) * channels; channel++) {
                                terms.add(x.at(at(p[0], channel, source))
                                        .times(weight.at(at(channel, p[1] % outputs, element))));
                            }
                        }
                    }));
            return Reductions.sum(terms.toArray(Scalar[]::new), zero);
        });
    }

    /** x / (bias + alpha / size · Σ x²)^beta over the channels around each one. */
    public static NdArray localResponse(NdArray x, Scalar alpha, Scalar beta, Scalar bias, int size, Scalar zero) {
        return NdArray.generate(x.dtype(), x.dims(), p -> {
            List<Scalar> squares = new ArrayList<>();
            for (int channel = p[1] - size / 2; channel <= p[1] + (size - 1) / 2; channel++) {
                if (channel >= 0 && channel < x.dims()[1]) {
                    int[] q = p.clone();
                    q[1] = channel;
                    squares.add(x.at(q).squared());
                }
            }
            Scalar mean = Reductions.sum(squares.toArray(Scalar[]::new), zero)
                    .times(alpha)
                    .over(zero.number(size));
            return x.at(p).over(mean.plus(bias).power(beta));
        });
    }
}

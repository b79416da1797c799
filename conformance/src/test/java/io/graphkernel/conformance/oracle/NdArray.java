package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A row-major array of expected results.
 *
 * @param dtype dtype of all elements
 * @param dims outermost first
 * @param elements {@link Real} for floating-point dtypes, else {@link IntegerScalar}
 */
public record NdArray(DType dtype, int[] dims, Scalar[] elements) {

    /** An array whose elements are functions of their positions. The position is valid during the call only. */
    public static NdArray generate(DType dtype, int[] dims, Function<int[], Scalar> element) {
        Scalar[] elements = new Scalar[count(dims)];
        int[] position = new int[dims.length];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = element.apply(position);
            advance(position, dims);
        }
        return new NdArray(dtype, dims, elements);
    }

    /** An array of rank 0. */
    public static NdArray scalar(DType dtype, Scalar value) {
        return new NdArray(dtype, new int[0], new Scalar[] {value});
    }

    /** An array of one axis. */
    public static NdArray vector(DType dtype, Scalar... elements) {
        return new NdArray(dtype, new int[] {elements.length}, elements);
    }

    public static int count(int... dims) {
        return Arrays.stream(dims).reduce(1, (a, b) -> a * b);
    }

    private static void advance(int[] position, int[] dims) {
        for (int axis = dims.length - 1; axis >= 0; axis--) {
            if (++position[axis] < dims[axis]) {
                return;
            }
            position[axis] = 0;
        }
    }

    /** The shape to which arrays broadcast: aligned at the end, a 1 gives way. */
    public static int[] broadcast(NdArray... arrays) {
        int rank = Stream.of(arrays).mapToInt(NdArray::rank).max().orElse(0);
        int[] joint = new int[rank];
        Arrays.fill(joint, 1);
        for (NdArray array : arrays) {
            int missing = rank - array.rank();
            for (int axis = 0; axis < array.rank(); axis++) {
                if (array.dims[axis] != 1) {
                    joint[missing + axis] = array.dims[axis];
                }
            }
        }
        return joint;
    }

    public int rank() {
        return dims.length;
    }

    /** An axis that may count from the end. */
    public int axis(int axis) {
        return axis < 0 ? axis + rank() : axis;
    }

    /** The element at a position of this shape, or of a larger one to which this broadcasts. */
    public Scalar at(int... position) {
        int offset = 0;
        int missing = position.length - dims.length;
        for (int axis = 0; axis < dims.length; axis++) {
            offset = offset * dims[axis] + (dims[axis] == 1 ? 0 : position[missing + axis]);
        }
        return elements[offset];
    }

    /** Returns the elements in another shape. */
    public NdArray reshaped(int... newDims) {
        return new NdArray(dtype, newDims, elements);
    }

    /** Each element replaced. */
    public NdArray map(UnaryOperator<Scalar> function) {
        return new NdArray(dtype, dims, Stream.of(elements).map(function).toArray(Scalar[]::new));
    }

    /** Elements combined with those of another array, both broadcast. */
    public NdArray zip(NdArray other, java.util.function.BinaryOperator<Scalar> function) {
        return generate(dtype, broadcast(this, other), p -> function.apply(at(p), other.at(p)));
    }

    /** Combines the elements along axes, given in order; the reduced axes stay with size 1 or go. */
    public NdArray reduce(DType result, int[] axes, boolean keepDims, Function<Scalar[], Scalar> combine) {
        boolean[] reduced = marked(axes);
        int[] kept =
                IntStream.range(0, rank()).map(i -> reduced[i] ? 1 : dims[i]).toArray();
        NdArray results = generate(result, kept, p -> combine.apply(line(p, reduced)));
        int[] left = IntStream.range(0, rank())
                .filter(i -> !reduced[i])
                .map(i -> dims[i])
                .toArray();
        return keepDims ? results : results.reshaped(left);
    }

    /** Replaces the elements along axes, given in row-major order, by as many others. */
    public NdArray mapLines(int[] axes, UnaryOperator<Scalar[]> function) {
        boolean[] reduced = marked(axes);
        int[] kept =
                IntStream.range(0, rank()).map(i -> reduced[i] ? 1 : dims[i]).toArray();
        int[] along =
                IntStream.range(0, rank()).map(i -> reduced[i] ? dims[i] : 1).toArray();
        Scalar[] results = new Scalar[elements.length];
        generate(dtype, kept, start -> {
            Scalar[] line = function.apply(line(start, reduced));
            int[] step = new int[rank()];
            for (Scalar element : line) {
                results[offset(start, step)] = element;
                advance(step, along);
            }
            return null;
        });
        return new NdArray(dtype, dims, results);
    }

    private Scalar[] line(int[] start, boolean[] reduced) {
        int[] along =
                IntStream.range(0, rank()).map(i -> reduced[i] ? dims[i] : 1).toArray();
        Scalar[] line = new Scalar[count(along)];
        int[] step = new int[rank()];
        for (int i = 0; i < line.length; i++) {
            line[i] = elements[offset(start, step)];
            advance(step, along);
        }
        return line;
    }

    private int offset(int[] start, int[] step) {
        int offset = 0;
        for (int axis = 0; axis < dims.length; axis++) {
            offset = offset * dims[axis] + start[axis] + step[axis];
        }
        return offset;
    }

    /** No axes stand for all. */
    private boolean[] marked(int[] axes) {
        boolean[] marked = new boolean[rank()];
        Arrays.fill(marked, axes.length == 0);
        for (int axis : axes) {
            marked[axis(axis)] = true;
        }
        return marked;
    }

    @Override
    public String toString() {
        return dtype + Arrays.toString(dims);
    }
}

package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Axes and dims in the bodies of composite ops. {@code op} is the op's name in Java, for messages. */
public final class DimLists {

    private static final int MOST_RESULTS = 1 << 20;

    private DimLists() {}

    /** An axis and all after it. */
    public static int[] axesFrom(String op, Tensor x, int axis) {
        return IntStream.range(Operands.axis(op, x, axis), x.rank()).toArray();
    }

    /** As many of the last axes as another tensor has axes. */
    public static int[] trailingAxes(String op, Tensor x, Tensor like) {
        Operands.present(op, "x", x);
        Operands.present(op, "gamma", like);
        int count = like.rank();
        if (count == 0 || count > x.rank()) {
            throw misfit(op, like, "dims of the last axes of " + Tensors.describe(x));
        }
        return IntStream.range(x.rank() - count, x.rank()).toArray();
    }

    /** All axes but one. */
    public static int[] axesBut(String op, Tensor x, int axis) {
        int kept = Operands.axis(op, x, axis);
        if (x.rank() == 1) {
            throw misfit(op, x, "axes besides that of the channels");
        }
        return IntStream.range(0, x.rank()).filter(other -> other != kept).toArray();
    }

    /** The size of an axis. */
    public static long dim(String op, Tensor x, int axis) {
        return x.dimension(Operands.axis(op, x, axis));
    }

    /** A quotient without remainder. */
    public static long dividedBy(String op, long size, long parts) {
        if (parts <= 0 || size % parts != 0) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    op,
                    "the number of parts",
                    parts,
                    "the size " + size + " is divided into parts of one size",
                    "pass a divisor of " + size);
        }
        return size / parts;
    }

    /** A size along which an element is sought. */
    public static long notEmpty(String op, long size) {
        if (size == 0) {
            throw new ShapeMismatchException(RuntimeProblem.EMPTY_AXIS, op);
        }
        return size;
    }

    /** At how many places a window lies inside a range. */
    public static long places(String op, long size, long window, long step) {
        if (window < 1 || step < 1 || window > size) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    op,
                    "a window",
                    window + " elements at every " + step,
                    "windows of 1 element or more lie inside " + size + ", with their padding, at every 1 or more",
                    "pass a window of 1 to " + size + " elements, and a stride of 1 or more");
        }
        return size - window + 1;
    }

    /** How far windows reach over an edge. */
    public static long padding(String op, long pad, long window) {
        if (pad < 0 || pad >= window) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    op,
                    "pads",
                    pad,
                    "a window of " + window + " elements would lie outside the image",
                    "pass pads from 0, each less than the size of the window");
        }
        return pad;
    }

    /** An item of an attribute that has one for each axis. */
    public static long item(String op, String name, long[] list, int axis) {
        Operands.attribute(op, name, list);
        if (axis >= list.length) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    op,
                    name,
                    Arrays.toString(list),
                    "it has one number for each axis",
                    "pass as many numbers as the tensor has axes");
        }
        return list[axis];
    }

    /** The length of an attribute. */
    public static long count(String op, String name, long[] list) {
        Operands.attribute(op, name, list);
        return list.length;
    }

    /** The number of results of an op that gives one for each part or index. */
    public static int results(String op, long count) {
        if (count > MOST_RESULTS) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    op,
                    "the number of results",
                    count,
                    "each of them is a tensor, and there can be " + MOST_RESULTS + " at most",
                    "take larger parts, or another axis");
        }
        return (int) count;
    }

    /** A number from 0 on, below another. */
    public static void below(String op, String name, long value, long end) {
        if (value < 0 || value >= end) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    op,
                    name,
                    value,
                    "it is the position of one of " + end,
                    "pass a number from 0 to " + (end - 1));
        }
    }

    /** Where ranges of some sizes begin that follow each other, and where the last one ends. */
    public static long[] bounds(String op, long[] sizes, long count, long whole) {
        Operands.attribute(op, "sizes", sizes);
        long[] bounds = new long[sizes.length + 1];
        boolean negative = false;
        for (int i = 0; i < sizes.length; i++) {
            negative |= sizes[i] < 0;
            bounds[i + 1] = bounds[i] + sizes[i];
        }
        if (sizes.length != count || negative || bounds[sizes.length] != whole) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    op,
                    "sizes",
                    Arrays.toString(sizes),
                    "the size " + whole + " is divided into " + count + " parts",
                    "pass the sizes of all parts, " + whole + " together");
        }
        return bounds;
    }

    /** The dims of a tensor. */
    public static long[] dims(Tensor x) {
        return x.dimensions();
    }

    /** The same item for each axis of a tensor. */
    public static long[] filled(Tensor x, long item) {
        long[] list = new long[x.rank()];
        Arrays.fill(list, item);
        return list;
    }

    /** The list with one more item, at an axis of the longer list. */
    public static long[] insert(String op, long[] list, int axis, long item) {
        int at = Operands.axis(op, axis, list.length + 1, "the result");
        long[] longer = new long[list.length + 1];
        System.arraycopy(list, 0, longer, 0, at);
        longer[at] = item;
        System.arraycopy(list, at, longer, at + 1, list.length - at);
        return longer;
    }

    /** The list with another item at an axis. */
    public static long[] replace(String op, long[] list, int axis, long item) {
        long[] other = list.clone();
        other[Operands.axis(op, axis, list.length, "dims " + Arrays.toString(list))] = item;
        return other;
    }

    /** The dims without axes of size 1; without all of them if none is named. */
    public static long[] squeezed(String op, Tensor x, int... axes) {
        Operands.present(op, "x", x);
        boolean[] named = Operands.axes(op, x, axes);
        for (int axis = 0; axis < named.length; axis++) {
            if (named[axis] && x.dimension(axis) != 1) {
                throw misfit(op, x, "size 1 at axis " + axis);
            }
        }
        return IntStream.range(0, named.length)
                .filter(axis -> axes.length == 0 ? x.dimension(axis) != 1 : !named[axis])
                .mapToLong(x::dimension)
                .toArray();
    }

    /** The product of the dims before an axis, and that of the others. */
    public static long[] flattened(String op, Tensor x, int axis) {
        Operands.present(op, "x", x);
        int first = axis == x.rank() ? axis : Operands.axis(op, x, axis);
        return new long[] {product(x, 0, first), product(x, first, x.rank())};
    }

    /** The dims with which a vector broadcasts along an axis of a tensor. */
    public static long[] alongAxis(String op, Tensor vector, Tensor x, int axis) {
        Operands.present(op, "vector", vector);
        Operands.present(op, "x", x);
        if (vector.rank() != 1) {
            throw misfit(op, vector, "one axis, that of the channels");
        }
        long[] dims = new long[x.rank() - Operands.axis(op, x, axis)];
        Arrays.fill(dims, 1);
        dims[0] = vector.dimension(0);
        return dims;
    }

    /** The index after the last along each axis; a size of -1 stands for all that are left. */
    public static long[] sliceEnd(String op, Tensor x, long[] begin, long[] size) {
        Operands.present(op, "x", x);
        long[] end = new long[x.rank()];
        for (int axis = 0; axis < end.length; axis++) {
            long length = item(op, "size", size, axis);
            end[axis] = length == -1 ? x.dimension(axis) : item(op, "begin", begin, axis) + length;
        }
        return end;
    }

    /** The dims with leading ones, as many as there are multiples. */
    public static long[] tiledFrom(String op, Tensor x, long[] multiples) {
        Operands.present(op, "x", x);
        Operands.attribute(op, "multiples", multiples);
        int leading = multiples.length - x.rank();
        if (leading < 0) {
            item(op, "multiples", multiples, multiples.length);
        }
        long[] dims = new long[multiples.length];
        Arrays.fill(dims, 1);
        System.arraycopy(Tensors.dims(x), 0, dims, leading, x.rank());
        return dims;
    }

    /** The product of the dims before an axis, a size, and the product of the others. */
    public static long[] around(String op, Tensor x, int axis, long middle) {
        int at = Operands.axis(op, x, axis);
        return new long[] {product(x, 0, at), middle, product(x, at, x.rank())};
    }

    /** The product of the dims up to an axis and of the axis, a size, and the product of the others. */
    public static long[] after(String op, Tensor x, int axis, long middle) {
        Operands.present(op, "x", x);
        int at = Operands.axis(op, x, axis) + 1;
        return new long[] {product(x, 0, at), middle, product(x, at, x.rank())};
    }

    private static long product(Tensor x, int begin, int end) {
        return IntStream.range(begin, end).mapToLong(x::dimension).reduce(1, (a, b) -> a * b);
    }

    private static InvalidArgumentException misfit(String op, Tensor tensor, String wanted) {
        return new InvalidArgumentException(
                RuntimeProblem.ATTRIBUTE_VALUE,
                op,
                "an operand",
                Tensors.describe(tensor),
                "it needs " + wanted,
                "reshape the tensor before");
    }
}

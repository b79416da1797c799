package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.size.ArgumentChecks;
import io.graphkernel.runtime.generated.size.Sizes;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Shapes;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Computations of axes and dims in the bodies of composite ops. {@code op} is the name of the op in Java for messages.
 */
public final class DimLists {

    private static final int MAX_RESULTS = 1 << 20;

    private DimLists() {}

    /** Returns an axis and all axes after it. */
    public static int[] axesFrom(String op, Tensor x, int axis) {
        return IntStream.range(Operands.axis(op, x, axis), x.rank()).toArray();
    }

    /** Returns the last n axes, for n the rank of another tensor. */
    public static int[] trailingAxes(String op, Tensor x, Tensor like) {
        Operands.present(op, "x", x);
        Operands.present(op, "gamma", like);
        int count = like.rank();
        if (count == 0 || count > x.rank()) {
            throw misfit(op, like, "dims of the last axes of " + Tensors.describe(x));
        }
        return IntStream.range(x.rank() - count, x.rank()).toArray();
    }

    /** Returns all axes except one. */
    public static int[] axesBut(String op, Tensor x, int axis) {
        int retained = Operands.axis(op, x, axis);
        if (x.rank() == 1) {
            throw misfit(op, x, "axes besides that of the channels");
        }
        return IntStream.range(0, x.rank()).filter(other -> other != retained).toArray();
    }

    /** Returns the size of an axis. */
    public static long dim(String op, Tensor x, int axis) {
        return x.dimension(Operands.axis(op, x, axis));
    }

    /** Returns an exact quotient. */
    public static long dividedBy(String op, long size, long splits) {
        if (splits <= 0) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    op,
                    "the number of parts",
                    splits,
                    "the size " + size + " is divided into parts of one size",
                    "pass a divisor of " + size);
        }
        ArgumentChecks.equal(op, "the sum of the parts", size / splits * splits, size);
        return size / splits;
    }

    /** Checks and returns the nonzero size of an axis along which an element is searched. */
    public static long notEmpty(String op, long size) {
        ArgumentChecks.notEmpty(op, size);
        return size;
    }

    /** Returns the number of window positions inside a range. */
    public static long places(String op, long size, long window, long step) {
        if (window < 1 || step < 1) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    op,
                    "a window",
                    window + " elements at every " + step,
                    "windows of 1 element or more are inside " + size + ", with their padding, at every 1 or more",
                    "pass a window of 1 to " + size + " elements, and a stride of 1 or more");
        }
        ArgumentChecks.atLeast(op, "the size of the axis with pads", size, window);
        return size - window + 1;
    }

    /** Returns the number of elements by which windows extend beyond an edge. */
    public static long padding(String op, long pad, long window) {
        if (pad < 0 || pad >= window) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    op,
                    "pads",
                    pad,
                    "a window of " + window + " elements would be outside the input",
                    "pass pads from 0, each less than the size of the window");
        }
        return pad;
    }

    /** Returns an item of an attribute that has one per axis. */
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

    /** Returns the length of an attribute. */
    public static long count(String op, String name, long[] list) {
        Operands.attribute(op, name, list);
        return list.length;
    }

    /** Checks and returns the number of results of an op that has one per split or index. */
    public static int results(String op, long count) {
        if (count > MAX_RESULTS) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    op,
                    "the number of results",
                    count,
                    "each of them is a tensor, and there can be " + MAX_RESULTS + " at most",
                    "take larger parts, or another axis");
        }
        return (int) count;
    }

    /** Checks that a nonnegative number is below a bound. */
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

    /** Returns the starts of consecutive ranges of given sizes, followed by the end of the last one. */
    public static long[] bounds(String op, long[] sizes, long count, long whole) {
        Operands.attribute(op, "sizes", sizes);
        if (sizes.length != count) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    op,
                    "sizes",
                    Arrays.toString(sizes),
                    "the size " + whole + " is divided into " + count + " parts",
                    "pass the sizes of all parts, " + whole + " together");
        }
        long[] bounds = new long[sizes.length + 1];
        for (int i = 0; i < sizes.length; i++) {
            ArgumentChecks.within(op, "sizes[" + i + "]", sizes[i], whole - bounds[i]);
            bounds[i + 1] = bounds[i] + sizes[i];
        }
        ArgumentChecks.equal(op, "the sum of sizes", bounds[sizes.length], whole);
        return bounds;
    }

    /** Returns the dims of a tensor. */
    public static long[] dims(Tensor x) {
        return x.dimensions();
    }

    /** Returns a list with the same item for each axis of a tensor. */
    public static long[] filled(Tensor x, long item) {
        long[] list = new long[x.rank()];
        Arrays.fill(list, item);
        return list;
    }

    /** Returns the sums of the items of lists, which have the length of the first one. */
    public static long[] sums(long[]... lists) {
        long[] sums = lists[0].clone();
        for (int i = 1; i < lists.length; i++) {
            for (int axis = 0; axis < Math.min(sums.length, lists[i].length); axis++) {
                sums[axis] = Sizes.sum(sums[axis], lists[i][axis]);
            }
        }
        return sums;
    }

    /** Returns the list with an item inserted at an axis of the longer list. */
    public static long[] insert(String op, long[] list, int axis, long item) {
        int at = Operands.axis(op, axis, list.length + 1, "the result");
        long[] longer = new long[list.length + 1];
        System.arraycopy(list, 0, longer, 0, at);
        longer[at] = item;
        System.arraycopy(list, at, longer, at + 1, list.length - at);
        return longer;
    }

    /** Returns the list with the item at an axis replaced. */
    public static long[] replace(String op, long[] list, int axis, long item) {
        long[] other = list.clone();
        other[Operands.axis(op, axis, list.length, "dims " + Arrays.toString(list))] = item;
        return other;
    }

    /** Returns the dims without given axes of size 1; without all of them if none is given. */
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

    /** Returns the product of the dims before an axis, and that of the others. */
    public static long[] flattened(String op, Tensor x, int axis) {
        Operands.present(op, "x", x);
        int first = axis == x.rank() ? axis : Operands.axis(op, x, axis);
        return new long[] {product(x, 0, first), product(x, first, x.rank())};
    }

    /** Returns the dims with which a vector broadcasts along an axis of a tensor. */
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

    /** Returns the end index along each axis; a size of -1 stands for the remaining elements. */
    public static long[] sliceEnd(String op, Tensor x, long[] begin, long[] size) {
        Operands.present(op, "x", x);
        long[] end = new long[x.rank()];
        for (int axis = 0; axis < end.length; axis++) {
            long length = item(op, "size", size, axis);
            long from = item(op, "begin", begin, axis);
            ArgumentChecks.within(op, "begin[" + axis + "]", from, x.dimension(axis));
            if (length != -1) {
                ArgumentChecks.within(op, "size[" + axis + "]", length, x.dimension(axis) - from);
            }
            end[axis] = length == -1 ? x.dimension(axis) : from + length;
        }
        return end;
    }

    /** Returns the dims with leading ones, up to the number of multiples. */
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

    /** Returns the product of the dims before an axis, a size, and the product of the others. */
    public static long[] around(String op, Tensor x, int axis, long middle) {
        int at = Operands.axis(op, x, axis);
        return new long[] {product(x, 0, at), middle, product(x, at, x.rank())};
    }

    /** Returns the product of the dims up to and including an axis, a size, and the product of the others. */
    public static long[] after(String op, Tensor x, int axis, long middle) {
        Operands.present(op, "x", x);
        int at = Operands.axis(op, x, axis) + 1;
        return new long[] {product(x, 0, at), middle, product(x, at, x.rank())};
    }

    /** An empty tensor may have dims whose product overflows. */
    private static long product(Tensor x, int begin, int end) {
        long[] dims = Arrays.copyOfRange(Tensors.dims(x), begin, end);
        return Shapes.elementCount(dims, dims.length);
    }

    /** Requires a property of an argument. */
    public static void require(boolean isMet, String op, String name, Object value, String need) {
        if (!isMet) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE, op, name, value, "it needs " + need, "pass " + need);
        }
    }

    private static InvalidArgumentException misfit(String op, Tensor tensor, String expected) {
        return new InvalidArgumentException(
                RuntimeProblem.ATTRIBUTE_VALUE,
                op,
                "an operand",
                Tensors.describe(tensor),
                "it needs " + expected,
                "reshape the tensor before");
    }
}

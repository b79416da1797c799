package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.Sizes;
import io.graphkernel.runtime.internal.tensor.Broadcast;
import io.graphkernel.runtime.internal.tensor.Elements;
import io.graphkernel.runtime.internal.tensor.IntegerRange;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Shapes;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/** Combinations of elements along axes, whole and running. */
final class EagerReduction {
    private static final String[] NAMES = {"x", "result"};

    private EagerReduction() {}

    /** {@code g} is null where integers are refused. */
    static Tensor reduce(
            String op,
            Tensor x,
            int[] axes,
            boolean keepDims,
            double identity,
            DoubleBinaryOperator f,
            long integerIdentity,
            LongBinaryOperator g) {
        Operands.number(op, "x", x, true);
        Lines lines = new Lines(op, x, axes);
        return x.dtype().isFloat()
                ? floats(lines, keepDims, identity, f)
                : integers(lines, keepDims, IntegerRange.saturate(x.dtype(), integerIdentity), g);
    }

    static Tensor logical(String op, Tensor x, int[] axes, boolean keepDims, boolean identity, BooleanBinary f) {
        Operands.dtype(op, "x", x, DType.BOOL);
        LongBinaryOperator g = (a, b) -> f.apply(a != 0, b != 0) ? 1 : 0;
        return integers(new Lines(op, x, axes), keepDims, identity ? 1 : 0, g);
    }

    private static Tensor floats(Lines lines, boolean keepDims, double identity, DoubleBinaryOperator f) {
        Tensor result = lines.result(keepDims);
        double[] values = new double[(int) result.elementCount()];
        Arrays.fill(values, identity);
        Elements from = Elements.of(lines.x);
        lines.visit((i, p, q, r) -> values[q] = f.applyAsDouble(values[q], from.getDouble(p)));
        Elements to = Elements.of(result);
        for (int i = 0; i < values.length; i++) {
            to.putDouble(i, values[i]);
        }
        Reference.reachabilityFence(result);
        return result;
    }

    private static Tensor integers(Lines lines, boolean keepDims, long identity, LongBinaryOperator g) {
        Tensor result = lines.result(keepDims);
        long[] values = new long[(int) result.elementCount()];
        Arrays.fill(values, identity);
        Elements from = Elements.of(lines.x);
        lines.visit((i, p, q, r) -> values[q] = g.applyAsLong(values[q], from.getLong(p)));
        Elements to = Elements.of(result);
        for (int i = 0; i < values.length; i++) {
            to.putLong(i, values[i]);
        }
        Reference.reachabilityFence(result);
        return result;
    }

    static Tensor elementCount(Tensor x, int[] axes) {
        Operands.number("elementCount", "x", x, true);
        Lines lines = new Lines("elementCount", x, axes);
        long count = 1;
        for (int axis = 0; axis < lines.reduced.length; axis++) {
            count = Sizes.product(count, lines.reduced[axis] ? x.dimension(axis) : 1);
        }
        return EagerScalars.onHost(x.dtype(), count);
    }

    static Tensor scan(
            String op,
            Tensor x,
            int axis,
            boolean exclusive,
            boolean reverse,
            double identity,
            DoubleBinaryOperator f,
            long integerIdentity,
            LongBinaryOperator g) {
        Operands.number(op, "x", x, true);
        int along = Operands.axis(op, x, axis);
        Tensor result = Operands.result(x.dtype(), x.dimensions());
        Elements from = Elements.of(x);
        Elements to = Elements.of(result);
        int length = (int) x.dimension(along);
        int step = (int) innerCount(x, along);
        int block = length * step;
        long lines = block == 0 ? 0 : x.elementCount() / length;
        for (int line = 0; line < lines; line++) {
            int start = line / step * block + line % step + (reverse ? block - step : 0);
            if (x.dtype().isFloat()) {
                double value = identity;
                for (int i = 0, at = start; i < length; i++, at += reverse ? -step : step) {
                    double next = f.applyAsDouble(value, from.getDouble(at));
                    to.putDouble(at, exclusive ? value : next);
                    value = next;
                }
            } else {
                long value = integerIdentity;
                for (int i = 0, at = start; i < length; i++, at += reverse ? -step : step) {
                    long next = g.applyAsLong(value, from.getLong(at));
                    to.putLong(at, exclusive ? value : next);
                    value = next;
                }
            }
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(result);
        return result;
    }

    /** The number of elements of one step along an axis. */
    static long innerCount(Tensor x, int axis) {
        long[] inner = Arrays.copyOfRange(Tensors.dims(x), axis + 1, x.rank());
        return Shapes.elementCount(inner, inner.length);
    }

    /** The lines of a tensor that are combined into one element each. */
    private static final class Lines {
        final String op;
        final Tensor x;
        final boolean[] reduced;

        /** The dims with 1 for every reduced axis. */
        final long[] kept;

        Lines(String op, Tensor x, int[] axes) {
            this.op = op;
            this.x = x;
            reduced = Operands.axes(op, x, axes);
            if (axes.length == 0) {
                Arrays.fill(reduced, true);
            }
            kept = x.dimensions();
            for (int axis = 0; axis < kept.length; axis++) {
                kept[axis] = reduced[axis] ? 1 : kept[axis];
            }
        }

        Tensor result(boolean keepDims) {
            return Operands.result(x.dtype(), keepDims ? kept : without());
        }

        private long[] without() {
            long[] dims = new long[kept.length];
            int count = 0;
            for (int axis = 0; axis < kept.length; axis++) {
                if (!reduced[axis]) {
                    dims[count++] = kept[axis];
                }
            }
            return Arrays.copyOf(dims, count);
        }

        /** Visits every element of x, {@code p}, with the position of its line, {@code q}. */
        void visit(ElementWalk.Visitor visitor) {
            if (x.elementCount() > 0) {
                Broadcast shape = new Broadcast(Shapes.MAXIMUM_INNER_RANK);
                shape.operand(0, Tensors.dims(x));
                shape.operand(1, kept);
                shape.resolve(op, NAMES, 2);
                ElementWalk.visit(shape, 2, visitor);
            }
            Reference.reachabilityFence(x);
        }
    }
}

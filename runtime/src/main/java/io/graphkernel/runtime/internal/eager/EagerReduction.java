package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.size.Sizes;
import io.graphkernel.runtime.internal.tensor.Broadcast;
import io.graphkernel.runtime.internal.tensor.IntegerRange;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Shapes;
import io.graphkernel.runtime.internal.tensor.TensorElements;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/** Reductions and prefix scans along axes. */
final class EagerReduction {
    private static final String[] NAMES = {"x", "result"};

    private EagerReduction() {}

    /** {@code g} is null where integers are rejected. */
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
        ReducedSets lines = new ReducedSets(op, x, axes);
        return x.dtype().isFloat()
                ? floats(lines, keepDims, identity, f)
                : integers(lines, keepDims, IntegerRange.identity(x.dtype(), integerIdentity), g);
    }

    static Tensor logical(String op, Tensor x, int[] axes, boolean keepDims, boolean identity, BooleanBinary f) {
        Operands.dtype(op, "x", x, DType.BOOL);
        LongBinaryOperator g = (a, b) -> f.apply(a != 0, b != 0) ? 1 : 0;
        return integers(new ReducedSets(op, x, axes), keepDims, identity ? 1 : 0, g);
    }

    private static Tensor floats(ReducedSets lines, boolean keepDims, double identity, DoubleBinaryOperator f) {
        Tensor result = lines.result(keepDims);
        double[] values = new double[(int) result.elementCount()];
        Arrays.fill(values, identity);
        TensorElements from = TensorElements.of(lines.x);
        lines.visit((i, p, q, r) -> values[q] = f.applyAsDouble(values[q], from.getDouble(p)));
        TensorElements to = TensorElements.of(result);
        for (int i = 0; i < values.length; i++) {
            to.putDouble(i, values[i]);
        }
        Reference.reachabilityFence(result);
        return result;
    }

    private static Tensor integers(ReducedSets lines, boolean keepDims, long identity, LongBinaryOperator g) {
        Tensor result = lines.result(keepDims);
        long[] values = new long[(int) result.elementCount()];
        Arrays.fill(values, identity);
        TensorElements from = TensorElements.of(lines.x);
        lines.visit((i, p, q, r) -> values[q] = g.applyAsLong(values[q], from.getLong(p)));
        TensorElements to = TensorElements.of(result);
        for (int i = 0; i < values.length; i++) {
            to.putLong(i, values[i]);
        }
        Reference.reachabilityFence(result);
        return result;
    }

    static Tensor elementCount(Tensor x, int[] axes) {
        return correctedCount(x, axes, 0);
    }

    static Tensor correctedCount(Tensor x, int[] axes, long correction) {
        Operands.number("elementCount", "x", x, true);
        ReducedSets lines = new ReducedSets("elementCount", x, axes);
        long count = 1;
        for (int axis = 0; axis < lines.reduced.length; axis++) {
            count = Sizes.product(count, lines.reduced[axis] ? x.dimension(axis) : 1);
        }
        return EagerScalars.onHost(x.dtype(), Math.max(count - correction, 0));
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
        Tensor result = HostOperands.result(x.dtype(), x.dimensions());
        TensorElements from = TensorElements.of(x);
        TensorElements to = TensorElements.of(result);
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
                long value = IntegerRange.identity(x.dtype(), integerIdentity);
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

    /** Returns the number of elements of one step along an axis. */
    static long innerCount(Tensor x, int axis) {
        long[] inner = Arrays.copyOfRange(Tensors.dims(x), axis + 1, x.rank());
        return Shapes.elementCount(inner, inner.length);
    }

    /** The sets of elements that are reduced to one element each. */
    private static final class ReducedSets {
        final String op;
        final Tensor x;
        final boolean[] reduced;

        /** The dims with 1 for every reduced axis. */
        final long[] keptDims;

        ReducedSets(String op, Tensor x, int[] axes) {
            this.op = op;
            this.x = x;
            reduced = Operands.axes(op, x, axes);
            if (axes.length == 0) {
                Arrays.fill(reduced, true);
            }
            keptDims = x.dimensions();
            for (int axis = 0; axis < keptDims.length; axis++) {
                keptDims[axis] = reduced[axis] ? 1 : keptDims[axis];
            }
        }

        Tensor result(boolean keepDims) {
            return HostOperands.result(x.dtype(), keepDims ? keptDims : without());
        }

        private long[] without() {
            long[] dims = new long[keptDims.length];
            int count = 0;
            for (int axis = 0; axis < keptDims.length; axis++) {
                if (!reduced[axis]) {
                    dims[count++] = keptDims[axis];
                }
            }
            return Arrays.copyOf(dims, count);
        }

        /** Visits every element of x at position {@code p}, with the position {@code q} of its result. */
        void visit(ElementWalk.Visitor visitor) {
            if (x.elementCount() > 0) {
                Broadcast shape = new Broadcast(Shapes.MAX_INNER_RANK);
                shape.operand(0, Tensors.dims(x));
                shape.operand(1, keptDims);
                shape.resolve(op, NAMES, 2);
                ElementWalk.visit(shape, 2, visitor);
            }
            Reference.reachabilityFence(x);
        }
    }
}

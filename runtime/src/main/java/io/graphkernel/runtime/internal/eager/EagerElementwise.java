package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.eager.ElementWalk.Visitor;
import io.graphkernel.runtime.internal.tensor.Broadcast;
import io.graphkernel.runtime.internal.tensor.IntegerRange;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.TensorElements;
import java.lang.ref.Reference;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** Element-wise functions, predicates, selection and conversion. */
final class EagerElementwise {
    private static final String[] NAMES = {"x", "y"};
    private static final String[] SELECT_NAMES = {"condition", "x", "y"};
    private static final String[] RANDOM_NAMES = {"index", "seed", "seed2"};

    private EagerElementwise() {}

    /** {@code g} is null where integers are rejected. */
    static Tensor unary(String op, Tensor x, DoubleUnaryOperator f, LongUnaryOperator g) {
        Operands.number(op, "x", x, g != null);
        Broadcast shape = Operands.broadcast(op, NAMES, x);
        Tensor result = HostOperands.result(x.dtype(), shape.dimensions());
        TensorElements from = TensorElements.of(x);
        TensorElements to = TensorElements.of(result);
        Visitor visitor = x.dtype().isFloat()
                ? (i, p, q, r) -> to.putDouble(i, f.applyAsDouble(from.getDouble(p)))
                : (i, p, q, r) -> to.putLong(i, g.applyAsLong(from.getLong(p)));
        return walk(shape, result, visitor, x);
    }

    /** {@code g} is null where integers are rejected. */
    static Tensor binary(String op, Tensor x, Tensor y, DoubleBinaryOperator f, LongBinaryOperator g) {
        Operands.number(op, "x", x, g != null);
        Operands.same(op, "x", x, "y", y);
        Broadcast shape = Operands.broadcast(op, NAMES, x, y);
        Tensor result = HostOperands.result(x.dtype(), shape.dimensions());
        TensorElements left = TensorElements.of(x);
        TensorElements right = TensorElements.of(y);
        TensorElements to = TensorElements.of(result);
        Visitor visitor = x.dtype().isFloat()
                ? (i, p, q, r) -> to.putDouble(i, f.applyAsDouble(left.getDouble(p), right.getDouble(q)))
                : (i, p, q, r) -> to.putLong(i, g.applyAsLong(left.getLong(p), right.getLong(q)));
        return walk(shape, result, visitor, x, y);
    }

    /** In float where kernels compute in f32. */
    static Tensor binary(
            String op, Tensor x, Tensor y, FloatBinary narrow, DoubleBinaryOperator f, LongBinaryOperator g) {
        boolean wide = x != null && x.dtype() == DType.F64;
        return binary(op, x, y, wide ? f : (a, b) -> narrow.apply((float) a, (float) b), g);
    }

    static Tensor test(String op, Tensor x, DoublePredicate f) {
        Operands.number(op, "x", x, false);
        Broadcast shape = Operands.broadcast(op, NAMES, x);
        Tensor result = HostOperands.result(DType.BOOL, shape.dimensions());
        TensorElements from = TensorElements.of(x);
        TensorElements to = TensorElements.of(result);
        return walk(shape, result, (i, p, q, r) -> to.putLong(i, bit(f.test(from.getDouble(p)))), x);
    }

    static Tensor compare(String op, Tensor x, Tensor y, DoublePairTest f, LongPairTest g, boolean takesBool) {
        Operands.present(op, "x", x);
        if (!takesBool || x.dtype() != DType.BOOL) {
            Operands.number(op, "x", x, true);
        }
        Operands.same(op, "x", x, "y", y);
        Broadcast shape = Operands.broadcast(op, NAMES, x, y);
        Tensor result = HostOperands.result(DType.BOOL, shape.dimensions());
        TensorElements left = TensorElements.of(x);
        TensorElements right = TensorElements.of(y);
        TensorElements to = TensorElements.of(result);
        Visitor visitor = x.dtype().isFloat()
                ? (i, p, q, r) -> to.putLong(i, bit(f.test(left.getDouble(p), right.getDouble(q))))
                : (i, p, q, r) -> to.putLong(i, bit(g.test(left.getLong(p), right.getLong(q))));
        return walk(shape, result, visitor, x, y);
    }

    static Tensor logical(String op, Tensor x, Tensor y, BooleanBinary f) {
        Operands.dtype(op, "x", x, DType.BOOL);
        Operands.dtype(op, "y", y, DType.BOOL);
        Broadcast shape = Operands.broadcast(op, NAMES, x, y);
        Tensor result = HostOperands.result(DType.BOOL, shape.dimensions());
        TensorElements left = TensorElements.of(x);
        TensorElements right = TensorElements.of(y);
        TensorElements to = TensorElements.of(result);
        return walk(
                shape,
                result,
                (i, p, q, r) -> to.putLong(i, bit(f.apply(left.getLong(p) != 0, right.getLong(q) != 0))),
                x,
                y);
    }

    static Tensor select(Tensor condition, Tensor x, Tensor y) {
        Operands.dtype("select", "condition", condition, DType.BOOL);
        Operands.present("select", "x", x);
        Operands.same("select", "x", x, "y", y);
        Broadcast shape = Operands.broadcast("select", SELECT_NAMES, condition, x, y);
        Tensor result = HostOperands.result(x.dtype(), shape.dimensions());
        TensorElements which = TensorElements.of(condition);
        TensorElements left = TensorElements.bits(x);
        TensorElements right = TensorElements.bits(y);
        TensorElements to = TensorElements.bits(result);
        return walk(
                shape,
                result,
                (i, p, q, r) -> to.putLong(i, which.getLong(p) != 0 ? left.getLong(q) : right.getLong(r)),
                condition,
                x,
                y);
    }

    static Tensor cast(Tensor x, DType dtype) {
        Operands.present("cast", "x", x);
        Operands.attribute("cast", "dtype", dtype);
        Broadcast shape = Operands.broadcast("cast", NAMES, x);
        Tensor result = HostOperands.result(dtype, shape.dimensions());
        boolean same = x.dtype() == dtype;
        TensorElements from = same ? TensorElements.bits(x) : TensorElements.of(x);
        TensorElements to = same ? TensorElements.bits(result) : TensorElements.of(result);
        Visitor visitor;
        if (!same && x.dtype().isFloat()) {
            visitor = dtype.isFloat() || dtype == DType.BOOL || dtype == DType.U64
                    ? (i, p, q, r) -> to.putDouble(i, from.getDouble(p))
                    : (i, p, q, r) -> to.putLong(i, IntegerRange.saturate(dtype, (long) from.getDouble(p)));
        } else if (!same && x.dtype() == DType.U64) {
            visitor = ofUnsigned(from, to, dtype);
        } else {
            visitor = same || dtype.isFloat()
                    ? (i, p, q, r) -> to.putLong(i, from.getLong(p))
                    : (i, p, q, r) -> to.putLong(i, IntegerRange.saturate(dtype, from.getLong(p)));
        }
        return walk(shape, result, visitor, x);
    }

    /** Converts u64: a 64-bit integer is rounded as half of it, whose last bit is set if that or the next is. */
    private static Visitor ofUnsigned(TensorElements from, TensorElements to, DType dtype) {
        return (i, p, q, r) -> {
            long bits = from.getLong(p);
            if (bits >= 0 || !dtype.isFloat()) {
                to.putLong(i, IntegerRange.saturate(dtype, bits < 0 ? Long.MAX_VALUE : bits));
            } else {
                to.putLong(i, bits >>> 1 | bits & 1);
                to.putDouble(i, 2 * to.getDouble(i));
            }
        };
    }

    static Tensor random(String op, Tensor index, Tensor seed, Tensor seed2, RandomFunction f) {
        Operands.dtype(op, "index", index, DType.I64);
        Operands.dtype(op, "seed", seed, DType.I64);
        Operands.dtype(op, "seed2", seed2, DType.I64);
        Broadcast shape = Operands.broadcast(op, RANDOM_NAMES, index, seed, seed2);
        Tensor result = HostOperands.result(DType.F32, shape.dimensions());
        TensorElements indices = TensorElements.of(index);
        TensorElements seeds = TensorElements.of(seed);
        TensorElements seeds2 = TensorElements.of(seed2);
        TensorElements to = TensorElements.of(result);
        return walk(
                shape,
                result,
                (i, p, q, r) -> to.putDouble(i, f.at(indices.getLong(p), seeds.getLong(q), seeds2.getLong(r))),
                index,
                seed,
                seed2);
    }

    private static Tensor walk(Broadcast shape, Tensor result, Visitor visitor, Tensor... operands) {
        ElementWalk.visit(shape, operands.length, visitor);
        Reference.reachabilityFence(operands);
        Reference.reachabilityFence(result);
        return result;
    }

    private static long bit(boolean value) {
        return value ? 1 : 0;
    }
}

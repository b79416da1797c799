package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ElementFunctions.DoubleFunction1;
import io.graphkernel.runtime.ElementFunctions.DoubleFunction2;
import io.graphkernel.runtime.ElementFunctions.DoubleFunction3;
import io.graphkernel.runtime.ElementFunctions.FloatFunction1;
import io.graphkernel.runtime.ElementFunctions.FloatFunction2;
import io.graphkernel.runtime.ElementFunctions.FloatFunction3;
import io.graphkernel.runtime.ElementFunctions.Function1;
import io.graphkernel.runtime.ElementFunctions.Function2;
import io.graphkernel.runtime.ElementFunctions.Function3;
import io.graphkernel.runtime.ElementFunctions.IntFunction1;
import io.graphkernel.runtime.ElementFunctions.IntFunction2;
import io.graphkernel.runtime.ElementFunctions.IntFunction3;
import io.graphkernel.runtime.ElementFunctions.LongFunction1;
import io.graphkernel.runtime.ElementFunctions.LongFunction2;
import io.graphkernel.runtime.ElementFunctions.LongFunction3;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.Broadcast;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.TensorElements;
import java.io.Serializable;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Application of a function of the user to each element, by calling it. */
public final class EagerMap {

    private static final String[] NAMES = {"x", "y", "z"};

    private EagerMap() {}

    /** Evaluation of a function at the positions of one element. */
    @FunctionalInterface
    private interface Evaluation {

        /** Reads the operands at positions, and writes the results. */
        void at(TensorElements[] from, TensorElements[] to, int result, int x, int y, int z);
    }

    public static Tensor map(FloatFunction1 f, Tensor x) {
        return applied(
                "map", f, DType.F32, (from, to, i, p, q, r) -> to[0].putDouble(i, f.apply(single(from[0], p))), x);
    }

    public static Tensor map(FloatFunction2 f, Tensor x, Tensor y) {
        return applied(
                "map",
                f,
                DType.F32,
                (from, to, i, p, q, r) -> to[0].putDouble(i, f.apply(single(from[0], p), single(from[1], q))),
                x,
                y);
    }

    public static Tensor map(FloatFunction3 f, Tensor x, Tensor y, Tensor z) {
        return applied(
                "map",
                f,
                DType.F32,
                (from, to, i, p, q, r) ->
                        to[0].putDouble(i, f.apply(single(from[0], p), single(from[1], q), single(from[2], r))),
                x,
                y,
                z);
    }

    public static Tensor mapDouble(DoubleFunction1 f, Tensor x) {
        return applied(
                "mapDouble",
                f,
                DType.F64,
                (from, to, i, p, q, r) -> to[0].putDouble(i, f.apply(from[0].getDouble(p))),
                x);
    }

    public static Tensor mapDouble(DoubleFunction2 f, Tensor x, Tensor y) {
        return applied(
                "mapDouble",
                f,
                DType.F64,
                (from, to, i, p, q, r) -> to[0].putDouble(i, f.apply(from[0].getDouble(p), from[1].getDouble(q))),
                x,
                y);
    }

    public static Tensor mapDouble(DoubleFunction3 f, Tensor x, Tensor y, Tensor z) {
        return applied(
                "mapDouble",
                f,
                DType.F64,
                (from, to, i, p, q, r) ->
                        to[0].putDouble(i, f.apply(from[0].getDouble(p), from[1].getDouble(q), from[2].getDouble(r))),
                x,
                y,
                z);
    }

    public static Tensor mapInt(IntFunction1 f, Tensor x) {
        return applied(
                "mapInt",
                f,
                DType.I32,
                (from, to, i, p, q, r) -> to[0].putLong(i, f.apply((int) from[0].getLong(p))),
                x);
    }

    public static Tensor mapInt(IntFunction2 f, Tensor x, Tensor y) {
        return applied(
                "mapInt",
                f,
                DType.I32,
                (from, to, i, p, q, r) -> to[0].putLong(i, f.apply((int) from[0].getLong(p), (int) from[1].getLong(q))),
                x,
                y);
    }

    public static Tensor mapInt(IntFunction3 f, Tensor x, Tensor y, Tensor z) {
        return applied(
                "mapInt",
                f,
                DType.I32,
                (from, to, i, p, q, r) -> to[0].putLong(
                        i, f.apply((int) from[0].getLong(p), (int) from[1].getLong(q), (int) from[2].getLong(r))),
                x,
                y,
                z);
    }

    public static Tensor mapLong(LongFunction1 f, Tensor x) {
        return applied(
                "mapLong", f, DType.I64, (from, to, i, p, q, r) -> to[0].putLong(i, f.apply(from[0].getLong(p))), x);
    }

    public static Tensor mapLong(LongFunction2 f, Tensor x, Tensor y) {
        return applied(
                "mapLong",
                f,
                DType.I64,
                (from, to, i, p, q, r) -> to[0].putLong(i, f.apply(from[0].getLong(p), from[1].getLong(q))),
                x,
                y);
    }

    public static Tensor mapLong(LongFunction3 f, Tensor x, Tensor y, Tensor z) {
        return applied(
                "mapLong",
                f,
                DType.I64,
                (from, to, i, p, q, r) ->
                        to[0].putLong(i, f.apply(from[0].getLong(p), from[1].getLong(q), from[2].getLong(r))),
                x,
                y,
                z);
    }

    @SuppressWarnings("unchecked")
    public static <A, R> Tensor apply(Function1<A, R> f, Tensor x) {
        return boxed(f, values -> f.apply((A) values[0]), x);
    }

    @SuppressWarnings("unchecked")
    public static <A, B, R> Tensor apply(Function2<A, B, R> f, Tensor x, Tensor y) {
        return boxed(f, values -> f.apply((A) values[0], (B) values[1]), x, y);
    }

    @SuppressWarnings("unchecked")
    public static <A, B, C, R> Tensor apply(Function3<A, B, C, R> f, Tensor x, Tensor y, Tensor z) {
        return boxed(f, values -> f.apply((A) values[0], (B) values[1], (C) values[2]), x, y, z);
    }

    @SuppressWarnings("unchecked")
    public static <A, R extends Record> Tensor[] applyRecord(Function1<A, R> f, Tensor x) {
        return records(f, values -> f.apply((A) values[0]), x);
    }

    @SuppressWarnings("unchecked")
    public static <A, B, R extends Record> Tensor[] applyRecord(Function2<A, B, R> f, Tensor x, Tensor y) {
        return records(f, values -> f.apply((A) values[0], (B) values[1]), x, y);
    }

    @SuppressWarnings("unchecked")
    public static <A, B, C, R extends Record> Tensor[] applyRecord(
            Function3<A, B, C, R> f, Tensor x, Tensor y, Tensor z) {
        return records(f, values -> f.apply((A) values[0], (B) values[1], (C) values[2]), x, y, z);
    }

    private static float single(TensorElements elements, int position) {
        return (float) elements.getDouble(position);
    }

    private static Tensor applied(String op, Serializable f, DType dtype, Evaluation evaluation, Tensor... operands) {
        Operands.attribute(op, "function", f);
        for (int i = 0; i < operands.length; i++) {
            Operands.dtype(op, NAMES[i], operands[i], dtype);
        }
        return HostOperands.run(host -> onHost(op, List.of(dtype), evaluation, host)[0], operands);
    }

    private static Tensor boxed(Serializable f, BoxedFunction function, Tensor... operands) {
        DType result = checked("apply", f, operands).result();
        BoxedReader reader = new BoxedReader(operands);
        Evaluation evaluation = (from, to, i, p, q, r) ->
                FunctionType.put(result, to[0], i, function.apply(reader.values(from, p, q, r)));
        return HostOperands.run(host -> onHost("apply", List.of(result), evaluation, host)[0], operands);
    }

    private static Tensor[] records(Serializable f, BoxedFunction function, Tensor... operands) {
        List<DType> dtypes = checked("applyRecord", f, operands).components();
        BoxedReader reader = new BoxedReader(operands);
        Evaluation evaluation = (from, to, i, p, q, r) -> {
            List<Object> values = FunctionType.components(function.apply(reader.values(from, p, q, r)));
            for (int component = 0; component < to.length; component++) {
                FunctionType.put(dtypes.get(component), to[component], i, values.get(component));
            }
        };
        return HostOperands.runAll(host -> onHost("applyRecord", dtypes, evaluation, host), operands);
    }

    private static FunctionType checked(String op, Serializable f, Tensor... operands) {
        Operands.attribute(op, "function", f);
        FunctionType type = FunctionType.of(f);
        for (int i = 0; i < operands.length; i++) {
            Operands.present(op, NAMES[i], operands[i]);
            type.requireParameter(op, i, NAMES[i], operands[i]);
        }
        return type;
    }

    private static TensorElements[] elements(Tensor... tensors) {
        return Arrays.stream(tensors).map(TensorElements::of).toArray(TensorElements[]::new);
    }

    /** Reader of the elements of operands as boxed values. */
    private static final class BoxedReader {

        private final DType[] dtypes;

        BoxedReader(Tensor... operands) {
            this.dtypes = Arrays.stream(operands).map(Tensor::dtype).toArray(DType[]::new);
        }

        Object[] values(TensorElements[] from, int... positions) {
            Object[] values = new Object[from.length];
            for (int operand = 0; operand < values.length; operand++) {
                values[operand] = FunctionType.get(dtypes[operand], from[operand], positions[operand]);
            }
            return values;
        }
    }

    /** Function of boxed elements. */
    @FunctionalInterface
    private interface BoxedFunction {
        Object apply(Object[] values);
    }

    /** Evaluates a function on host operands, at each position of their broadcast shape. */
    private static Tensor[] onHost(String op, List<DType> dtypes, Evaluation evaluation, Tensor... operands) {
        Broadcast shape = Operands.broadcast(op, NAMES, operands);
        List<Tensor> results = new ArrayList<>();
        try {
            dtypes.forEach(dtype -> results.add(HostOperands.result(dtype, shape.dimensions())));
            TensorElements[] from = elements(operands);
            TensorElements[] to = elements(results.toArray(Tensor[]::new));
            ElementWalk.visit(shape, operands.length, (i, x, y, z) -> evaluation.at(from, to, i, x, y, z));
        } catch (RuntimeException | Error failure) {
            results.forEach(Tensor::close);
            throw failure;
        } finally {
            Reference.reachabilityFence(operands);
        }
        return results.toArray(Tensor[]::new);
    }
}

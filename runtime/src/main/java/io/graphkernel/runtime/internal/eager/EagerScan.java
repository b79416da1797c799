package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ElementFunctions.DoubleFunction2;
import io.graphkernel.runtime.ElementFunctions.DoubleFunction3;
import io.graphkernel.runtime.ElementFunctions.FloatFunction2;
import io.graphkernel.runtime.ElementFunctions.FloatFunction3;
import io.graphkernel.runtime.ElementFunctions.Function2;
import io.graphkernel.runtime.ElementFunctions.Function3;
import io.graphkernel.runtime.ElementFunctions.IntFunction2;
import io.graphkernel.runtime.ElementFunctions.IntFunction3;
import io.graphkernel.runtime.ElementFunctions.LongFunction2;
import io.graphkernel.runtime.ElementFunctions.LongFunction3;
import io.graphkernel.runtime.ScanOption;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.TensorElements;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.io.Serializable;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Scan or reduction along an axis by a function of the user, by calling it. */
public final class EagerScan {

    private static final String[] NAMES = {"x", "y"};

    /** Function from the state and the elements at one position to the next state, all boxed. */
    @FunctionalInterface
    private interface Step {
        Object apply(Object state, Object[] elements);
    }

    private final String op;
    private final FunctionType type;
    private final Step step;
    private final Object initial;
    private final boolean reduces;
    private final Set<ScanOption> options;
    private final int axis;

    private EagerScan(
            String op, Serializable function, int axis, Object initial, boolean reduces, ScanOption[] options) {
        this.op = op;
        Operands.attribute(op, "step", function);
        this.initial = Operands.attribute(op, "initial", initial);
        this.axis = axis;
        this.reduces = reduces;
        for (ScanOption option : Operands.attribute(op, "options", options)) {
            Operands.attribute(op, "options", option);
        }
        this.options = Set.copyOf(Arrays.asList(options));
        this.type = FunctionType.of(function);
        this.step = step(function, initial);
    }

    /** Returns the states, by component. */
    public static Tensor[] scan(
            String op, Serializable step, int axis, Object initial, ScanOption[] options, Tensor... operands) {
        return new EagerScan(op, step, axis, initial, false, options).run(operands);
    }

    /** Returns the last state, by component. */
    public static Tensor[] reduce(String op, Serializable step, int axis, Object initial, Tensor... operands) {
        return new EagerScan(op, step, axis, initial, true, new ScanOption[0]).run(operands);
    }

    @SuppressWarnings("unchecked")
    private static Step step(Serializable function, Object initial) {
        if (initial instanceof Float) {
            return function instanceof FloatFunction2 f
                    ? (state, e) -> f.apply((Float) state, (Float) e[0])
                    : (state, e) -> ((FloatFunction3) function).apply((Float) state, (Float) e[0], (Float) e[1]);
        }
        if (initial instanceof Double) {
            return function instanceof DoubleFunction2 f
                    ? (state, e) -> f.apply((Double) state, (Double) e[0])
                    : (state, e) -> ((DoubleFunction3) function).apply((Double) state, (Double) e[0], (Double) e[1]);
        }
        if (initial instanceof Integer) {
            return function instanceof IntFunction2 f
                    ? (state, e) -> f.apply((Integer) state, (Integer) e[0])
                    : (state, e) -> ((IntFunction3) function).apply((Integer) state, (Integer) e[0], (Integer) e[1]);
        }
        if (initial instanceof Long) {
            return function instanceof LongFunction2 f
                    ? (state, e) -> f.apply((Long) state, (Long) e[0])
                    : (state, e) -> ((LongFunction3) function).apply((Long) state, (Long) e[0], (Long) e[1]);
        }
        return function instanceof Function2<?, ?, ?> f
                ? (state, e) -> ((Function2<Object, Object, Object>) f).apply(state, e[0])
                : (state, e) -> ((Function3<Object, Object, Object, Object>) function).apply(state, e[0], e[1]);
    }

    private Tensor[] run(Tensor... operands) {
        for (int i = 0; i < operands.length; i++) {
            Operands.present(op, NAMES[i], operands[i]);
            if (initial instanceof Record) {
                type.requireParameter(op, i + 1, NAMES[i], operands[i]);
            } else {
                Operands.dtype(op, NAMES[i], operands[i], type.dtype(initial));
            }
        }
        return HostOperands.runAll(this::onHost, operands);
    }

    private Tensor[] onHost(Tensor[] operands) {
        long[] dims = Operands.broadcast(op, NAMES, operands).dimensions();
        int scanned = Operands.axis(op, axis, dims.length, "shape " + Arrays.toString(dims));
        long[] resultDims = reduces ? without(dims, scanned) : dims;
        List<Object> components = FunctionType.components(initial);
        List<Tensor> results = new ArrayList<>();
        try {
            for (Object component : components) {
                results.add(HostOperands.result(type.dtype(component), resultDims));
            }
            new Walk(operands, dims, scanned, results).run();
            return results.toArray(Tensor[]::new);
        } catch (RuntimeException | Error failure) {
            results.forEach(Tensor::close);
            throw failure;
        } finally {
            Reference.reachabilityFence(operands);
        }
    }

    private static long[] without(long[] dims, int axis) {
        long[] rest = new long[dims.length - 1];
        System.arraycopy(dims, 0, rest, 0, axis);
        System.arraycopy(dims, axis + 1, rest, axis, rest.length - axis);
        return rest;
    }

    /** Iteration over all positions of one call. */
    private final class Walk {

        private final DType[] dtypes;
        private final TensorElements[] from;
        private final long[][] strides;
        private final long[] dims;
        private final int scanned;
        private final List<TensorElements> to;
        private final List<DType> toDtypes;

        Walk(Tensor[] operands, long[] dims, int scanned, List<Tensor> results) {
            this.dtypes = Arrays.stream(operands).map(Tensor::dtype).toArray(DType[]::new);
            this.from = Arrays.stream(operands).map(TensorElements::of).toArray(TensorElements[]::new);
            this.strides = Arrays.stream(operands)
                    .map(operand -> strides(Tensors.dims(operand), dims))
                    .toArray(long[][]::new);
            this.dims = dims;
            this.scanned = scanned;
            this.to = results.stream().map(TensorElements::of).toList();
            this.toDtypes = results.stream().map(Tensor::dtype).toList();
        }

        /** Returns the strides of an operand along the axes of the result; 0 where it broadcasts. */
        private static long[] strides(long[] own, long[] dims) {
            long[] strides = new long[dims.length];
            long stride = 1;
            for (int axis = own.length - 1; axis >= 0; axis--) {
                strides[axis + dims.length - own.length] = own[axis] == 1 ? 0 : stride;
                stride *= own[axis];
            }
            return strides;
        }

        void run() {
            long inner = product(scanned + 1, dims.length);
            long lanes = product(0, scanned) * inner;
            for (long lane = 0; lane < lanes; lane++) {
                Object state = initial;
                long first = lane / inner * dims[scanned] * inner + lane % inner;
                for (long step = 0; step < dims[scanned]; step++) {
                    long position = options.contains(ScanOption.REVERSE) ? dims[scanned] - 1 - step : step;
                    Object next = EagerScan.this.step.apply(state, elements(lane, inner, position));
                    if (!reduces) {
                        store(options.contains(ScanOption.EXCLUSIVE) ? state : next, first + position * inner);
                    }
                    state = next;
                }
                if (reduces) {
                    store(state, lane);
                }
            }
        }

        private long product(int begin, int end) {
            return Arrays.stream(dims, begin, end).reduce(1, (a, b) -> a * b);
        }

        private Object[] elements(long lane, long inner, long position) {
            Object[] elements = new Object[from.length];
            for (int i = 0; i < from.length; i++) {
                long offset = position * strides[i][scanned]
                        + offset(lane % inner, scanned + 1, dims.length, strides[i])
                        + offset(lane / inner, 0, scanned, strides[i]);
                elements[i] = FunctionType.get(dtypes[i], from[i], (int) offset);
            }
            return elements;
        }

        private long offset(long index, int begin, int end, long[] steps) {
            long offset = 0;
            long rest = index;
            for (int axis = end - 1; axis >= begin; axis--) {
                offset += rest % dims[axis] * steps[axis];
                rest /= dims[axis];
            }
            return offset;
        }

        private void store(Object state, long position) {
            List<Object> values = FunctionType.components(state);
            for (int i = 0; i < values.size(); i++) {
                FunctionType.put(toDtypes.get(i), to.get(i), (int) position, values.get(i));
            }
        }
    }
}

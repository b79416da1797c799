package io.graphkernel.examples.benchmarks.sweep;

import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.TrafficLimit;
import io.graphkernel.examples.benchmarks.TrafficLimit.Role;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The operands and results of a case at one size, and the kernel that works on them. */
final class Workload implements AutoCloseable {
    private final Case tested;
    private final List<Tensor> operands = new ArrayList<>();
    private final List<Tensor> results = new ArrayList<>();
    private final Runnable call;

    /**
     * Makes the operands, and the results by a first call of the kernel.
     *
     * @param symbols the values of the symbols in the dims of the operands
     */
    Workload(Kernels kernels, Case tested, DType dtype, Map<String, Long> symbols) {
        this.tested = tested;
        boolean done = false;
        try {
            for (Operand operand : tested.operands()) {
                int seed = operands.size();
                operands.add(Numbers.spread(seed, operand, operand.dtype(dtype), operand.sizes(symbols)));
            }
            Class<?> stub = kernels.stub(tested, dtype);
            String method = kernels.method(tested, dtype);
            if (tested.resultCount() > 0) {
                addResults(stub, method);
            }
            call = kernel(stub, method);
            done = true;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(tested.title(), e);
        } finally {
            if (!done) {
                close();
            }
        }
    }

    /** The kernel, which does its whole work in a call. */
    Contestant contestant(String name) {
        return new Contestant(name, call);
    }

    Runnable call() {
        return call;
    }

    Tensor operand(int number) {
        return operands.get(number);
    }

    Tensor result(int number) {
        return results.get(number);
    }

    /** The elements of the largest operand. */
    long elements() {
        return operands.stream().mapToLong(Tensor::elementCount).max().orElse(0);
    }

    /** The dims of the first operand of the highest rank, for the report. */
    String dims() {
        Tensor widest = operands.get(0);
        for (Tensor operand : operands) {
            widest = operand.rank() > widest.rank() ? operand : widest;
        }
        return Arrays.toString(widest.dimensions());
    }

    /** The arrays that the op must move, each once. */
    List<TrafficLimit.Array> traffic() {
        List<TrafficLimit.Array> arrays = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            Tensor tensor = operands.get(i);
            double fraction = tested.partRead(i);
            if (tested.updates(i)) {
                Role role = fraction == 0 ? Role.WRITE : Role.UPDATE;
                arrays.add(new TrafficLimit.Array(tensor.address(), tensor.byteCount(), role));
            } else if (fraction > 0) {
                long bytes = (long) (tensor.byteCount() * fraction);
                arrays.add(new TrafficLimit.Array(tensor.address(), bytes, Role.READ));
            }
        }
        results.forEach(result -> arrays.add(new TrafficLimit.Array(result.address(), result.byteCount(), Role.WRITE)));
        return arrays;
    }

    @Override
    public void close() {
        operands.forEach(Tensor::close);
        results.forEach(Tensor::close);
    }

    /** Calls the overload that makes its results. */
    private void addResults(Class<?> stub, String method) throws ReflectiveOperationException {
        Object returned = stub.getMethod(method, tensors(operands.size())).invoke(null, operands.toArray());
        if (returned instanceof Tensor tensor) {
            results.add(tensor);
            return;
        }
        for (RecordComponent component : returned.getClass().getRecordComponents()) {
            results.add((Tensor) component.getAccessor().invoke(returned));
        }
    }

    /** The overload that writes into given results. */
    private Runnable kernel(Class<?> stub, String method) throws ReflectiveOperationException {
        List<Tensor> arguments = new ArrayList<>(operands);
        arguments.addAll(results);
        MethodHandle free = MethodHandles.publicLookup()
                .findStatic(stub, method, MethodType.methodType(void.class, tensors(arguments.size())));
        MethodHandle bound = MethodHandles.insertArguments(free, 0, arguments.toArray());
        return () -> {
            try {
                bound.invokeExact();
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        };
    }

    private static Class<?>[] tensors(int count) {
        return Collections.nCopies(count, Tensor.class).toArray(Class<?>[]::new);
    }
}

package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.graphkernel.runtime.exception.GraphKernelException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A8: every eager op over tensors without elements ends at once, or is rejected by name")
class EmptyOperandOpsTest {
    private static final long HUGE = (1L << 61) + 1;
    private static final long SECONDS = 20;
    private static final int MIN_RESULTS = 60;

    /** Shapes without elements, by what is in a test's name. */
    private static long[] dims(String name) {
        return Arrays.stream(name.split(" "))
                .mapToLong(dim -> dim.equals("huge") ? HUGE : Long.parseLong(dim))
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "huge 0",
                "0 huge",
                "2 0 3",
                "huge 0 huge",
                "0 huge huge",
                "huge huge 0",
                "1 huge 0 4",
                "0 0 huge 2"
            })
    void ops_overEmptyOperands_end(String shape) throws Exception {
        int results = 0;
        for (Method op : ops()) {
            results += run(op, dims(shape), shape) ? 1 : 0;
        }
        assertThat(results).isGreaterThan(MIN_RESULTS);
    }

    /** The ops whose arguments are tensors, numbers and switches. */
    private static List<Method> ops() {
        return Arrays.stream(Ops.class.getMethods())
                .filter(method -> method.getDeclaringClass() == Ops.class)
                .filter(method -> method.getParameterCount() > 0 && method.getParameterTypes()[0] == Tensor.class)
                .filter(method -> Arrays.stream(method.getParameterTypes())
                        .allMatch(type -> type == Tensor.class || type == int[].class || type.isPrimitive()))
                .filter(method -> !method.getName().matches("allReduce|onRank|matMulAllReduce"))
                .sorted(Comparator.comparing(Method::toString))
                .toList();
    }

    /** Returns true if an op gives a result; it may reject the shape. */
    private static boolean run(Method op, long[] dims, String shape) throws Exception {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try (TensorScope scope = TensorScope.open()) {
                op.invoke(null, arguments(op, dims));
                done.complete(true);
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof GraphKernelException) {
                    done.complete(false);
                } else {
                    done.completeExceptionally(e.getCause());
                }
            } catch (ReflectiveOperationException e) {
                done.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        try {
            return done.get(SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return fail(op + " over " + shape + " does not end: " + Arrays.toString(thread.getStackTrace()));
        } catch (ExecutionException e) {
            throw new AssertionError(op + " over " + shape, e.getCause());
        }
    }

    private static Object[] arguments(Method op, long[] dims) {
        List<Object> arguments = new ArrayList<>();
        for (Class<?> type : op.getParameterTypes()) {
            arguments.add(
                    type == Tensor.class
                            ? Tensor.empty(dims)
                            : type == int[].class
                                    ? new int[] {0}
                                    : type == int.class
                                            ? (Object) 0
                                            : type == long.class
                                                    ? (Object) 1L
                                                    : type == boolean.class
                                                            ? (Object) false
                                                            : type == float.class ? (Object) 1f : (Object) 1.0);
        }
        return arguments.toArray();
    }
}

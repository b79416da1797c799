package io.graphkernel.runtime.endtoend;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Templates over empty tensors with huge other dims: they end at once, and nonempty results equal those with small dims in place
 * of the huge ones. As a program, runs all with the settings of its process.
 */
final class EmptyTensorCalls {

    /** Squares and cubes of it wrap around to numbers that are not 0. */
    private static final long HUGE = (1L << 61) + 1;

    private static final long SMALL = 3;
    private static final long[] SIZES = {0, SMALL, HUGE};
    private static final long SECONDS = 20;

    /** Number of calls whose tensors can be created. */
    private int calls;

    private final Device device;
    private final boolean eager;

    private EmptyTensorCalls(Device device, boolean eager) {
        this.device = device;
        this.eager = eager;
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println(run(Device.cpu(), false) + " calls");
    }

    /** Runs all templates on a device; gives the number of calls. */
    static int run(Device device, boolean eager) throws Exception {
        EmptyTensorCalls run = new EmptyTensorCalls(device, eager);
        for (TemplateCase template : Templates.all()) {
            String symbols = symbols(template.inputs());
            long[] sizes = new long[symbols.length()];
            int count = (int) Math.pow(SIZES.length, sizes.length);
            for (int number = 0; number < count; number++) {
                for (int i = 0, rest = number; i < sizes.length; i++, rest /= SIZES.length) {
                    sizes[i] = SIZES[rest % SIZES.length];
                }
                if (has(sizes, 0) && has(sizes, HUGE)) {
                    run.inTime(template, symbols, sizes.clone());
                }
            }
        }
        return run.calls;
    }

    private static boolean has(long[] sizes, long wanted) {
        return Arrays.stream(sizes).anyMatch(size -> size == wanted);
    }

    private static String symbols(String types) {
        StringBuilder symbols = new StringBuilder();
        for (String type : types.split(" ")) {
            type.substring(type.indexOf('['))
                    .chars()
                    .filter(c -> Character.isLetter(c) && symbols.indexOf("" + (char) c) < 0)
                    .forEach(c -> symbols.append((char) c));
        }
        return symbols.toString();
    }

    private void inTime(TemplateCase template, String symbols, long[] sizes) throws Exception {
        String call = template.name() + (eager ? " eagerly" : "") + " with " + symbols + " = " + Arrays.toString(sizes);
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                compare(template, symbols, sizes, call);
                done.complete(null);
            } catch (Throwable e) {
                done.completeExceptionally(new AssertionError(call, e));
            }
        });
        thread.setDaemon(true);
        thread.start();
        try {
            done.get(SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(call + " does not end");
        }
    }

    private void compare(TemplateCase template, String symbols, long[] sizes, String call) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor[] in;
            Tensor[] out;
            try {
                in = tensors(template.inputs(), symbols, sizes);
                out = tensors(template.outputs(), symbols, sizes);
            } catch (GraphKernelException e) {
                // Such tensors cannot be created.
                return;
            }
            calls++;
            try {
                out = results(template, in, out);
            } catch (GraphKernelException e) {
                if (eager) {
                    // An intermediate result is a tensor, and such a tensor cannot be created.
                    return;
                }
                throw e;
            }
            if (Arrays.stream(out).allMatch(result -> result.elementCount() == 0)) {
                return;
            }
            long[] small = Arrays.stream(sizes)
                    .map(size -> size == HUGE ? SMALL : size)
                    .toArray();
            Tensor[] expected = results(
                    template, tensors(template.inputs(), symbols, small), tensors(template.outputs(), symbols, small));
            for (int i = 0; i < out.length; i++) {
                if (out[i].elementCount() > 0 && !out[i].toString().equals(expected[i].toString())) {
                    throw new AssertionError(call + " gives " + out[i] + ", not " + expected[i]);
                }
            }
        }
    }

    private Tensor[] results(TemplateCase template, Tensor[] in, Tensor[] out) {
        if (eager) {
            return template.eager().run(in);
        }
        template.stub().run(in, out);
        return out;
    }

    private Tensor[] tensors(String types, String symbols, long[] sizes) {
        List<Tensor> tensors = new ArrayList<>();
        for (String type : types.split(" ")) {
            String dims = type.substring(type.indexOf('[') + 1, type.length() - 1);
            long[] dimensions = dims.isEmpty()
                    ? new long[0]
                    : Arrays.stream(dims.split(","))
                            .mapToLong(dim -> size(dim, symbols, sizes))
                            .toArray();
            DType dtype = type.startsWith("bool") ? DType.BOOL : DType.F32;
            tensors.add(Tensor.full(dtype, 1.0, dimensions).to(device));
        }
        return tensors.toArray(Tensor[]::new);
    }

    private static long size(String dim, String symbols, long[] sizes) {
        return Character.isDigit(dim.charAt(0)) ? Long.parseLong(dim) : sizes[symbols.indexOf(dim)];
    }
}

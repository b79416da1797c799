import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Event;
import io.graphkernel.runtime.LaunchGraph;
import io.graphkernel.runtime.Stream;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DeviceException;
import io.graphkernel.runtime.exception.OutOfMemoryException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** Steps of a descent on the default device, and what the device rejects; ends with an exception if anything is wrong. */
public final class Steps {

    /** Many tiles for each core, the last of them with 11 elements. */
    private static final int COUNT = 300_011;

    @GraphKernel
    public static Tensor moved(
            @TensorType("f32[n]") Tensor weight, @TensorType("f32[n]") Tensor gradient, float rate) {
        return sub(weight, mul(gradient, rate));
    }

    @GraphKernel
    public static void move(@TensorType("f32[n]") Tensor weight, @TensorType("f32[n]") Tensor gradient, float rate) {
        assign(weight, sub(weight, mul(gradient, rate)));
    }

    @GraphKernel
    public static Tensor doubledAfter7(@TensorType("f32[300011]") Tensor x) {
        return mul(narrow(x, 0, 7, 300_004), 2f);
    }

    /** The second part begins within a block of memory. */
    @GraphKernel
    public static Tensor joined(@TensorType("f32[20003]") Tensor x, @TensorType("f32[20003]") Tensor y) {
        return concat(0, add(x, y), mul(x, y));
    }

    @GraphKernel
    public static Tensor minus(@TensorType("f32[n]") Tensor x, float number) {
        return sub(x, number);
    }

    @GraphKernel
    public static Tensor from(float number, @TensorType("f32[n]") Tensor x) {
        return sub(number, x);
    }

    public static void main(String[] arguments) throws InterruptedException {
        Device device = Device.ascend(0);
        require(Device.defaultDevice() == device, "it is the default device");
        Tensor weight = Tensor.full(3, COUNT);
        Tensor gradient = Tensor.full(2, COUNT);
        require(weight.device() == device, "tensors are on it");

        Tensor moved = StepsKernels.moved(weight, gradient, 0.5f);
        requireAll(moved, 2);
        StepsKernels.move(weight, gradient, 0.25f);
        requireAll(weight, 2.5f);

        try (Stream stream = Stream.open(device)) {
            Event before;
            try (Stream.Use use = stream.use()) {
                StepsKernels.move(weight, gradient, 0.5f);
                before = stream.record();
            }
            before.synchronize();
            require(before.isDone(), "the event is reached");
            requireAll(weight, 1.5f);
            before.close();
        }

        if (arguments.length == 0) {
            requireCapture(device, weight, gradient);
        } else {
            requireNoCapture(device, weight, gradient, arguments[0]);
            StepsKernels.move(weight, gradient, 0.5f);
        }
        requireAll(weight, 0.5f);

        try {
            Tensor.empty(device, DType.F32, 1L << 30);
            throw new AssertionError("the memory does not exist");
        } catch (OutOfMemoryException e) {
            require(e.getMessage().contains("ascend:0"), e.getMessage());
        }
        requireViews();
        requireTargetsWithinBlocks();
        requireSignsOfZeros();
        requireThreads();
        device.synchronize();
    }

    /** Takes 1 from the weights, all by replays. */
    private static void requireCapture(Device device, Tensor weight, Tensor gradient) {
        Tensor[] moved = new Tensor[1];
        try (LaunchGraph graph = LaunchGraph.capture(device, () -> {
            StepsKernels.move(weight, gradient, 0.125f);
            moved[0] = StepsKernels.moved(weight, gradient, 1);
        })) {
            requireAll(weight, 1.5f);
            for (int i = 0; i < 4; i++) {
                graph.launch();
            }
            requireAll(weight, 0.5f);
            requireAll(moved[0], -1.5f);
        }
    }

    private static void requireNoCapture(Device device, Tensor weight, Tensor gradient, String missing) {
        try {
            LaunchGraph.capture(device, () -> StepsKernels.move(weight, gradient, 1));
            throw new AssertionError("launches were captured");
        } catch (DeviceException e) {
            require(e.getMessage().startsWith("[GK-6700] graph capture is not supported on the device: ascend:0"), e.getMessage());
            require(e.getMessage().contains("has no function " + missing), e.getMessage());
        }
    }

    /** Elements from the eighth on. */
    private static void requireViews() {
        float[] elements = new float[COUNT];
        Arrays.fill(elements, 7, COUNT, 1.5f);
        elements[7] = 4;
        float[] doubled = StepsKernels.doubledAfter7(Tensor.of(elements, COUNT)).toFloatArray();
        float[] expected = new float[COUNT - 7];
        Arrays.fill(expected, 3);
        expected[0] = 8;
        require(Arrays.equals(doubled, expected), "the elements from the eighth on are doubled");
    }

    /** No two cores write to one block of memory, wherever what they write begins. */
    private static void requireTargetsWithinBlocks() {
        float[] joined = StepsKernels.joined(Tensor.full(3, 20_003), Tensor.full(2, 20_003)).toFloatArray();
        float[] expected = new float[40_006];
        Arrays.fill(expected, 0, 20_003, 5);
        Arrays.fill(expected, 20_003, 40_006, 6);
        require(Arrays.equals(joined, expected), "sums come before products");

        Tensor weight = Tensor.full(3, 40_000);
        StepsKernels.move(weight.slice(1, 40_000), Tensor.full(2, 39_999), 0.5f);
        float[] moved = new float[40_000];
        Arrays.fill(moved, 2);
        moved[0] = 3;
        require(Arrays.equals(weight.toFloatArray(), moved), "all elements but the first one are moved");
    }

    /** A difference as the sum with a negative keeps the sign of zero. */
    private static void requireSignsOfZeros() {
        float[] zeros = {0f, -0f, 1f};
        for (float number : zeros) {
            float[] minus = StepsKernels.minus(Tensor.of(zeros, 3), number).toFloatArray();
            float[] from = StepsKernels.from(number, Tensor.of(zeros, 3)).toFloatArray();
            for (int i = 0; i < zeros.length; i++) {
                require(Float.compare(minus[i], zeros[i] - number) == 0, zeros[i] + " - " + number + ": " + minus[i]);
                require(Float.compare(from[i], number - zeros[i]) == 0, number + " - " + zeros[i] + ": " + from[i]);
            }
        }
    }

    /** Each thread has a context of its own, which a call sets. */
    private static void requireThreads() throws InterruptedException {
        AtomicInteger right = new AtomicInteger();
        Thread[] threads = new Thread[16];
        for (int i = 0; i < threads.length; i++) {
            float number = i;
            threads[i] = new Thread(() -> {
                for (int call = 0; call < 10; call++) {
                    float[] elements =
                            StepsKernels.minus(Tensor.full(number, 1000), 1).toFloatArray();
                    right.addAndGet(elements[999] == number - 1 ? 1 : 0);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        require(right.get() == 160, "16 threads get right results: " + right);
    }

    private static void requireAll(Tensor tensor, float value) {
        float[] elements = tensor.toFloatArray();
        float[] expected = new float[elements.length];
        Arrays.fill(expected, value);
        require(Arrays.equals(elements, expected), "all elements are " + value);
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}

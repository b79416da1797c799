package io.graphkernel.runtime.sequence;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Event;
import io.graphkernel.runtime.LaunchGraph;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Stream;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Pointer;

/** One public call, or a few, on whatever tensors there are. */
enum Step {
    MAKE((world, choice) -> world.keep(choice, Tensor.zeros(choice.dtype(), choice.dims()))),
    CLOSE((world, choice) -> world.any(choice).close()),
    CLOSE_AGAIN((world, choice) -> world.any(choice).close()),

    WRAP_BUFFER((world, choice) -> {
        long[] dims = choice.dims();
        ByteBuffer buffer = ByteBuffer.allocateDirect(4 * (int) count(dims));
        ByteBuffer given = choice.oneIn(4) ? buffer.asReadOnlyBuffer() : buffer;
        world.keep(choice, Tensor.wrap(given.order(ByteOrder.nativeOrder()), DType.F32, dims));
    }),
    WRAP_POINTER((world, choice) -> {
        long[] dims = choice.dims();
        FloatPointer pointer = new FloatPointer(Math.max(1, count(dims)));
        world.keep(choice, Tensor.wrap(pointer, DType.F32, dims));
        if (choice.oneIn(2)) {
            pointer.close();
        }
    }),
    WRAP_OWNED((world, choice) -> {
        FloatPointer owner = new FloatPointer(256 * 256);
        Pointer bare = new BytePointer((Pointer) null) {
            {
                address = owner.address();
            }
        };
        world.keep(choice, Tensor.wrap(bare.capacity(256 * 256 * 4L), owner, DType.F32, 256, 256));
        owner.close();
    }),
    WRAP_FOREIGN((world, choice) -> {
        long[] dims = choice.dims();
        Region region = new Region(world, 4 * count(dims), choice.oneIn(4));
        world.keep(choice, Tensor.wrap(region, DType.F32, dims));
        if (choice.oneIn(8)) {
            region.revoke();
        }
    }),
    COPY_STRIDED((world, choice) -> {
        Region region = new Region(world, 4 * 256 * 128, false);
        world.keep(choice, Tensor.copyOf(region, DType.F32, new long[] {128, 256}, new long[] {1, 128}));
    }),
    WRAP_WRONGLY((world, choice) -> {
        FloatPointer pointer = new FloatPointer(8);
        Pointer wrong = switch (choice.below(6)) {
            case 0 -> pointer.position(-1 - choice.below(1 << 20));
            case 1 -> pointer.limit(1L << (4 + choice.below(58)));
            case 2 -> pointer.position(9);
            case 3 -> pointer.capacity(Long.MAX_VALUE / 4);
            case 4 -> Pointer.malloc(64);
            default -> new BytePointer(pointer).position(1);
        };
        world.keep(choice, Tensor.wrap(wrong, DType.F32, 4L << choice.below(61)));
    }),

    RESHAPE((world, choice) -> world.keep(choice, world.any(choice).reshape(-1))),
    RESHAPE_TO_ROWS((world, choice) -> world.keep(choice, world.any(choice).reshape(-1, 64))),
    SLICE((world, choice) -> {
        Tensor x = world.any(choice);
        long begin = choice.below(64);
        world.keep(choice, x.slice(begin, begin + choice.below(65)));
    }),

    COPY_IN((world, choice) -> {
        Tensor x = world.any(choice);
        x.copyFrom(new float[(int) x.elementCount()]);
    }),
    COPY_OUT((world, choice) -> world.any(choice).toFloatArray()),
    COPY_BYTES_OUT((world, choice) -> world.any(choice).toByteArray()),
    COPY_TO_LIKE((world, choice) -> {
        Tensor x = world.any(choice);
        x.copyTo(world.keep(choice, world.like(choice, x)));
    }),
    COPY_OVER((world, choice) -> world.any(choice).copyTo(world.any(choice))),
    COPY_TO_HOST((world, choice) -> world.keep(choice, world.any(choice).to(Device.cpu()))),
    COPY_TO_DEVICE((world, choice) -> world.keep(choice, world.any(choice).to(world.device))),
    GRAPH((world, choice) -> {
        Tensor x = world.any(choice);
        Tensor out = world.keep(choice, Tensor.empty(x.device(), x.dtype(), x.dimensions()));
        try (LaunchGraph graph = LaunchGraph.capture(x.device(), () -> SequenceKernelsKernels.sum(x, x, out))) {
            graph.launch();
        }
    }),
    STREAM((world, choice) -> {
        Tensor x = world.any(choice);
        try (Stream stream = Stream.open(x.device());
                Stream.Use use = stream.use();
                Event event = stream.record()) {
            world.keep(choice, SequenceKernelsKernels.sum(x, x));
            event.synchronize();
        }
    }),
    ON_A_STREAM((world, choice) -> {
        try (Stream.Use use = world.stream(choice).use()) {
            Tensor x = world.any(choice);
            world.keep(choice, SequenceKernelsKernels.sum(x, x).to(world.device));
        }
    }),
    WAIT_FOR_AN_EVENT((world, choice) -> world.event(choice).synchronize()),
    ASK_AN_EVENT((world, choice) -> world.event(choice).isDone()),
    AWAIT_ON_A_STREAM((world, choice) -> world.stream(choice).await(world.event(choice))),
    WAIT_FOR_A_STREAM((world, choice) -> world.stream(choice).synchronize()),
    LAUNCH_A_GRAPH((world, choice) -> world.graph(choice).launch()),
    CLOSE_A_STREAM((world, choice) -> world.stream(choice).close()),
    CLOSE_AN_EVENT((world, choice) -> world.event(choice).close()),
    CLOSE_A_GRAPH((world, choice) -> world.graph(choice).close()),
    GET((world, choice) -> {
        Tensor x = world.any(choice);
        long[] index = x.dimensions();
        for (int axis = 0; axis < index.length; axis++) {
            index[axis] = index[axis] == 0 ? 0 : choice.below((int) index[axis]);
        }
        x.getDouble(index);
    }),
    PRINT((world, choice) -> world.any(choice).toString()),

    POINTER((world, choice) -> world.keep(choice, world.any(choice).pointer())),
    USE_POINTER((world, choice) -> {
        if (world.pointer(choice) instanceof FloatPointer pointer && pointer.limit() > 0) {
            pointer.put(pointer.limit() - 1, pointer.get(0));
        }
    }),
    CLOSE_POINTER((world, choice) -> {
        Pointer pointer = world.pointer(choice);
        if (pointer != null) {
            // A copy: a closed pointer is null, which the thread that uses it does not expect.
            new FloatPointer(pointer).close();
        }
    }),
    BUFFER((world, choice) -> world.keep(choice, world.any(choice).asFloatBuffer())),
    USE_BUFFER((world, choice) -> {
        FloatBuffer buffer = world.buffer(choice);
        if (buffer != null && buffer.limit() > 0 && !buffer.isReadOnly()) {
            buffer.put(buffer.limit() - 1, buffer.get(0));
        }
    }),

    EAGER_UNARY((world, choice) -> world.keep(choice, Ops.neg(world.any(choice)))),
    EAGER_BINARY((world, choice) -> {
        Tensor x = world.any(choice);
        world.keep(choice, Ops.add(x, choice.oneIn(2) ? x : world.partner(choice, x)));
    }),
    EAGER_SUM((world, choice) -> world.keep(choice, Ops.reduceSum(world.any(choice), 0))),
    EAGER_MOVE((world, choice) -> world.keep(choice, Ops.transpose(world.any(choice)))),
    EAGER_CAST((world, choice) -> world.keep(choice, Ops.cast(world.any(choice), choice.dtype()))),
    EAGER_JOIN((world, choice) -> {
        Tensor x = world.any(choice);
        world.keep(choice, Ops.concat(0, x, x));
    }),
    EAGER_ASSIGN((world, choice) -> Ops.assign(world.any(choice), world.any(choice))),
    EAGER_PRODUCT((world, choice) -> {
        Tensor x = world.any(choice);
        world.keep(choice, Ops.matMul(x, Tensor.zeros(256, 1)));
    }),
    EAGER_ONE_HOT((world, choice) -> world.keep(choice, Ops.oneHot(world.indices(choice), 1.0, 0.0, 1))),
    EAGER_GATHER((world, choice) -> {
        try (Tensor line = world.any(choice).reshape(-1)) {
            world.keep(choice, Ops.gather(line, world.indices(choice), 0));
        }
    }),

    SUM((world, choice) -> {
        Tensor x = world.any(choice);
        world.keep(choice, SequenceKernelsKernels.sum(x, world.partner(choice, x)));
    }),
    SUM_INTO((world, choice) -> {
        Tensor x = world.any(choice);
        SequenceKernelsKernels.sum(x, x, world.keep(choice, world.like(choice, x)));
    }),
    SUM_OVER((world, choice) -> {
        Tensor x = world.any(choice);
        SequenceKernelsKernels.sum(x, x, world.any(choice));
    }),
    ROWS((world, choice) -> world.keep(choice, SequenceKernelsKernels.rows(world.any(choice)))),
    UPDATE((world, choice) -> SequenceKernelsKernels.update(world.any(choice), world.any(choice))),
    TOTAL((world, choice) -> world.keep(choice, SequenceKernelsKernels.total(world.any(choice)))),
    PRODUCT((world, choice) -> {
        Tensor x = world.any(choice);
        world.keep(choice, SequenceKernelsKernels.product(x, Tensor.zeros(256, 64)));
    }),
    CHECKED_INDICES((world, choice) -> {
        try (Tensor x = Tensor.zeros(1, 2)) {
            world.keep(choice, SequenceKernelsKernels.rowsAt(x, world.indices(choice)));
        }
    }),
    CLOSE_INDICES((world, choice) -> world.indices(choice).close()),
    ATTENTION((world, choice) -> {
        Tensor x = world.any(choice);
        world.keep(choice, SequenceKernelsKernels.attention(x, x, x));
    }),
    ARRAYS((world, choice) -> {
        float[] x = new float[choice.size() * 256];
        SequenceKernelsKernels.sum(x, x, x);
    }),

    NULLS((world, choice) -> {
        switch (choice.below(4)) {
            case 0 -> Tensor.empty((DType) null, 4);
            case 1 -> world.any(choice).copyTo((Tensor) null);
            case 2 -> world.any(choice).reshape((long[]) null);
            default -> SequenceKernelsKernels.sum(world.any(choice), null);
        }
    }),
    TRIM((world, choice) -> {
        if (choice.oneIn(256)) {
            MemoryPool.shared().trim();
        }
    }),
    COLLECT((world, choice) -> {
        if (choice.oneIn(256)) {
            System.gc();
        }
    });

    /** Steps of mistakes alone. */
    private static final Set<Step> REFUSED = EnumSet.of(WRAP_WRONGLY, NULLS);

    /** Action of a step. */
    @FunctionalInterface
    interface Call {
        void run(World world, RandomChoices choice);
    }

    private final Call call;

    Step(Call call) {
        this.call = call;
    }

    void run(World world, RandomChoices choice) {
        call.run(world, choice);
    }

    /** Returns true if it never goes through. */
    boolean isRefused() {
        return REFUSED.contains(this);
    }

    private static long count(long[] dims) {
        return Arrays.stream(dims).reduce(1, (x, y) -> x * y);
    }
}

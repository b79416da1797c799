package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceBlock;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.memory.Block;
import io.graphkernel.runtime.internal.memory.MemoryPool;

/**
 * A matrix product {@code [m, k] x [k, n] -> [m, n]} of a matrix that the ranks of a group have together, or whose result they
 * sum. The slots are those of {@link LibraryCall}: operands a and b. The communicator is that of the calling thread.
 */
abstract class RankProductCall extends LibraryCall {
    static final int RESULT = 2;
    private static final int MATRIX = 2;

    private final MatMulCall product;
    private final long ranks;
    private final String group;

    RankProductCall(
            String method, String aName, String bName, DType dtype, boolean transposeB, long ranks, String group) {
        super(method, dtype, dtype, MATRIX, MATRIX, 0);
        this.product = new MatMulCall(method, aName, bName, dtype, dtype, MATRIX, MATRIX, false, transposeB);
        this.ranks = ranks;
        this.group = group;
    }

    /** The product on each rank. */
    final MatMulCall product() {
        return product;
    }

    /** The number of ranks for which the op has its dims. */
    final long ranks() {
        return ranks;
    }

    /**
     * The communicator of the calling thread.
     *
     * @throws CommunicatorException if there is none, or of another number of ranks
     */
    final Communicator communicator() {
        Communicator communicator = Communicator.bound(method(), group);
        if (communicator.size() != ranks) {
            throw new CommunicatorException(
                    RuntimeProblem.RANKS_DIFFER, method(), op(), ranks, group, communicator.size());
        }
        return communicator;
    }

    @Override
    final void notPrepared(Throwable cause) {
        RankFailure.tell(method(), group, cause);
    }

    /** What is done with memory of the host. */
    @FunctionalInterface
    interface InMemory {
        /** Does it. */
        void run(long address);
    }

    /** Memory of the host, for a while. */
    static void inMemory(Communicator communicator, long bytes, InMemory work) {
        Block block = MemoryPool.shared().acquire(bytes);
        try {
            RankFailure.told(communicator, () -> work.run(block.address()));
        } finally {
            MemoryPool.shared().release(block);
        }
    }

    /** Memory of a device, for what its stream is given meanwhile. */
    static void inMemory(LaunchFrame frame, DeviceInUse device, long bytes, InMemory work) {
        DeviceBlock block = device.memory().acquire(bytes, frame.stream());
        try {
            work.run(block.address());
        } finally {
            block.release();
        }
    }

    /** Slots of a product of the host over other memory. */
    static void withSlots(long a, long b, long result, InMemory work) {
        Block slots = MemoryPool.shared().acquire(Long.BYTES * (RESULT + 1L));
        try {
            Memory.putLong(slots.address(), a);
            Memory.putLong(slots.address() + Long.BYTES, b);
            Memory.putLong(slots.address() + RESULT * (long) Long.BYTES, result);
            work.run(slots.address());
        } finally {
            MemoryPool.shared().release(slots);
        }
    }

    static long address(long arguments, int slot) {
        return Memory.getLong(arguments + slot * (long) Long.BYTES);
    }

    /** A collective over memory of the host. */
    static void complete(Communicator communicator, CollectiveRequest request, long source, long target) {
        communicator.start(request, source, target).await();
    }
}

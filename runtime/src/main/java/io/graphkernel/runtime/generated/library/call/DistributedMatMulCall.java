package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.library.LibraryCall;
import io.graphkernel.runtime.generated.library.collective.RankFailure;
import io.graphkernel.runtime.internal.device.DeviceAllocation;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;

/**
 * Call site of a matmul {@code [m, k] x [k, n] -> [m, n]} with a sharded operand or a summed result.
 *
 * <p>The slots are those of {@link LibraryCall}: operands a and b. The communicator is that of the calling thread.
 */
abstract class DistributedMatMulCall extends LibraryCall {
    static final int RESULT = 2;
    private static final int MATRIX = 2;

    private final MatMulCall matMul;
    private final long ranks;
    private final String group;

    DistributedMatMulCall(
            String method, String aName, String bName, DType dtype, boolean transposeB, long ranks, String group) {
        super(method, dtype, dtype, MATRIX, MATRIX, 0);
        this.matMul = new MatMulCall(method, aName, bName, dtype, dtype, MATRIX, MATRIX, false, transposeB);
        this.ranks = ranks;
        this.group = group;
    }

    /** Returns the matmul of each rank. */
    final MatMulCall matMul() {
        return matMul;
    }

    /** Returns the number of ranks that the dims of the op assume. */
    final long ranks() {
        return ranks;
    }

    /**
     * Returns the communicator of the calling thread.
     *
     * @throws CommunicatorException if there is none, or its number of ranks differs
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
    protected final void preparationFailed(Throwable cause) {
        RankFailure.report(method(), group, cause);
    }

    /** An operation on temporary memory. */
    @FunctionalInterface
    interface MemoryAction {
        /** Runs the operation. */
        void run(long address);
    }

    /** Runs an operation on temporary host memory. */
    static void inMemory(Communicator communicator, long bytes, MemoryAction action) {
        HostBlock block = MemoryPool.shared().acquire(bytes);
        try {
            RankFailure.reporting(communicator, () -> action.run(block.address()));
        } finally {
            MemoryPool.shared().release(block);
        }
    }

    /** Runs an operation on temporary device memory, which remains valid for the work that it enqueues. */
    static void inMemory(LaunchFrame frame, DeviceInUse device, long bytes, MemoryAction action) {
        DeviceAllocation block = device.memory().acquire(bytes, frame.stream());
        try {
            action.run(block.address());
        } finally {
            block.release();
        }
    }

    /** Runs an operation with the slots of a host matmul over other memory. */
    static void withSlots(long a, long b, long result, MemoryAction action) {
        HostBlock slots = MemoryPool.shared().acquire(Long.BYTES * (RESULT + 1L));
        try {
            Memory.putLong(slots.address(), a);
            Memory.putLong(slots.address() + Long.BYTES, b);
            Memory.putLong(slots.address() + RESULT * (long) Long.BYTES, result);
            action.run(slots.address());
        } finally {
            MemoryPool.shared().release(slots);
        }
    }

    static long address(long arguments, int slot) {
        return Memory.getLong(arguments + slot * (long) Long.BYTES);
    }

    /** Completes a collective over host memory. */
    static void complete(Communicator communicator, CollectiveRequest request, long source, long target) {
        communicator.start(request, source, target).await();
    }
}

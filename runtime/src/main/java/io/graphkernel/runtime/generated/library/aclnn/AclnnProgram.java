package io.graphkernel.runtime.generated.library.aclnn;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.library.LibraryCall;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.internal.memory.Reclamation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A sequence of aclnn calls for one shape, with temporaries between them.
 *
 * <p>Executors are created at the first launch, and again for memory with another offset from
 * {@link AclnnExecutor#ALIGNMENT}.
 */
final class AclnnProgram implements LibraryKernel {
    /** Alignment of temporaries and of the workspace, which all calls share, in bytes. */
    private static final long TEMPORARY_ALIGNMENT = 512;

    private final Aclnn library;
    private final List<AclnnOp> ops;
    private final long temporaryBytes;
    private final int slots;
    private final List<PreparedExecutors> prepared = new ArrayList<>();

    /** Executors for memory with given offsets from the alignment. */
    private record PreparedExecutors(long[] shifts, List<AclnnExecutor> executors, long workspaceBytes) {}

    private AclnnProgram(Builder builder) {
        library = builder.library;
        ops = List.copyOf(builder.ops);
        temporaryBytes = builder.temporaryBytes;
        slots = ops.stream()
                        .flatMap(op -> op.tensors().stream())
                        .mapToInt(view -> view == null ? AclnnTensor.TEMPORARY : view.slot())
                        .max()
                        .orElse(AclnnTensor.TEMPORARY)
                + 1;
    }

    /** A builder of the calls of a program. */
    static final class Builder {
        private final Aclnn library;
        private final List<AclnnOp> ops = new ArrayList<>();
        private long temporaryBytes;

        Builder(Aclnn library) {
            this.library = library;
        }

        /** Allocates a temporary between calls. */
        AclnnTensor temporary(DType dtype, long... dims) {
            long memory = temporaryBytes;
            long bytes = LibraryCall.elementCount(dims) * dtype.bytes();
            temporaryBytes += LaunchFrame.ceilDiv(bytes, TEMPORARY_ALIGNMENT) * TEMPORARY_ALIGNMENT;
            return AclnnTensor.whole(AclnnTensor.TEMPORARY, memory, dtype, dims);
        }

        /** Appends a call. */
        AclnnOp call(String name) {
            AclnnOp op = new AclnnOp(name);
            ops.add(op);
            return op;
        }

        AclnnProgram build() {
            return new AclnnProgram(this);
        }
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        long[] addresses = new long[slots];
        long[] shifts = new long[slots];
        for (int slot = 0; slot < slots; slot++) {
            addresses[slot] = Memory.getLong(arguments + slot * 8L);
            shifts[slot] = addresses[slot] & AclnnExecutor.ALIGNMENT - 1;
        }
        PreparedExecutors found = prepared(shifts);
        // Runs before the stream is locked, since an allocation may block.
        long memory = frame.libraryWorkspace(temporaryBytes + found.workspaceBytes());
        frame.stream().run(queue -> launch(found, addresses, memory, queue.handle()));
    }

    private synchronized PreparedExecutors prepared(long... shifts) {
        for (PreparedExecutors candidate : prepared) {
            if (Arrays.equals(candidate.shifts(), shifts)) {
                return candidate;
            }
        }
        library.device().driver().makeCurrent();
        List<AclnnExecutor> executors = new ArrayList<>();
        try {
            for (AclnnOp op : ops) {
                executors.add(new AclnnExecutor(library, op, shifts(op, shifts)));
            }
        } catch (RuntimeException | Error e) {
            executors.forEach(AclnnExecutor::close);
            throw e;
        }
        // A copy of the list, so that the cleanup action does not keep the program reachable.
        List<AclnnExecutor> retained = List.copyOf(executors);
        Reclamation.registerBlocking(this, () -> retained.forEach(AclnnExecutor::close));
        long bytes =
                retained.stream().mapToLong(AclnnExecutor::workspaceBytes).max().orElse(0);
        PreparedExecutors created = new PreparedExecutors(shifts, retained, bytes);
        prepared.add(created);
        return created;
    }

    /** Returns the addresses of the memory of the tensors of an op. */
    private static long[] addresses(AclnnOp op, long[] ofSlots, long temporaries) {
        return op.tensors().stream()
                .mapToLong(view ->
                        view == null ? 0 : view.isTemporary() ? temporaries + view.memory() : ofSlots[view.slot()])
                .toArray();
    }

    /** Returns the offset of each tensor's memory from an aligned address, in bytes; temporaries are aligned. */
    private static long[] shifts(AclnnOp op, long... ofSlots) {
        return op.tensors().stream()
                .mapToLong(view -> view == null || view.isTemporary() ? 0 : ofSlots[view.slot()])
                .toArray();
    }

    /** Serialized, since an executor stores addresses until it runs. */
    private synchronized void launch(PreparedExecutors found, long[] addresses, long memory, long stream) {
        library.device().driver().makeCurrent();
        for (int i = 0; i < ops.size(); i++) {
            found.executors().get(i).launch(addresses(ops.get(i), addresses, memory), memory + temporaryBytes, stream);
        }
    }
}

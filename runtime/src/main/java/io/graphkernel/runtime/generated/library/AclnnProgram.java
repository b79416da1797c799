package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Calls of aclnn one after the other, for one shape, with memory between them. Executors are made at the first launch, and
 * again for memory that begins otherwise between two multiples of {@link AclnnExecutor#ALIGNMENT} bytes.
 */
final class AclnnProgram implements LibraryWork {
    /** Where temporaries begin, and the workspace of the calls, which share one. */
    private static final long TEMPORARY_ALIGNMENT = 512;

    private static final Cleaner CLEANER = Cleaner.create();

    private final Aclnn library;
    private final List<AclnnOp> ops;
    private final long temporaryBytes;
    private final int slots;
    private final List<Prepared> prepared = new ArrayList<>();

    /** The executors for memory that begins so. */
    private record Prepared(long[] shifts, List<AclnnExecutor> executors, long workspaceBytes) {}

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

    /** The calls of a program. */
    static final class Builder {
        private final Aclnn library;
        private final List<AclnnOp> ops = new ArrayList<>();
        private long temporaryBytes;

        Builder(Aclnn library) {
            this.library = library;
        }

        /** Memory between calls. */
        AclnnTensor temporary(DType dtype, long... dims) {
            long memory = temporaryBytes;
            long bytes = LibraryCall.product(dims) * dtype.bytes();
            temporaryBytes += LaunchFrame.ceilDiv(bytes, TEMPORARY_ALIGNMENT) * TEMPORARY_ALIGNMENT;
            return AclnnTensor.whole(AclnnTensor.TEMPORARY, memory, dtype, dims);
        }

        /** A call after those before it. */
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
        Prepared found = prepared(shifts);
        // Before the stream is in use, because memory may be waited for.
        long memory = frame.libraryWorkspace(temporaryBytes + found.workspaceBytes());
        frame.stream().run(queue -> launch(found, addresses, memory, queue.handle()));
    }

    private synchronized Prepared prepared(long... shifts) {
        for (Prepared each : prepared) {
            if (Arrays.equals(each.shifts(), shifts)) {
                return each;
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
        // After the program is gone: a list of its own, so that the program is not held by what waits for its end.
        List<AclnnExecutor> kept = List.copyOf(executors);
        CLEANER.register(this, () -> kept.forEach(AclnnExecutor::close));
        long bytes =
                kept.stream().mapToLong(AclnnExecutor::workspaceBytes).max().orElse(0);
        Prepared made = new Prepared(shifts, kept, bytes);
        prepared.add(made);
        return made;
    }

    /** Where the memory of each tensor of an op begins. */
    private static long[] addresses(AclnnOp op, long[] ofSlots, long temporaries) {
        return op.tensors().stream()
                .mapToLong(view ->
                        view == null ? 0 : view.isTemporary() ? temporaries + view.memory() : ofSlots[view.slot()])
                .toArray();
    }

    /** How many bytes the memory of each tensor of an op begins after a multiple; temporaries begin at one. */
    private static long[] shifts(AclnnOp op, long... ofSlots) {
        return op.tensors().stream()
                .mapToLong(view -> view == null || view.isTemporary() ? 0 : ofSlots[view.slot()])
                .toArray();
    }

    /** One thread after the other, because executors keep addresses until they are called. */
    private synchronized void launch(Prepared found, long[] addresses, long memory, long stream) {
        library.device().driver().makeCurrent();
        for (int i = 0; i < ops.size(); i++) {
            found.executors().get(i).launch(addresses(ops.get(i), addresses, memory), memory + temporaryBytes, stream);
        }
    }
}

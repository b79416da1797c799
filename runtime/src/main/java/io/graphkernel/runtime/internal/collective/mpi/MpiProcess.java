package io.graphkernel.runtime.internal.collective.mpi;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.collective.PartOfGroup;
import io.graphkernel.runtime.internal.collective.message.Mailbox;
import io.graphkernel.runtime.internal.collective.message.MessageCommunicator;
import io.graphkernel.runtime.internal.memory.Block;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/** MPI in this process: begun once, and ended with the virtual machine. */
public final class MpiProcess {
    /** What the job ends with if a rank does not come, or does not end: an internal error, in the terms of sysexits. */
    private static final int ABORTED = 70;

    private static final int CHANNELS = Mailbox.Channel.values().length;

    /** MPI promises tags up to 32,767. */
    private static final int GROUPS = 32768 / CHANNELS;

    private static MpiProcess current;

    private final MpiLibrary library;
    private final int rank;
    private final int size;
    private final List<MessageCommunicator> groups = new ArrayList<>();

    /** All ranks, for what they have to agree on as they make a group. */
    private MessageCommunicator all;

    private long nextGroup;

    private MpiProcess(MpiLibrary library) {
        this.library = library;
        int threads = library.begin();
        if (threads < library.abi().threadMultiple()) {
            throw new CommunicatorException(RuntimeProblem.MPI_THREADS, library, threads);
        }
        this.rank = library.ofWorld("MPI_Comm_rank");
        this.size = library.ofWorld("MPI_Comm_size");
        MpiLauncher.requireAll(System.getenv(), library, size);
    }

    /**
     * This process as a rank of a group of all.
     *
     * @param timeoutNanos how long it waits for the others
     * @throws CommunicatorException if there is no MPI, or a rank does not come
     */
    public static synchronized Communicator communicator(String group, long timeoutNanos) {
        if (current == null) {
            MpiProcess process = begun(new MpiLibrary(System.getenv()), timeoutNanos);
            Runtime.getRuntime().addShutdownHook(new Thread(process::end, "graphkernel-mpi-end"));
            current = process;
        }
        return current.group(group, timeoutNanos);
    }

    /** MPI begins when all processes are there. */
    private static MpiProcess begun(MpiLibrary library, long timeoutNanos) {
        CompletableFuture<MpiProcess> process = new CompletableFuture<>();
        Thread thread = new Thread(() -> begin(library, process), "graphkernel-mpi-begin");
        thread.setDaemon(true);
        thread.start();
        try {
            return process.get(timeoutNanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CommunicatorException refused) {
                throw refused;
            }
            throw new CommunicatorException(e.getCause(), RuntimeProblem.MPI_MISSING, e.getCause());
        } catch (TimeoutException e) {
            throw new CommunicatorException(
                    e, RuntimeProblem.MPI_START, library, TimeUnit.NANOSECONDS.toMillis(timeoutNanos));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommunicatorException(e, RuntimeProblem.MPI_START, library, 0);
        }
    }

    private static void begin(MpiLibrary library, CompletableFuture<MpiProcess> process) {
        try {
            process.complete(new MpiProcess(library));
        } catch (RuntimeException | Error e) {
            process.completeExceptionally(e);
        }
    }

    /** A group of all ranks. They agree on a number that none of them has for another group. */
    private Communicator group(String group, long timeoutNanos) {
        if (all == null) {
            all = newGroup(Communicator.WORLD, timeoutNanos, nextGroup++, everyRank());
        }
        return newGroup(group, timeoutNanos, nextNumber(all), everyRank());
    }

    private int[] everyRank() {
        return IntStream.range(0, size).toArray();
    }

    /** The next number that no rank of a group has for another group, which its ranks agree on. */
    private long nextNumber(Communicator ranks) {
        List<MessageCommunicator> over =
                groups.stream().filter(MessageCommunicator::isOver).toList();
        over.forEach(MessageCommunicator::end);
        groups.removeAll(over);
        long number = largest(ranks, nextGroup);
        nextGroup = number + 1;
        return number;
    }

    /**
     * A group of some ranks of a group.
     *
     * @param worldRanks the number of each rank of the group among all ranks
     * @param part what the ranks of the new group have in common
     */
    static synchronized Communicator split(MpiCommunicator ranks, int[] worldRanks, String group, int part) {
        int[] members = Arrays.stream(PartOfGroup.members(ranks, part))
                .map(member -> worldRanks[member])
                .toArray();
        return current.newGroup(group, ranks.timeoutNanos(), current.nextNumber(ranks), members);
    }

    private static long largest(Communicator ranks, long number) {
        Block memory = MemoryPool.shared().acquire(Long.BYTES);
        try {
            Memory.putLong(memory.address(), number);
            CollectiveRequest request = CollectiveRequest.allReduce(ReduceOp.MAX, DType.I64, 1);
            ranks.start(request, memory.address(), memory.address()).await();
            return Memory.getLong(memory.address());
        } finally {
            MemoryPool.shared().release(memory);
        }
    }

    private MessageCommunicator newGroup(String group, long timeoutNanos, long number, int... ranks) {
        if (number >= GROUPS) {
            throw new CommunicatorException(RuntimeProblem.MPI_GROUPS, GROUPS);
        }
        int own = Arrays.binarySearch(ranks, rank);
        Mailbox mailbox = new MpiMailbox(library, ranks, own, (int) number * CHANNELS);
        MessageCommunicator made = new MpiCommunicator(group, timeoutNanos, mailbox, ranks);
        groups.add(made);
        return made;
    }

    /**
     * Ends MPI as the virtual machine ends, when all ranks do. If a group has failed, the others have its timeout to hear of
     * it; a rank that does not is ended, and all others with it.
     */
    private void end() {
        groups.forEach(MessageCommunicator::close);
        for (MessageCommunicator group : groups) {
            List<Integer> missing = group.awaitOthersClosed();
            if (group.hasFailed() && !missing.isEmpty()) {
                // Loggers may have ended by now.
                System.err.println(RuntimeProblem.MPI_ABORTED.message(group.rank(), group.group(), missing));
                library.abort(ABORTED);
            }
        }
        groups.forEach(MessageCommunicator::end);
        library.end();
    }
}

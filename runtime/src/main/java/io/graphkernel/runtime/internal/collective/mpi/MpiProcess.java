package io.graphkernel.runtime.internal.collective.mpi;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.collective.CollectiveBackend;
import io.graphkernel.runtime.internal.collective.SubgroupSplit;
import io.graphkernel.runtime.internal.collective.message.MessageCommunicator;
import io.graphkernel.runtime.internal.collective.message.Transport;
import io.graphkernel.runtime.internal.device.SignalHandlers;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/** MPI in this process: initialized once, and finalized when the JVM exits. */
public final class MpiProcess {
    /** Exit code of the job if a rank does not arrive or does not end: EX_SOFTWARE of sysexits. */
    private static final int ABORTED = 70;

    /** Name of the group by which processes agree on numbers. */
    private static final String ALL_RANKS = "world";

    private static final int CHANNELS = Transport.Channel.values().length;

    /** Number of groups that the tags which MPI guarantees, up to 32,767, allow. */
    private static final int GROUPS = 32768 / CHANNELS;

    private static MpiProcess current;

    private final MpiLibrary library;
    private final int rank;
    private final int size;
    private final List<MessageCommunicator> groups = new ArrayList<>();

    /** All ranks, for agreements when a group is created. */
    private MessageCommunicator allRanks;

    private long nextGroup;

    private MpiProcess(MpiLibrary library) {
        this.library = library;
        int threads = SignalHandlers.preserve(library::begin);
        if (threads < library.abi().threadMultiple()) {
            throw new CommunicatorException(RuntimeProblem.MPI_THREADS, library, threads);
        }
        this.rank = library.ofWorld("MPI_Comm_rank");
        this.size = library.ofWorld("MPI_Comm_size");
        MpiLauncher.requireAll(System.getenv(), library, size);
    }

    /**
     * Returns this process as a rank of a group of all processes.
     *
     * @param timeoutNanos time that it waits for the others
     * @throws CommunicatorException if MPI is unavailable, or a rank is missing
     */
    public static synchronized CollectiveBackend communicator(String group, long timeoutNanos) {
        if (current == null) {
            MpiProcess process = begun(new MpiLibrary(System.getenv()), timeoutNanos);
            Runtime.getRuntime().addShutdownHook(new Thread(process::end, "graphkernel-mpi-end"));
            current = process;
        }
        return current.group(group, timeoutNanos);
    }

    /** Initializes MPI, which completes when all processes have arrived. */
    private static MpiProcess begun(MpiLibrary library, long timeoutNanos) {
        CompletableFuture<MpiProcess> process = new CompletableFuture<>();
        Thread thread = new Thread(() -> begin(library, process), "graphkernel-mpi-begin");
        thread.setDaemon(true);
        thread.start();
        try {
            return process.get(timeoutNanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CommunicatorException rejected) {
                throw rejected;
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

    /** Returns a group of all ranks. They agree on an index that none of them uses for another group. */
    private CollectiveBackend group(String group, long timeoutNanos) {
        if (allRanks == null) {
            allRanks = newGroup(ALL_RANKS, timeoutNanos, nextGroup++, everyRank());
        }
        return newGroup(group, timeoutNanos, nextNumber(allRanks), everyRank());
    }

    private int[] everyRank() {
        return IntStream.range(0, size).toArray();
    }

    /** Returns the next index that no rank of a group uses for another group, agreed on by its ranks. */
    private long nextNumber(CollectiveBackend ranks) {
        List<MessageCommunicator> over =
                groups.stream().filter(MessageCommunicator::isOver).toList();
        over.forEach(MessageCommunicator::end);
        groups.removeAll(over);
        long number = largest(ranks, nextGroup);
        nextGroup = number + 1;
        return number;
    }

    /**
     * Returns a subgroup.
     *
     * @param worldRanks rank in MPI_COMM_WORLD of each rank of the subgroup
     * @param color number that identifies the subgroup
     */
    static synchronized CollectiveBackend split(MpiCommunicator ranks, int[] worldRanks, String group, int color) {
        int[] members = Arrays.stream(SubgroupSplit.members(ranks, color))
                .map(member -> worldRanks[member])
                .toArray();
        return current.newGroup(group, ranks.timeoutNanos(), current.nextNumber(ranks), members);
    }

    private static long largest(CollectiveBackend ranks, long number) {
        HostBlock memory = MemoryPool.shared().acquire(Long.BYTES);
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
        Transport transport = new MpiTransport(library, ranks, own, (int) number * CHANNELS);
        MessageCommunicator communicator = new MpiCommunicator(group, timeoutNanos, transport, ranks);
        groups.add(communicator);
        return communicator;
    }

    /**
     * Finalizes MPI at the exit of the JVM, when all ranks do. If a group has failed, the others have its timeout to
     * receive the notification; otherwise, the whole job is terminated.
     */
    private void end() {
        groups.forEach(MessageCommunicator::close);
        for (MessageCommunicator group : groups) {
            List<Integer> missing = group.awaitOthersClosed();
            if (group.hasFailed() && !missing.isEmpty()) {
                // Loggers may already have been shut down.
                System.err.println(RuntimeProblem.MPI_ABORTED.message(group.rank(), group.group(), missing));
                library.abort(ABORTED);
            }
        }
        groups.forEach(MessageCommunicator::end);
        library.end();
    }
}

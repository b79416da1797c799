package io.graphkernel.runtime.internal.collective.vendor;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.collective.CollectiveBackend;
import io.graphkernel.runtime.internal.collective.CollectiveSemantics;
import io.graphkernel.runtime.internal.device.AbstractDevice;
import io.graphkernel.runtime.internal.device.ContextDriver;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.device.DeviceStream;
import io.graphkernel.runtime.internal.device.SignalHandlers;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * A rank with a device. The vendor's library enqueues collectives over device memory into streams. Another communicator
 * computes those over host memory, and has established the connections between the ranks.
 */
public final class DeviceCommunicator implements CollectiveBackend {
    private final CollectiveBackend host;
    private final AbstractDevice device;
    private final boolean inOrderOfRanks;
    private final long timeoutNanos;
    private final RankLibrary library;
    private final RankLibrary.RankHandle rankHandle;
    private final DeviceInUse inUse;
    private final List<DeviceStream> streams = new CopyOnWriteArrayList<>();
    private final Runnable check = this::throwIfFailed;

    private volatile FailureReason failure;
    private boolean closed;

    /** The reason why the rank has failed; each call throws its own exception. */
    private record FailureReason(Throwable cause, RuntimeProblem problem, List<Object> arguments) {

        CommunicatorException exception() {
            return new CommunicatorException(cause, problem, arguments.toArray());
        }
    }

    private DeviceCommunicator(
            CollectiveBackend host,
            AbstractDevice device,
            boolean inOrderOfRanks,
            long timeoutNanos,
            RankLibrary library) {
        this.host = host;
        this.device = device;
        this.inOrderOfRanks = inOrderOfRanks;
        this.timeoutNanos = timeoutNanos;
        this.library = library;
        this.inUse = DeviceStates.inUse(device);
        this.rankHandle = joined();
        RankMonitor.add(this);
    }

    /**
     * Returns a rank of a group whose ranks have one device each. All ranks of the group must call this method.
     *
     * @param host rank for host memory
     * @param inOrderOfRanks true if the host's communicator computes reductions
     * @param timeoutNanos time that a thread waits for a stream
     * @throws CommunicatorException if the library or a rank is missing
     */
    public static CollectiveBackend of(
            CollectiveBackend host, AbstractDevice device, boolean inOrderOfRanks, long timeoutNanos) {
        RankLibrary library = switch (device.type()) {
            case "cuda" -> new NcclLibrary();
            case "ascend" -> new HcclLibrary();
            default -> throw new CommunicatorException(RuntimeProblem.NO_RANK_LIBRARY, device);
        };
        return new DeviceCommunicator(host, device, inOrderOfRanks, timeoutNanos, library);
    }

    private RankLibrary.RankHandle joined() {
        HostBlock id = MemoryPool.shared().acquire(library.idBytes());
        try {
            enter();
            if (host.rank() == 0) {
                SignalHandlers.preserve(() -> {
                    library.newId(id.address());
                    return null;
                });
            }
            CollectiveRequest bytes = CollectiveRequest.broadcast(DType.I8, library.idBytes(), 0);
            host.start(bytes, id.address(), id.address()).await();
            long handle = SignalHandlers.preserve(() -> library.join(host.size(), host.rank(), id.address()));
            return new RankLibrary.RankHandle(handle, host.rank(), host.size());
        } catch (RuntimeException | Error e) {
            host.fail(e);
            throw e;
        } finally {
            MemoryPool.shared().release(id);
        }
    }

    /** Makes the device current for the thread. */
    private void enter() {
        if (inUse.driver() instanceof ContextDriver driver) {
            driver.enter();
        }
    }

    @Override
    public String group() {
        return host.group();
    }

    @Override
    public int rank() {
        return host.rank();
    }

    @Override
    public int size() {
        return host.size();
    }

    @Override
    public AbstractDevice device() {
        return device;
    }

    @Override
    public boolean isAsynchronous() {
        return host.isAsynchronous();
    }

    @Override
    public PendingCollective start(CollectiveRequest request, long source, long target) {
        throwIfFailed();
        return host.start(request, source, target);
    }

    @Override
    public boolean enqueues(CollectiveRequest request) {
        return library.computes(request) && (request.op() == null || !inOrderOfRanks);
    }

    @Override
    public void enqueue(CollectiveRequest request, long source, long target, long queue) {
        CollectiveSemantics.require(request, size(), group());
        throwIfFailed();
        DeviceStream stream = inUse.streamOf(queue);
        if (!streams.contains(stream)) {
            streams.add(stream);
            stream.addCheck(check);
        }
        enter();
        if (request.kind() == CollectiveRequest.Kind.BROADCAST && source != target && rank() == request.root()) {
            stream.run(used -> used.copy(
                    target, source, request.elements() * request.dtype().bytes()));
        }
        long from = request.kind() == CollectiveRequest.Kind.BROADCAST ? target : source;
        library.put(request, rankHandle, from, target, queue);
    }

    private void throwIfFailed() {
        if (failure != null) {
            throw failure.exception();
        }
        if (closed) {
            throw new CommunicatorException(RuntimeProblem.RANK_CLOSED, rank(), group());
        }
    }

    /** Checks for asynchronous errors of the library, and for threads that have timed out. */
    void look() {
        if (failure != null) {
            return;
        }
        int error = library.error(rankHandle.handle());
        if (error != 0) {
            failed(new FailureReason(
                    null,
                    RuntimeProblem.RANK_LIBRARY_FAILED,
                    List.of(rank(), group(), library, library.described(error))));
        }
        for (DeviceStream stream : streams) {
            if (stream.waitingNanos() > timeoutNanos) {
                failed(new FailureReason(
                        null,
                        RuntimeProblem.RANK_LIBRARY_LATE,
                        List.of(rank(), group(), TimeUnit.NANOSECONDS.toMillis(timeoutNanos), stream, library)));
            }
        }
    }

    private synchronized void failed(FailureReason first) {
        if (failure == null) {
            failure = first;
            enter();
            library.abort(rankHandle.handle());
        }
    }

    @Override
    public void fail(Throwable cause) {
        failed(new FailureReason(cause, RuntimeProblem.RANK_FAILED, List.of(rank(), group(), cause)));
        host.fail(cause);
    }

    /** Waits until its streams are idle; a failure is reported to the other ranks. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        try {
            if (failure == null) {
                streams.forEach(DeviceStream::synchronize);
            }
        } catch (CommunicatorException e) {
            // The caller gets the original failure, either here or from its next call.
            host.fail(e);
        } finally {
            closed = true;
            RankMonitor.remove(this);
            streams.forEach(stream -> stream.removeCheck(check));
            synchronized (this) {
                if (failure == null) {
                    enter();
                    library.destroy(rankHandle.handle());
                }
            }
            host.close();
        }
    }

    /** Formatted as {@code rank 1 of 4 of world on cuda:1}. */
    @Override
    public String toString() {
        return "rank " + rank() + " of " + size() + " of " + group() + " on " + device;
    }
}

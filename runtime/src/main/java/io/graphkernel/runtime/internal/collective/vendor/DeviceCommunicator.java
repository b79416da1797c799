package io.graphkernel.runtime.internal.collective.vendor;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.collective.JointElements;
import io.graphkernel.runtime.internal.device.ContextDriver;
import io.graphkernel.runtime.internal.device.DeviceAccess;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.device.DeviceStream;
import io.graphkernel.runtime.internal.memory.Block;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * A rank with a device: collectives over memory of the device are put into streams through its vendor's library, those over
 * memory of the host are computed by another communicator, through which the ranks have also found each other.
 */
public final class DeviceCommunicator implements Communicator {
    private final Communicator host;
    private final Device device;
    private final boolean inOrderOfRanks;
    private final long timeoutNanos;
    private final RankLibrary library;
    private final RankLibrary.Place place;
    private final DeviceInUse inUse;
    private final List<DeviceStream> streams = new CopyOnWriteArrayList<>();
    private final Runnable check = this::throwIfFailed;

    private volatile Failure failure;
    private boolean closed;

    /** Why the rank does not go on; each call throws an exception of its own. */
    private record Failure(Throwable cause, RuntimeProblem problem, List<Object> arguments) {

        CommunicatorException exception() {
            return new CommunicatorException(cause, problem, arguments.toArray());
        }
    }

    private DeviceCommunicator(
            Communicator host, Device device, boolean inOrderOfRanks, long timeoutNanos, RankLibrary library) {
        this.host = host;
        this.device = device;
        this.inOrderOfRanks = inOrderOfRanks;
        this.timeoutNanos = timeoutNanos;
        this.library = library;
        this.inUse = DeviceAccess.get().use(device);
        this.place = joined();
        RankWatch.add(this);
    }

    /**
     * A rank of a group whose ranks have a device each. All ranks of the group call this.
     *
     * @param host the rank for memory of the host
     * @param inOrderOfRanks whether what is combined is so by the host's communicator
     * @param timeoutNanos how long a thread waits for a stream
     * @throws CommunicatorException if there is no library, or a rank does not come
     */
    public static Communicator of(Communicator host, Device device, boolean inOrderOfRanks, long timeoutNanos) {
        RankLibrary library = switch (device.type()) {
            case "cuda" -> new NcclLibrary();
            case "ascend" -> new HcclLibrary();
            default -> throw new CommunicatorException(RuntimeProblem.NO_RANK_LIBRARY, device);
        };
        return new DeviceCommunicator(host, device, inOrderOfRanks, timeoutNanos, library);
    }

    private RankLibrary.Place joined() {
        Block id = MemoryPool.shared().acquire(library.idBytes());
        try {
            enter();
            if (host.rank() == 0) {
                library.newId(id.address());
            }
            CollectiveRequest bytes = CollectiveRequest.broadcast(DType.I8, library.idBytes(), 0);
            host.start(bytes, id.address(), id.address()).await();
            return new RankLibrary.Place(
                    library.join(host.size(), host.rank(), id.address()), host.rank(), host.size());
        } catch (RuntimeException | Error e) {
            host.fail(e);
            throw e;
        } finally {
            MemoryPool.shared().release(id);
        }
    }

    /** Makes the device that of the thread. */
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
    public Device device() {
        return device;
    }

    @Override
    public boolean isAsynchronous() {
        return host.isAsynchronous();
    }

    @Override
    public Collective start(CollectiveRequest request, long source, long target) {
        throwIfFailed();
        return host.start(request, source, target);
    }

    @Override
    public boolean enqueues(CollectiveRequest request) {
        return library.computes(request) && (request.op() == null || !inOrderOfRanks);
    }

    @Override
    public void enqueue(CollectiveRequest request, long source, long target, long queue) {
        JointElements.require(request, size(), group());
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
        library.put(request, place, from, target, queue);
    }

    private void throwIfFailed() {
        if (failure != null) {
            throw failure.exception();
        }
        if (closed) {
            throw new CommunicatorException(RuntimeProblem.RANK_CLOSED, rank(), group());
        }
    }

    /** Looks for errors that the library has found since, and for threads that wait too long. */
    void look() {
        if (failure != null) {
            return;
        }
        int error = library.error(place.handle());
        if (error != 0) {
            failed(new Failure(
                    null,
                    RuntimeProblem.RANK_LIBRARY_FAILED,
                    List.of(rank(), group(), library, library.described(error))));
        }
        for (DeviceStream stream : streams) {
            if (stream.waitingNanos() > timeoutNanos) {
                failed(new Failure(
                        null,
                        RuntimeProblem.RANK_LIBRARY_LATE,
                        List.of(rank(), group(), TimeUnit.NANOSECONDS.toMillis(timeoutNanos), stream, library)));
            }
        }
    }

    private synchronized void failed(Failure first) {
        if (failure == null) {
            failure = first;
            enter();
            library.abort(place.handle());
        }
    }

    @Override
    public void fail(Throwable cause) {
        failed(new Failure(cause, RuntimeProblem.RANK_FAILED, List.of(rank(), group(), cause)));
        host.fail(cause);
    }

    /** Waits until its streams have done what they were given; if that fails, the others hear of it. */
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
            // The caller has what made the rank fail, or hears of it from whatever it calls next.
            host.fail(e);
        } finally {
            closed = true;
            RankWatch.remove(this);
            streams.forEach(stream -> stream.removeCheck(check));
            synchronized (this) {
                if (failure == null) {
                    enter();
                    library.destroy(place.handle());
                }
            }
            host.close();
        }
    }

    /** As in {@code rank 1 of 4 of world on cuda:1}. */
    @Override
    public String toString() {
        return "rank " + rank() + " of " + size() + " of " + group() + " on " + device;
    }
}

package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.collective.CollectiveBackend;
import io.graphkernel.runtime.internal.collective.SingleCommunicator;
import io.graphkernel.runtime.internal.collective.ThreadCommunicator;
import io.graphkernel.runtime.internal.collective.Timeouts;
import io.graphkernel.runtime.internal.collective.mpi.MpiProcess;
import io.graphkernel.runtime.internal.collective.vendor.DeviceCommunicator;
import io.graphkernel.runtime.internal.tensor.TensorAllReduce;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One rank of a group of processes or threads that compute collectively. Kernel methods with collective ops name the
 * group; the caller of a stub binds a communicator of that name to the calling thread:
 * <pre>{@code
 * List<Communicator> ranks = Communicator.threads(2);
 * // in the thread of each rank:
 * try (Communicator rank = ranks.get(number); Communicator.Binding bound = rank.bind()) {
 *     Tensor y = LayersKernels.parallelLinear(x, weightsOfThisRank);
 * }
 * }</pre>
 *
 * <p>All ranks must call the same collectives in the same order, with the same op, dtype and number of elements.
 * Results are bitwise equal on every rank and in every run: elements are reduced in the order of ranks, floats are
 * accumulated in double and rounded once, integers wrap around. A communicator must not be used by several threads
 * concurrently.
 *
 * <p>A backend implements the six abstract methods, which operate on host memory. Callers copy device tensors to the
 * host and back, in the order of the calling thread's stream.
 */
public interface Communicator extends CollectiveBackend {
    /** The group of all ranks, the default group of collective ops. */
    String WORLD = "world";

    /** Returns the name of the group, by which ops refer to it. */
    @Override
    String group();

    /** Returns the zero-based index of this rank. */
    @Override
    int rank();

    /** Returns the number of ranks. */
    @Override
    int size();

    /**
     * Returns true if collectives make progress while the rank's thread computes. Large collectives are then split and
     * each chunk starts as soon as its elements are available. The value must be the same for all ranks of a group.
     */
    @Override
    default boolean isAsynchronous() {
        return false;
    }

    /**
     * Starts a collective. The memory must not change until {@link Collective#await} returns or throws.
     *
     * @param request the request, equal on all ranks
     * @param source host address of this rank's row-major elements
     * @param target host address of the result: memory disjoint from that of every rank, or the source itself for an
     *     all-reduce or broadcast
     * @return the pending collective; collectives started earlier may still be running
     * @throws CommunicatorException if a rank has failed, or calls another collective
     * @throws InvalidArgumentException if the elements cannot be split into equal shards
     */
    @Override
    Collective start(CollectiveRequest request, long source, long target);

    /** Starts an all-reduce; see {@link #start(CollectiveRequest, long, long)}. */
    default Collective start(ReduceOp op, DType dtype, long source, long target, long elements) {
        return start(CollectiveRequest.allReduce(op, dtype, elements), source, target);
    }

    /** Returns the device whose memory collectives access directly, in addition to host memory. */
    @Override
    default Device device() {
        return Device.cpu();
    }

    /**
     * Returns true if {@link #enqueue} supports a request. Otherwise, device memory is staged through the host and
     * {@link #start(CollectiveRequest, long, long)} computes the result.
     */
    @Override
    default boolean enqueues(CollectiveRequest request) {
        return false;
    }

    /**
     * Enqueues a collective over memory of {@link #device} into a stream of it. It runs after earlier and before later
     * work of the stream, and the memory must stay valid until then. The backend determines the order of the reduction.
     *
     * @param request the request, equal on all ranks
     * @param source address of this rank's elements on the device
     * @param target address of the result, with the constraints of {@link #start(CollectiveRequest, long, long)}
     * @param stream the driver's handle of the stream
     * @throws CommunicatorException if the backend rejects it, or a rank has failed
     */
    @Override
    default void enqueue(CollectiveRequest request, long source, long target, long stream) {
        throw new CommunicatorException(RuntimeProblem.NO_RANK_LIBRARY, device());
    }

    /**
     * Marks this rank as failed: ranks that wait for it, now or later, get an exception that names the rank and the
     * cause. Returns when no other rank accesses this rank's memory any more.
     *
     * @param cause the failure, not null
     */
    @Override
    void fail(Throwable cause);

    /**
     * Leaves the group. If this rank has joined a collective that is incomplete, this method behaves like
     * {@link #fail}: the other ranks get an exception, and it returns when none of them accesses this rank's memory any
     * more. Otherwise, it does not block. Has no effect if already closed.
     *
     * <p>If a rank throws before it joins a collective, for example because operands are invalid, the others block
     * until its communicator is closed or the timeout expires. A try-with-resources statement closes it immediately.
     */
    @Override
    void close();

    /** A collective that has started. */
    @FunctionalInterface
    interface Collective extends PendingCollective {
        /**
         * Blocks until the result is in the target and no other rank accesses this rank's memory for it. An interrupt
         * of the thread is a failure of the rank if another rank is missing. If all ranks have joined, the collective
         * completes and the interrupt status is preserved.
         *
         * @throws CommunicatorException if a rank has failed or the timeout has expired
         */
        @Override
        void await();
    }

    /**
     * Reduces the elements of a tensor over all ranks in place.
     *
     * @throws CommunicatorException if a rank has failed, calls another collective, or the timeout has expired
     */
    default void allReduce(ReduceOp op, Tensor tensor) {
        allReduce(op, tensor, tensor);
    }

    /**
     * Reduces the tensors of all ranks.
     *
     * @param source tensor of numbers of this rank; dtypes that are only stored are rejected
     * @param target tensor for the result, with the same dtype, dims and device, or the source itself
     * @throws CommunicatorException if a rank has failed, calls another collective, or the timeout has expired
     */
    default void allReduce(ReduceOp op, Tensor source, Tensor target) {
        TensorAllReduce.run(this, op, source, target);
    }

    /** Binds this communicator to its group for the calling thread, until the same thread closes the result. */
    default Binding bind() {
        return new Binding(this);
    }

    /**
     * Returns this rank in a subgroup of the ranks that pass the same number, ordered by rank. All ranks of the group
     * must call this method at the same position in their sequence of collectives. The subgroup has the same timeout;
     * its failure and close are independent.
     * <pre>{@code
     * Communicator tensor = world.split("tensor", world.rank() / 2); // ranks 0 and 1, ranks 2 and 3
     * Communicator data = world.split("data", world.rank() % 2);     // ranks 0 and 2, ranks 1 and 3
     * }</pre>
     *
     * @param group name of the subgroup
     * @param color number that identifies the subgroup of this rank, the color of {@code MPI_Comm_split}
     * @throws CommunicatorException if a rank has failed, the timeout has expired, or the backend does not support
     *     subgroups
     */
    @Override
    default Communicator split(String group, int color) {
        throw new CommunicatorException(
                RuntimeProblem.NO_PARTS_OF_GROUP, getClass().getName(), group(), group);
    }

    /**
     * Returns the communicator of a group that is bound to the calling thread.
     *
     * @param method name of the caller for messages
     * @throws CommunicatorException if none is bound
     */
    static Communicator bound(String method, String group) {
        Binding binding = Binding.BOUND.get().get(group);
        if (binding == null) {
            throw new CommunicatorException(RuntimeProblem.COMMUNICATOR_MISSING, method, group);
        }
        return binding.communicator;
    }

    /** Returns the only rank of the group {@link #WORLD}, whose reductions leave elements unchanged. */
    static Communicator single() {
        return single(WORLD);
    }

    /** Returns the only rank of a group. */
    static Communicator single(String group) {
        return new BackendCommunicator(new SingleCommunicator(group));
    }

    /**
     * Returns the ranks of the group {@link #WORLD}, one per thread of this process, with a timeout of 10 minutes.
     *
     * @param size number of ranks
     */
    static List<Communicator> threads(int size) {
        return threads(WORLD, size, Duration.ofMinutes(10));
    }

    /**
     * Returns the ranks of a group, one per thread of this process.
     *
     * @param group name of the group
     * @param size number of ranks, at least 1
     * @param timeout maximum time that a rank waits for the others, 0 to 292 years
     * @throws InvalidArgumentException if the number of ranks is 0, or the timeout is null or negative
     */
    static List<Communicator> threads(String group, int size, Duration timeout) {
        return ThreadCommunicator.group(group, size, timeout).stream()
                .<Communicator>map(BackendCommunicator::new)
                .toList();
    }

    /**
     * Returns this process as a rank of the group {@link #WORLD} of all processes started by {@code mpirun java …},
     * with a timeout of 10 minutes. A process started without {@code mpirun} is the only rank. See
     * {@link #mpi(String, Duration)}.
     */
    static Communicator mpi() {
        return mpi(WORLD, Duration.ofMinutes(10));
    }

    /**
     * Returns this process as a rank of a group of all processes started by {@code mpirun java …}. The first call
     * initializes MPI, through a library of the system: Open MPI, MPICH, or one with the ABI of MPI 5. It is finalized
     * when the JVM exits. All processes must call this method equally often; each call blocks until all processes have
     * called it.
     *
     * <p>Results are bitwise equal to those of {@link #threads}. If a rank is missing for longer than the timeout, the
     * others get an exception that names it. If one of them exits, the whole job exits.
     *
     * @param group name of the group
     * @param timeout maximum time that a rank waits for the others, 0 to 292 years
     * @throws CommunicatorException if the library is missing, does not support calls from any thread, it does not
     *     belong to the mpirun, or a rank is missing
     * @throws InvalidArgumentException if the timeout is null or negative
     */
    static Communicator mpi(String group, Duration timeout) {
        return new BackendCommunicator(MpiProcess.communicator(group, Timeouts.nanos(group, timeout)));
    }

    /**
     * Returns a rank of the same group with a device, like {@link #onDevice(Communicator, Device, boolean, Duration)},
     * with the reduction order of the vendor's library and a timeout of 10 minutes.
     */
    static Communicator onDevice(Communicator ranks, Device device) {
        return onDevice(ranks, device, false, Duration.ofMinutes(10));
    }

    /**
     * Returns a rank of the same group with a device. The vendor's library computes collectives over tensors of that
     * device, in the order of the calling thread's stream and without host copies: NCCL 2.23 or later for CUDA, HCCL
     * for Ascend. Host tensors are unaffected. All ranks must call this method, each with its own device. The new rank
     * replaces the old one and closes it.
     *
     * <p>The library may detect errors later, such as a terminated rank or an expired timeout. The next blocking call
     * of the thread and every later one throws them.
     *
     * @param ranks rank for host memory, which also establishes the connections
     * @param device device of the rank
     * @param inOrderOfRanks true to reduce on the host, bitwise equal to {@link #threads}; false for the order of the
     *     library, which depends on the number of ranks, their topology and its version. Data is always moved by the
     *     library
     * @param timeout maximum time that a thread waits for a stream
     * @throws CommunicatorException if the library for the device is missing or too old, or rejects the ranks
     */
    static Communicator onDevice(Communicator ranks, Device device, boolean inOrderOfRanks, Duration timeout) {
        return new BackendCommunicator(
                DeviceCommunicator.of(ranks, device, inOrderOfRanks, Timeouts.nanos(ranks.group(), timeout)));
    }

    /** The binding of a communicator to a thread. */
    final class Binding implements AutoCloseable {
        private static final ThreadLocal<Map<String, Binding>> BOUND = ThreadLocal.withInitial(HashMap::new);

        private final Communicator communicator;
        /** The previous binding of the group; null for none. */
        private final @Nullable Binding outer;

        private boolean closed;

        private Binding(Communicator communicator) {
            this.communicator = communicator;
            this.outer = BOUND.get().put(communicator.group(), this);
        }

        /**
         * Restores the previous binding. Has no effect if already closed.
         *
         * @throws InvalidArgumentException if another communicator is bound to the group since, or another thread calls
         */
        @Override
        public void close() {
            Map<String, Binding> bound = BOUND.get();
            String group = communicator.group();
            if (closed) {
                return;
            }
            if (bound.get(group) != this) {
                throw new InvalidArgumentException(RuntimeProblem.BINDING_MISUSE, group);
            }
            closed = true;
            if (outer == null) {
                bound.remove(group);
            } else {
                bound.put(group, outer);
            }
        }
    }
}

package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.Checks;
import io.graphkernel.runtime.internal.collective.SingleCommunicator;
import io.graphkernel.runtime.internal.collective.ThreadCommunicator;
import io.graphkernel.runtime.internal.collective.Timeouts;
import io.graphkernel.runtime.internal.collective.mpi.MpiProcess;
import io.graphkernel.runtime.internal.collective.vendor.DeviceCommunicator;
import io.graphkernel.runtime.internal.gradient.Recording;
import io.graphkernel.runtime.internal.tensor.DeviceCopies;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One rank of a group that computes together. Kernel methods with collective ops name the group; who calls their stub
 * binds a communicator of that name to the calling thread:
 *
 * <pre>{@code
 * List<Communicator> ranks = Communicator.threads(2);
 * // in the thread of each rank:
 * try (Communicator rank = ranks.get(number); Communicator.Binding bound = rank.bind()) {
 *     Tensor y = LayersKernels.parallelLinear(x, weightsOfThisRank);
 * }
 * }</pre>
 *
 * <p>All ranks call the same collectives in the same order, each with the same op, dtype and number of elements. Results
 * have the same bits on every rank and in every run: elements are combined in the order of ranks, floats in double and
 * rounded once, integers wrap around. One thread at a time uses a communicator.
 *
 * <p>An engine implements the six methods without a body. They see memory of the host: tensors of
 * devices are copied there and back by their callers, in the order of the calling thread's stream.
 */
public interface Communicator extends AutoCloseable {
    /** The group of all ranks, which ops name unless they say otherwise. */
    String WORLD = "world";

    /** The name by which ops ask for it. */
    String group();

    /** The number of this rank, from 0 on. */
    int rank();

    /** The number of ranks. */
    int size();

    /**
     * Whether collectives that have begun go on while the rank's thread computes. Then what can be combined in parts is
     * begun in parts, as soon as they are there. The same for all ranks of a group.
     */
    default boolean isAsynchronous() {
        return false;
    }

    /**
     * Begins a collective. The memory must stay as it is until {@link Collective#await} returns or throws.
     *
     * @param request what the rank asks for
     * @param source the host address of this rank's elements, row-major
     * @param target where the result goes: memory apart from that of every rank, or, if all elements are combined or
     *     those of one rank sent, the source itself
     * @return to be waited for; collectives that were begun earlier may still be under way
     * @throws CommunicatorException if a rank has failed, or calls another collective
     * @throws InvalidArgumentException if the elements cannot be cut into equal parts
     */
    Collective start(CollectiveRequest request, long source, long target);

    /** Begins to combine the elements of all ranks; see {@link #start(CollectiveRequest, long, long)}. */
    default Collective start(ReduceOp op, DType dtype, long source, long target, long elements) {
        return start(CollectiveRequest.allReduce(op, dtype, elements), source, target);
    }

    /** The device of which collectives take memory as it is, next to that of the host. */
    default Device device() {
        return Device.cpu();
    }

    /**
     * Whether {@link #enqueue} computes what is asked for. If not, memory of a device is copied to the host and back, and
     * {@link #start(CollectiveRequest, long, long)} computes it.
     */
    default boolean enqueues(CollectiveRequest request) {
        return false;
    }

    /**
     * Puts a collective over memory of {@link #device} into a stream of it: what the stream was given before is done first,
     * what it is given next comes after, and the memory must stay until then. In which order elements are combined is the
     * engine's affair.
     *
     * @param request what the rank asks for
     * @param source the address of this rank's elements on the device
     * @param target where the result goes, as for {@link #start(CollectiveRequest, long, long)}
     * @param stream the driver's handle of the stream
     * @throws CommunicatorException if the engine refuses it, or a rank has failed
     */
    default void enqueue(CollectiveRequest request, long source, long target, long stream) {
        throw new CommunicatorException(RuntimeProblem.NO_RANK_LIBRARY, device());
    }

    /**
     * Says that this rank cannot go on: whoever waits for it, now or later, gets an exception that names the rank and
     * the cause. Returns when no other rank touches this rank's memory any more.
     *
     * @param cause what has happened; not null
     */
    void fail(Throwable cause);

    /**
     * Gives the rank up. If a collective that it has joined is not complete, this is as {@link #fail}: the others get an
     * exception, and this returns when none of them touches this rank's memory any more. Else it does not wait. Closing
     * twice is allowed.
     *
     * <p>A rank that throws before it joins a collective, because a kernel's operands do not fit for example, is missed
     * by the others until they hear of it or their time is over: closing, by try-with-resources, tells them at once.
     */
    @Override
    void close();

    /** A collective that has begun. */
    @FunctionalInterface
    interface Collective {
        /**
         * Waits until the combined elements are in the target, and no other rank touches this rank's memory for it. An
         * interrupt of the thread, before or meanwhile, is a failure of the rank as long as another is missing; when all
         * have joined, the collective is completed. It stays pending.
         *
         * @throws CommunicatorException if a rank has failed or has not come in time
         */
        void await();
    }

    /**
     * Replaces the elements of a tensor by those of all ranks, combined.
     *
     * @throws CommunicatorException if a rank has failed, has not come in time, or calls another collective
     */
    default void allReduce(ReduceOp op, Tensor tensor) {
        allReduce(op, tensor, tensor);
    }

    /**
     * Combines the tensors of all ranks.
     *
     * @param source this rank's tensor, of any dtype but bool
     * @param target gets the result: of the same dtype, dims and device, or the source itself
     * @throws CommunicatorException if a rank has failed, has not come in time, or calls another collective
     */
    default void allReduce(ReduceOp op, Tensor source, Tensor target) {
        requireAlike(op, source, target);
        Recording.refuse("allReduce", "source", source);
        Tensors.requireWritable(target, "allReduce", "target");
        Checks.disjointOrSame("allReduce", "target", target, "source", source);
        Tensors.noteWrite(target);
        if (source.device().isHost()) {
            try (Tensor from = Tensors.hold(source);
                    Tensor to = Tensors.hold(target)) {
                start(op, from.dtype(), from.address(), to.address(), from.elementCount())
                        .await();
            }
        } else if (source.device() == device()
                && enqueues(CollectiveRequest.allReduce(op, source.dtype(), source.elementCount()))) {
            try (Tensor from = Tensors.hold(source);
                    Tensor to = Tensors.hold(target)) {
                DeviceCopies.enqueue(
                        this, CollectiveRequest.allReduce(op, from.dtype(), from.elementCount()), from, to);
            }
        } else {
            try (Tensor host = source.to(Device.cpu())) {
                allReduce(op, host);
                host.copyTo(target);
            }
        }
    }

    private static void requireAlike(ReduceOp op, Tensor source, Tensor target) {
        if (op == null || source == null || target == null) {
            String missing = op == null ? "op" : "a tensor";
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, "allReduce", missing);
        }
        String described = source.dtype() + Arrays.toString(source.dimensions());
        if (source.dtype() == DType.BOOL) {
            throw new DTypeMismatchException(RuntimeProblem.DTYPE_UNSUPPORTED, "allReduce", described, "numbers");
        }
        boolean alike = source.dtype() == target.dtype()
                && source.device() == target.device()
                && Arrays.equals(source.dimensions(), target.dimensions());
        if (!alike) {
            String result = target.dtype() + Arrays.toString(target.dimensions());
            boolean elsewhere = source.device() != target.device();
            throw new ShapeMismatchException(
                    RuntimeProblem.RESULT_SHAPE,
                    "allReduce",
                    "target",
                    result + (elsewhere ? " on " + target.device() : ""),
                    described + (elsewhere ? " on " + source.device() : ""),
                    "make it with Tensor.empty(source.device(), source.dtype(), source.dimensions())");
        }
    }

    /**
     * Makes this the communicator of its group for the calling thread, until the result is closed by the same thread.
     */
    default Binding bind() {
        return new Binding(this);
    }

    /**
     * This rank in a group of some of the ranks: those that pass the same part, in their order. All ranks of the group call
     * this at the same place among its collectives. The new group waits as long as this one, and fails and is closed by
     * itself.
     *
     * <pre>{@code
     * Communicator tensor = world.split("tensor", world.rank() / 2); // ranks 0 and 1, ranks 2 and 3
     * Communicator data = world.split("data", world.rank() % 2);     // ranks 0 and 2, ranks 1 and 3
     * }</pre>
     *
     * @param group its name
     * @param part a number that the ranks of a new group have in common
     * @throws CommunicatorException if a rank has failed or has not come in time, or the engine makes no such groups
     */
    default Communicator split(String group, int part) {
        throw new CommunicatorException(
                RuntimeProblem.NO_PARTS_OF_GROUP, getClass().getName(), group(), group);
    }

    /**
     * The communicator of a group that is bound to the calling thread.
     *
     * @param method who asks, for the message
     * @throws CommunicatorException if none is
     */
    static Communicator bound(String method, String group) {
        Binding binding = Binding.BOUND.get().get(group);
        if (binding == null) {
            throw new CommunicatorException(RuntimeProblem.COMMUNICATOR_MISSING, method, group);
        }
        return binding.communicator;
    }

    /** The only rank of the group {@link #WORLD}: what it combines stays as it is. */
    static Communicator single() {
        return single(WORLD);
    }

    /** The only rank of a group. */
    static Communicator single(String group) {
        return new SingleCommunicator(group);
    }

    /**
     * The ranks of the group {@link #WORLD}, one for each of so many threads of this process. A rank waits for the
     * others for up to 10 minutes.
     */
    static List<Communicator> threads(int size) {
        return threads(WORLD, size, Duration.ofMinutes(10));
    }

    /**
     * The ranks of a group, one for each of so many threads of this process.
     *
     * @param size 1 or more
     * @param timeout how long a rank waits for the others, 0 or more; 292 years at most
     * @throws InvalidArgumentException if there is no rank, or the timeout is null or negative
     */
    static List<Communicator> threads(String group, int size, Duration timeout) {
        return ThreadCommunicator.group(group, size, timeout);
    }

    /**
     * This process as one rank of the group {@link #WORLD}, whose ranks are the processes that {@code mpirun java …} has
     * started; a process that was started by itself is the only rank. A rank waits for the others for up to 10 minutes.
     * See {@link #mpi(String, Duration)}.
     */
    static Communicator mpi() {
        return mpi(WORLD, Duration.ofMinutes(10));
    }

    /**
     * This process as one rank of a group of all processes that {@code mpirun java …} has started. The first call begins
     * MPI, through the library of the system: Open MPI, MPICH, or one with the ABI of MPI 5; it ends with the virtual
     * machine. All processes call this the same number of times, and none goes on before all have called.
     *
     * <p>Results have the bits that {@link #threads} gives. If a rank is missing for longer than the timeout, the others get
     * an exception that names it, and when one of them ends, so does the whole job.
     *
     * @param timeout how long a rank waits for the others, 0 or more; 292 years at most
     * @throws CommunicatorException if there is no library, it does not let all threads call, it is not that of the
     *     mpirun, or a rank does not come
     * @throws InvalidArgumentException if the timeout is null or negative
     */
    static Communicator mpi(String group, Duration timeout) {
        return MpiProcess.communicator(group, Timeouts.nanos(group, timeout));
    }

    /**
     * A rank of the same group with a device, as {@link #onDevice(Communicator, Device, boolean, Duration)} makes it: combined
     * in the order of the library, with a thread waiting for up to 10 minutes.
     */
    static Communicator onDevice(Communicator ranks, Device device) {
        return onDevice(ranks, device, false, Duration.ofMinutes(10));
    }

    /**
     * A rank of the same group with a device: tensors of it are gathered, combined and sent by the library of its vendor, NCCL
     * 2.23 or later for CUDA, HCCL for Ascend, in the order of the calling thread's stream and without a copy on the host.
     * Tensors of the host go on as before. All ranks call this, each with a device of its own; the new rank takes the place
     * of the old one, and closes it.
     *
     * <p>An error that the library finds later, such as a rank that has ended, is thrown by whatever the thread waits for, and
     * by every later call; so is that it waits too long.
     *
     * @param ranks the rank for memory of the host, through which the ranks find each other
     * @param device its device
     * @param inOrderOfRanks whether elements are combined on the host, with the bits of {@link #threads}; else in the order of
     *     the library, which depends on the number of ranks, on their connections and on its version. What is moved and not
     *     combined is the library's in both cases
     * @param timeout how long a thread waits for a stream
     * @throws CommunicatorException if there is no library for the device, it is too old, or refuses the ranks
     */
    static Communicator onDevice(Communicator ranks, Device device, boolean inOrderOfRanks, Duration timeout) {
        return DeviceCommunicator.of(ranks, device, inOrderOfRanks, Timeouts.nanos(ranks.group(), timeout));
    }

    /** The time for which a communicator is its thread's. */
    final class Binding implements AutoCloseable {
        private static final ThreadLocal<Map<String, Binding>> BOUND = ThreadLocal.withInitial(HashMap::new);

        private final Communicator communicator;
        /** The group's binding before; null for none. */
        private final Binding outer;

        private boolean closed;

        private Binding(Communicator communicator) {
            this.communicator = communicator;
            this.outer = BOUND.get().put(communicator.group(), this);
        }

        /**
         * Binds again what was bound before. Closing twice is allowed.
         *
         * @throws InvalidArgumentException if the group is bound to another communicator meanwhile, or by another thread
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

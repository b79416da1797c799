package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.CollectiveRequest.Kind;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.eager.Eager;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.lang.ref.Reference;

/** The collective library ops on tensors in plain Java. */
public final class EagerCollectives {
    private EagerCollectives() {}

    /**
     * Returns the element-wise reduction of the tensors of all ranks of a group.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, or a rank is missing
     */
    public static Tensor allReduce(Tensor x, ReduceOp op, String group) {
        EagerOperands.requirePresent("allReduce", "x", x);
        Communicator communicator = Communicator.bound("allReduce", group);
        Tensor result = Tensor.empty(x.device(), x.dtype(), x.dimensions());
        // A loss records the op itself, not its effect on the operand.
        try (Tensor held = Tensors.hold(x)) {
            return combined(result, () -> communicator.allReduce(op, held, result));
        }
    }

    /**
     * Returns a tensor on one rank of a group, zeros on all others.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, or the group has no such rank
     */
    public static Tensor onRank(Tensor x, int rank, String group) {
        return Eager.onHost(
                host -> onRank(host[0], new RankMaskCall("onRank", host[0].dtype(), 0, rank, group), group), x);
    }

    private static Tensor onRank(Tensor x, RankMaskCall call, String group) {
        Tensor result = Tensor.empty(Device.cpu(), x.dtype(), x.dimensions());
        Communicator communicator = Communicator.bound("onRank", group);
        combined(result, () -> call.compute(communicator, x.dtype(), x.address(), result.address(), x.elementCount()));
        Reference.reachabilityFence(x);
        return result;
    }

    /**
     * Returns the tensors of all ranks of a group, concatenated along the first axis.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, its number of ranks differs, or a rank is missing
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the tensor is a scalar
     */
    public static Tensor allGather(Tensor x, int ranks, String group) {
        return exchanged("allGather", Kind.ALL_GATHER, x, ranks, group);
    }

    /**
     * Returns this rank's shard along the first axis of the sum over all ranks of a group.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, its number of ranks differs, or a rank is missing
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the first axis cannot be split evenly
     */
    public static Tensor reduceScatter(Tensor x, int ranks, String group) {
        return exchanged("reduceScatter", Kind.REDUCE_SCATTER, x, ranks, group);
    }

    /**
     * Returns this rank's shards, along the first axis, of the tensors of all ranks of a group.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, its number of ranks differs, or a rank is missing
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the first axis cannot be split evenly
     */
    public static Tensor allToAll(Tensor x, int ranks, String group) {
        return exchanged("allToAll", Kind.ALL_TO_ALL, x, ranks, group);
    }

    /**
     * Returns the tensor of one rank of a group.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, it has no such rank, or a rank is missing
     */
    public static Tensor broadcast(Tensor x, int rank, String group) {
        return exchanged("broadcast", Kind.BROADCAST, x, rank, group);
    }

    private static Tensor exchanged(String op, Kind kind, Tensor x, int number, String group) {
        EagerOperands.requirePresent(op, "x", x);
        Communicator communicator = Communicator.bound(op, group);
        long[] dims = x.dimensions();
        if (kind != Kind.BROADCAST) {
            long shards = number < 1 ? 0 : number;
            if (dims.length == 0 || shards == 0 || (kind.isInParts() && dims[0] % shards != 0)) {
                throw new ShapeMismatchException(RuntimeProblem.RANK_PARTS, op, EagerOperands.described(x), number);
            }
            dims[0] = kind == Kind.ALL_GATHER
                    ? dims[0] * shards
                    : kind == Kind.REDUCE_SCATTER ? dims[0] / shards : dims[0];
        }
        AllToAllCall call = new AllToAllCall(op, x.dtype(), 0, kind.name(), number, group);
        return Eager.onHost(
                host -> {
                    Tensor result = Tensor.empty(Device.cpu(), x.dtype(), dims);
                    combined(
                            result,
                            () -> call.compute(
                                    communicator,
                                    x.dtype(),
                                    host[0].address(),
                                    result.address(),
                                    host[0].elementCount()));
                    Reference.reachabilityFence(host[0]);
                    return result;
                },
                x);
    }

    /**
     * Returns the sum of the matmuls {@code [m, k] x [k, n]} over the ranks of a group.
     *
     * @param transposeB true if b is {@code [n, k]}
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes are inconsistent
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, or a rank is missing
     */
    public static Tensor matMulAllReduce(Tensor a, Tensor b, boolean transposeB, String group) {
        Communicator communicator = Communicator.bound("matMulAllReduce", group);
        EagerLibrary.requireMatrix("matMulAllReduce", "a", a);
        EagerLibrary.requireMatrix("matMulAllReduce", "b", b);
        Tensor result =
                Eager.onHost(host -> EagerLibrary.matMul("matMulAllReduce", host[0], host[1], false, transposeB), a, b);
        return combined(result, () -> communicator.allReduce(ReduceOp.SUM, result));
    }

    /**
     * Returns the matmul of the tensors a of all ranks of a group, concatenated along the first axis, with b.
     *
     * @param transposeB true if b is {@code [n, k]}
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes are inconsistent
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, its number of ranks differs, or a rank is missing
     */
    public static Tensor allGatherMatmul(Tensor a, Tensor b, int ranks, boolean transposeB, String group) {
        EagerLibrary.requireMatrix("allGatherMatmul", "a", a);
        EagerLibrary.requireMatrix("allGatherMatmul", "b", b);
        try (Tensor rows = exchanged("allGatherMatmul", Kind.ALL_GATHER, a, ranks, group)) {
            return Eager.onHost(
                    host -> EagerLibrary.matMul("allGatherMatmul", host[0], host[1], false, transposeB), rows, b);
        }
    }

    /**
     * Returns this rank's rows of the sum of the matmuls {@code [m, k] x [k, n]} over the ranks of a group.
     *
     * @param transposeB true if b is {@code [n, k]}
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes are inconsistent, or the rows
     *     cannot be split evenly
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, its number of ranks differs, or a rank is missing
     */
    public static Tensor matmulReduceScatter(Tensor a, Tensor b, int ranks, boolean transposeB, String group) {
        EagerLibrary.requireMatrix("matmulReduceScatter", "a", a);
        EagerLibrary.requireMatrix("matmulReduceScatter", "b", b);
        try (Tensor summand = Eager.onHost(
                host -> EagerLibrary.matMul("matmulReduceScatter", host[0], host[1], false, transposeB), a, b)) {
            return exchanged("matmulReduceScatter", Kind.REDUCE_SCATTER, summand, ranks, group);
        }
    }

    /** Returns a result filled by a collective, or closes it if the collective fails. */
    private static Tensor combined(Tensor result, Runnable collective) {
        try {
            collective.run();
            return result;
        } catch (RuntimeException | Error e) {
            result.close();
            throw e;
        }
    }
}

package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.CollectiveRequest.Kind;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;

/**
 * A data exchange between ranks: all-gather, reduce-scatter, all-to-all or broadcast. The slots are those of
 * {@link CollectiveCall}.
 */
public final class AllToAllCall extends CollectiveCall {
    private final Kind kind;
    private final long number;

    /**
     * Creates a call site.
     *
     * @param method method name for messages
     * @param dtype dtype of operand and result
     * @param rank number of their dims
     * @param kind name of the {@link Kind} of exchange
     * @param number number of ranks that the dims of the op assume, or the sending rank of a broadcast
     * @param group name of the group of ranks
     */
    public AllToAllCall(String method, DType dtype, int rank, String kind, long number, String group) {
        super(method, dtype, rank, group);
        this.kind = Kind.valueOf(kind);
        this.number = number;
    }

    @Override
    String op() {
        return kind.op();
    }

    @Override
    boolean isInPlace() {
        return kind == Kind.BROADCAST;
    }

    @Override
    CollectiveRequest request(Communicator communicator, DType dtype, long elements) {
        if (kind != Kind.BROADCAST && number != communicator.size()) {
            throw new CommunicatorException(
                    RuntimeProblem.RANKS_DIFFER,
                    method(),
                    kind.op(),
                    number,
                    communicator.group(),
                    communicator.size());
        }
        if (kind == Kind.BROADCAST && (number < 0 || number >= communicator.size())) {
            throw new CommunicatorException(
                    RuntimeProblem.NO_SUCH_RANK, method(), communicator.group(), number, communicator.size());
        }
        ReduceOp op = kind == Kind.REDUCE_SCATTER ? ReduceOp.SUM : null;
        return new CollectiveRequest(kind, op, dtype, elements, kind == Kind.BROADCAST ? (int) number : 0);
    }
}

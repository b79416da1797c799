package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.CollectiveRequest.Kind;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;

/**
 * Tensors of ranks that go to others: gathered, cut into parts after they are summed, exchanged part by part, or that of
 * one rank on all. The slots are those of {@link CollectiveCall}.
 */
public final class ExchangeCall extends CollectiveCall {
    private final Kind kind;
    private final long number;

    /**
     * A call site.
     *
     * @param method the kernel method, for messages
     * @param dtype the dtype of operand and result
     * @param rank the number of their dims
     * @param kind what each rank gets, the name of a {@link Kind}
     * @param number the number of ranks for which the op has its dims, or for a broadcast the rank that sends
     * @param group the name of the ranks' group
     */
    public ExchangeCall(String method, DType dtype, int rank, String kind, long number, String group) {
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

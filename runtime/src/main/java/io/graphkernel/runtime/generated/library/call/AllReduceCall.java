package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;

/** The element-wise reduction of the tensors of all ranks. The slots are those of {@link CollectiveCall}. */
public final class AllReduceCall extends CollectiveCall {
    private final ReduceOp reduceOp;

    /**
     * Creates a call site.
     *
     * @param method method name for messages
     * @param dtype dtype of operand and result
     * @param rank number of their dims
     * @param reduceOp reduction of the elements
     * @param group name of the group of ranks
     */
    public AllReduceCall(String method, DType dtype, int rank, ReduceOp reduceOp, String group) {
        super(method, dtype, rank, group);
        this.reduceOp = reduceOp;
    }

    @Override
    String op() {
        return "AllReduce";
    }

    @Override
    CollectiveRequest request(Communicator communicator, DType dtype, long elements) {
        return CollectiveRequest.allReduce(reduceOp, dtype, elements);
    }
}

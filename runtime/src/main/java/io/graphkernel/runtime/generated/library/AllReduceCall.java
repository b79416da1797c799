package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;

/** The tensors of all ranks combined, element by element. The slots are those of {@link CollectiveCall}. */
public final class AllReduceCall extends CollectiveCall {
    private final ReduceOp reduceOp;

    /**
     * A call site.
     *
     * @param method the kernel method, for messages
     * @param dtype the dtype of operand and result
     * @param rank the number of their dims
     * @param reduceOp how elements are combined
     * @param group the name of the ranks' group
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

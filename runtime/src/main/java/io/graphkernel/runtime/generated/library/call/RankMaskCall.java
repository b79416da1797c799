package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.memory.RawElements;

/** Call site of a tensor on one rank of a group, zeros on all others. The slots are those of {@link CollectiveCall}. */
public final class RankMaskCall extends CollectiveCall {
    private final long onlyRank;

    /**
     * Creates a call site.
     *
     * @param method method name for messages
     * @param dtype dtype of operand and result
     * @param rank number of their dims
     * @param onlyRank rank that keeps its tensor
     * @param group name of the group of ranks
     */
    public RankMaskCall(String method, DType dtype, int rank, long onlyRank, String group) {
        super(method, dtype, rank, group);
        this.onlyRank = onlyRank;
    }

    @Override
    String op() {
        return "OnRank";
    }

    @Override
    CollectiveRequest request(Communicator communicator, DType dtype, long elements) {
        return null;
    }

    /** No synchronization between ranks is needed. */
    @Override
    void compute(Communicator communicator, DType dtype, long source, long target, long elements) {
        if (onlyRank < 0 || onlyRank >= communicator.size()) {
            throw new CommunicatorException(
                    RuntimeProblem.NO_SUCH_RANK, method(), communicator.group(), onlyRank, communicator.size());
        }
        long bytes = elements * dtype.bytes();
        if (communicator.rank() != onlyRank) {
            for (long i = 0; i < bytes; i++) {
                Memory.putByte(target + i, (byte) 0);
            }
        } else if (source != target) {
            RawElements.copy(source, target, bytes);
        }
    }
}

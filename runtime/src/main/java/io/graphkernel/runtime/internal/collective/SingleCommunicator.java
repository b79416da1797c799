package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;

/** The only rank of its group. */
public final class SingleCommunicator implements CollectiveBackend {
    private static final PendingCollective DONE = () -> {};

    private final String group;
    private volatile Throwable failure;
    private volatile boolean closed;

    /** Creates a rank. */
    public SingleCommunicator(String group) {
        this.group = group;
    }

    @Override
    public String group() {
        return group;
    }

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public PendingCollective start(CollectiveRequest request, long source, long target) {
        CollectiveSemantics.require(request, 1, group);
        if (failure != null) {
            throw new CommunicatorException(failure, RuntimeProblem.RANK_FAILED, 0, group, failure);
        }
        if (closed) {
            throw new CommunicatorException(RuntimeProblem.RANK_CLOSED, 0, group);
        }
        if (source != target) {
            CollectiveSemantics.compute(request, new long[] {source}, new long[] {target}, 0, request.elements());
        }
        return DONE;
    }

    @Override
    public CollectiveBackend split(String subgroup, int number) {
        return new SingleCommunicator(subgroup);
    }

    @Override
    public void fail(Throwable cause) {
        failure = cause;
    }

    @Override
    public void close() {
        closed = true;
    }

    /** Formatted as {@code rank 0 of 1 of world}. */
    @Override
    public String toString() {
        return "rank 0 of 1 of " + group;
    }
}

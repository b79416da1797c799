package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A rank that declares background progress, so that its collectives begin early.
 *
 * @param rankOfThreads delegate
 * @param begun receives the number of elements of each collective
 */
public record EarlyCommunicator(Communicator rankOfThreads, LongConsumer begun) implements Communicator {

    /** Returns ranks that are threads. */
    public static List<Communicator> threads(int size) {
        return Communicator.threads(size).stream()
                .<Communicator>map(rank -> new EarlyCommunicator(rank, elements -> {}))
                .toList();
    }

    @Override
    public boolean isAsynchronous() {
        return true;
    }

    @Override
    public String group() {
        return rankOfThreads.group();
    }

    @Override
    public int rank() {
        return rankOfThreads.rank();
    }

    @Override
    public int size() {
        return rankOfThreads.size();
    }

    @Override
    public Collective start(CollectiveRequest request, long source, long target) {
        begun.accept(request.elements());
        return rankOfThreads.start(request, source, target);
    }

    @Override
    public void fail(Throwable cause) {
        rankOfThreads.fail(cause);
    }

    @Override
    public void close() {
        rankOfThreads.close();
    }
}

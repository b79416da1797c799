package io.graphkernel.runtime.internal.collective.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.CommunicatorException;
import java.time.Duration;
import java.util.function.Consumer;

/** Sequential failing groups; the processes continue. Rank 1 is at fault. */
final class FailingRanks {
    private static final int AT_FAULT = 1;

    /** More than travels with a first word, and more than one chunk. */
    private static final int LARGE = 300_001;

    private int count;

    void run() throws InterruptedException {
        for (int elements : new int[] {4, LARGE}) {
            mismatches(elements);
            words(elements);
        }
        late();
        closedInTheMiddle();
        interrupted();
        aHealthyGroupAtLast();
        System.out.println("rank has seen " + count + " failures");
    }

    private void mismatches(int elements) {
        CollectiveRequest sum = CollectiveRequest.allReduce(ReduceOp.SUM, DType.F32, elements);
        String of = " of f32[" + elements + "]";
        mismatch(sum, CollectiveRequest.allReduce(ReduceOp.MAX, DType.F32, elements), "sum" + of, "max" + of);
        mismatch(
                sum,
                CollectiveRequest.allReduce(ReduceOp.SUM, DType.I32, elements),
                "sum" + of,
                "sum of i32[" + elements + "]");
        mismatch(
                sum,
                CollectiveRequest.allReduce(ReduceOp.SUM, DType.F32, elements - 1),
                "sum" + of,
                "sum of f32[" + (elements - 1) + "]");
        mismatch(sum, CollectiveRequest.allGather(DType.F32, elements), "sum" + of, "AllGather" + of);
        mismatch(
                CollectiveRequest.broadcast(DType.F32, elements, 0),
                CollectiveRequest.broadcast(DType.F32, elements, 1),
                "Broadcast from rank 0" + of,
                "Broadcast from rank 1" + of);
    }

    private void mismatch(CollectiveRequest right, CollectiveRequest wrong, String first, String second) {
        failing(
                "mismatch",
                Duration.ofMinutes(1),
                rank -> {
                    Tensor x = Tensor.zeros(right.elements());
                    Tensor y = Tensor.zeros(right.elements() * rank.size());
                    rank.start(rank.rank() == AT_FAULT ? wrong : right, x.address(), y.address())
                            .await();
                },
                "rank 1",
                "mismatch",
                first,
                second);
    }

    private void words(int elements) {
        failing(
                "failed",
                Duration.ofMinutes(1),
                rank -> {
                    if (rank.rank() == AT_FAULT) {
                        rank.fail(new IllegalStateException("no data"));
                    }
                    rank.allReduce(ReduceOp.SUM, Tensor.zeros(elements));
                },
                "rank failed: rank 1 of the group failed: ",
                "no data");
        failing(
                "closed",
                Duration.ofMinutes(1),
                rank -> {
                    if (rank.rank() == AT_FAULT) {
                        rank.close();
                        rank.close();
                    }
                    rank.allReduce(ReduceOp.SUM, Tensor.zeros(elements));
                },
                "communicator is closed: rank 1 of the group closed");
    }

    private void late() {
        failing(
                "late",
                Duration.ofMillis(300),
                rank -> {
                    if (rank.rank() == AT_FAULT) {
                        sleep(1500);
                    }
                    rank.allReduce(ReduceOp.SUM, Tensor.zeros(5));
                },
                "of the group late has waited 300 ms for the ranks [1], in sum of f32[5]");
    }

    private void closedInTheMiddle() {
        failing(
                "middle",
                Duration.ofMinutes(1),
                rank -> {
                    Tensor x = Tensor.zeros(LARGE);
                    Communicator.Collective begun =
                            rank.start(ReduceOp.SUM, DType.F32, x.address(), x.address(), LARGE);
                    if (rank.rank() == AT_FAULT) {
                        rank.close();
                    }
                    begun.await();
                    // The remaining ranks may have received all that they need.
                    rank.allReduce(ReduceOp.SUM, Tensor.zeros(4));
                },
                "communicator is closed: rank 1 of the group middle");
    }

    private void interrupted() {
        failing(
                "interrupted",
                Duration.ofMinutes(1),
                rank -> {
                    if (rank.rank() == AT_FAULT) {
                        Thread.currentThread().interrupt();
                    } else {
                        sleep(300);
                    }
                    try {
                        rank.allReduce(ReduceOp.SUM, Tensor.zeros(4));
                    } finally {
                        assertThat(Thread.interrupted()).isEqualTo(rank.rank() == AT_FAULT);
                    }
                },
                "rank failed: rank 1 of the group interrupted: ",
                "InterruptedException");
    }

    private static void aHealthyGroupAtLast() {
        try (Communicator rank = Communicator.mpi("healthy", Duration.ofMinutes(1))) {
            Tensor x = Tensor.full(1, LARGE);
            rank.allReduce(ReduceOp.SUM, x);
            assertThat(x.get(LARGE - 1)).isEqualTo(rank.size());
        }
    }

    private void failing(String group, Duration timeout, Consumer<Communicator> body, String... words) {
        try (Communicator rank = Communicator.mpi(group, timeout)) {
            assertThat(catchThrowable(() -> body.accept(rank)))
                    .as("%s %s", rank, ++count)
                    .isInstanceOf(CommunicatorException.class)
                    .hasMessageContainingAll(words);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

package io.graphkernel.runtime.internal.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of messages to waiting ranks about one that fails, is closed, is absent, or is interrupted. */
@Timeout(120)
class WaitingRanksTest {
    @Test
    void failedRank_isNamedWithItsCause() throws Exception {
        List<Communicator> ranks = Communicator.threads(4);
        List<Throwable> failures = Ranks.failures(ranks, rank -> {
            if (rank.rank() == 2) {
                rank.fail(new IllegalStateException("no data"));
                return null;
            }
            rank.allReduce(ReduceOp.SUM, Tensor.zeros(ThreadCommunicatorTest.ELEMENTS));
            return null;
        });
        for (int rank : new int[] {0, 1, 3}) {
            assertThat(failures.get(rank))
                    .isInstanceOf(CommunicatorException.class)
                    .hasMessageContaining("rank failed: rank 2 of the group world: ")
                    .hasMessageContaining("no data")
                    .hasCauseInstanceOf(IllegalStateException.class);
        }
        assertThat(failures.get(2)).isNull();
        assertThatThrownBy(() -> ranks.get(2).allReduce(ReduceOp.SUM, Tensor.zeros(1)))
                .isInstanceOf(CommunicatorException.class);
    }

    @Test
    void closedRank_isNamed() throws Exception {
        List<Throwable> failures = Ranks.failures(Communicator.threads(3), rank -> {
            if (rank.rank() != 1) {
                rank.allReduce(ReduceOp.SUM, Tensor.zeros(4));
            }
            return null;
        });
        for (int rank : new int[] {0, 2}) {
            assertProblem(
                    failures.get(rank),
                    RuntimeProblem.RANK_CLOSED,
                    "communicator is closed: rank 1 of the group world");
        }
    }

    @Test
    void rank_mayCloseWhileOthersReadTheirResults() throws Exception {
        for (int iteration = 0; iteration < 200; iteration++) {
            assertThat(Ranks.run(4, rank -> {
                        Tensor x = Tensor.full(1, 10);
                        rank.allReduce(ReduceOp.SUM, x);
                        return x.get(9);
                    }))
                    .containsOnly(4f);
        }
    }

    @Test
    void absentRank_isNamed() throws Exception {
        CountDownLatch here = new CountDownLatch(2);
        CountDownLatch over = new CountDownLatch(2);
        List<Communicator> ranks = Communicator.threads("pair", 3, Duration.ofMillis(500));
        List<Throwable> failures = Ranks.failures(ranks, rank -> {
            if (rank.rank() == 1) {
                over.await();
                return null;
            }
            // They wait for the rank that does not come, and not for each other.
            here.countDown();
            here.await();
            try {
                rank.allReduce(ReduceOp.SUM, Tensor.zeros(4));
            } finally {
                over.countDown();
            }
            return null;
        });
        for (int rank : new int[] {0, 2}) {
            assertProblem(
                    failures.get(rank),
                    RuntimeProblem.RANK_MISSING,
                    "of the group pair has waited 500 ms for the ranks [1], in sum of f32[4]");
        }
    }

    @Test
    void mismatchedRequests_areNamed() throws Exception {
        List<Throwable> failures = Ranks.failures(Communicator.threads(2), rank -> {
            rank.allReduce(ReduceOp.SUM, Tensor.zeros(4L + rank.rank()));
            return null;
        });
        assertThat(failures)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(CommunicatorException.class)
                        .hasMessageContaining("sum of f32[4]")
                        .hasMessageContaining("sum of f32[5]"));
    }

    @Test
    void interrupt_endsTheWaitOfAll() throws Exception {
        CountDownLatch over = new CountDownLatch(2);
        List<Communicator> ranks = Communicator.threads("group", 3, Duration.ofMinutes(1));
        List<Throwable> failures = Ranks.failures(ranks, rank -> {
            if (rank.rank() == 1) {
                over.await();
                return null;
            }
            if (rank.rank() == 2) {
                Thread.currentThread().interrupt();
            }
            try {
                rank.allReduce(ReduceOp.SUM, Tensor.zeros(4));
            } finally {
                over.countDown();
            }
            return null;
        });
        for (int rank : new int[] {0, 2}) {
            assertThat(failures.get(rank))
                    .hasMessageContaining("rank failed: rank 2 of the group group: ")
                    .hasCauseInstanceOf(InterruptedException.class);
        }
    }

    /** The last rank to join waits at most for a share that another computes. */
    @Test
    @Tag("slow")
    void interrupt_doesNotEndACollectiveThatAllHaveJoined() throws Exception {
        int size = 4;
        for (int iteration = 0; iteration < 50; iteration++) {
            CountDownLatch joined = new CountDownLatch(size - 1);
            List<Boolean> interrupted = Ranks.run(size, rank -> {
                Tensor x = Tensor.full(DType.I64, 1L, ThreadCommunicatorTest.ELEMENTS);
                boolean last = rank.rank() == 0;
                if (last) {
                    joined.await();
                    Thread.currentThread().interrupt();
                }
                Communicator.Collective sum =
                        rank.start(ReduceOp.SUM, DType.I64, x.address(), x.address(), x.elementCount());
                joined.countDown();
                sum.await();
                assertThat(x.toLongArray()).containsOnly(size);
                return Thread.interrupted();
            });
            assertThat(interrupted).containsExactly(true, false, false, false);
        }
    }

    static List<Duration> longTimes() {
        return List.of(
                ChronoUnit.FOREVER.getDuration(), Duration.ofSeconds(Long.MAX_VALUE), Duration.ofNanos(Long.MAX_VALUE));
    }

    @ParameterizedTest
    @MethodSource("longTimes")
    void rank_mayWaitForever(Duration timeout) throws Exception {
        List<Float> results = Ranks.run(Communicator.threads("group", 2, timeout), rank -> {
            Tensor x = Tensor.full(1, 10);
            if (rank.rank() == 1) {
                Thread.sleep(20);
            }
            rank.allReduce(ReduceOp.SUM, x);
            return x.get(0);
        });
        assertThat(results).containsOnly(2f);
    }

    static List<Duration> wrongTimes() {
        return Arrays.asList(null, Duration.ofNanos(-1), Duration.ofSeconds(Long.MIN_VALUE));
    }

    @ParameterizedTest
    @MethodSource("wrongTimes")
    void timeout_isNotNegative(Duration timeout) {
        assertThatThrownBy(() -> Communicator.threads("group", 2, timeout))
                .isInstanceOfSatisfying(
                        InvalidArgumentException.class,
                        e -> assertThat(e.problem()).isEqualTo(RuntimeProblem.INVALID_SETTING))
                .hasMessageContaining("the timeout of the group group cannot be " + timeout);
    }

    private static void assertProblem(Throwable failure, RuntimeProblem problem, String message) {
        assertThat(failure)
                .isInstanceOfSatisfying(
                        CommunicatorException.class,
                        e -> assertThat(e.problem()).isEqualTo(problem))
                .hasMessageContaining(message);
    }
}

package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Eager collectives whose ranks do not come together. */
class EagerCollectiveTest {
    /** A rank whose collectives fail; it keeps the tensor that would have got the result. */
    private static final class FailingRank implements Communicator {
        private Tensor target;

        @Override
        public String group() {
            return WORLD;
        }

        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int size() {
            return 2;
        }

        @Override
        public void allReduce(ReduceOp op, Tensor source, Tensor result) {
            target = result;
            throw new IllegalStateException("no network");
        }

        @Override
        public Collective start(CollectiveRequest request, long source, long result) {
            throw new AssertionError();
        }

        @Override
        public void fail(Throwable cause) {}

        @Override
        public void close() {}
    }

    private static void assertClosesItsResult(ThrowingCallable collective) {
        FailingRank rank = new FailingRank();
        try (Communicator.Binding bound = rank.bind()) {
            assertThatThrownBy(collective).isInstanceOf(IllegalStateException.class);
        }
        assertThat(rank.target.isClosed()).isTrue();
    }

    @Test
    void failedAllReduce_closesItsResult() {
        Tensor x = Tensor.zeros(4);
        assertClosesItsResult(() -> EagerCollectives.allReduce(x, ReduceOp.SUM, Communicator.WORLD));
        assertThat(x.isClosed()).isFalse();
    }

    @Test
    void failedMatMulAllReduce_closesItsResult() {
        Tensor x = Tensor.zeros(2, 2);
        assertClosesItsResult(() -> EagerCollectives.matMulAllReduce(x, x, false, Communicator.WORLD));
        assertThat(x.isClosed()).isFalse();
    }
}

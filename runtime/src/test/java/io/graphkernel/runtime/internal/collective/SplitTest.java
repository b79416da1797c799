package io.graphkernel.runtime.internal.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.exception.CommunicatorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SplitTest {

    @Test
    void threadsMakeGroupsOfSomeRanks() throws Exception {
        Ranks.run(SplitGroups.RANKS, rank -> {
            SplitGroups.run(rank);
            return null;
        });
    }

    @Test
    void aRankAloneIsTheOnlyOneOfItsParts() {
        try (Communicator part = Communicator.single().split("part", 3)) {
            assertThat(part.group()).isEqualTo("part");
            assertThat(part.size()).isEqualTo(1);
        }
    }

    @Test
    void anEngineThatMakesNoGroupsSaysSo() {
        Communicator engine = new Communicator() {
            @Override
            public String group() {
                return "mine";
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
            public Collective start(CollectiveRequest request, long source, long target) {
                return () -> {};
            }

            @Override
            public void fail(Throwable cause) {}

            @Override
            public void close() {}
        };
        assertThatThrownBy(() -> engine.split("part", 0))
                .isInstanceOf(CommunicatorException.class)
                .hasMessageContaining("[GK-6353]")
                .hasMessageContaining("makes no groups of some ranks of the group mine, such as part");
    }
}

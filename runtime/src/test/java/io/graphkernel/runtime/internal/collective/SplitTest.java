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
    void split_formsSubgroups() throws Exception {
        Ranks.run(SplitGroups.RANKS, rank -> {
            SplitGroups.run(rank);
            return null;
        });
    }

    @Test
    void split_ofASingleRank_isASingleRank() {
        try (Communicator subgroup = Communicator.single().split("part", 3)) {
            assertThat(subgroup.group()).isEqualTo("part");
            assertThat(subgroup.size()).isEqualTo(1);
        }
    }

    @Test
    void split_unsupported_isReported() {
        Communicator communicator = new Communicator() {
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
        assertThatThrownBy(() -> communicator.split("part", 0))
                .isInstanceOf(CommunicatorException.class)
                .hasMessageContaining("[GK-6353]")
                .hasMessageContaining("cannot split the group mine into groups such as part");
    }
}

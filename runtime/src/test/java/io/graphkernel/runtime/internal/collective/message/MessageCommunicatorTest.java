package io.graphkernel.runtime.internal.collective.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.Communicators;
import io.graphkernel.runtime.internal.collective.CollectiveCase;
import io.graphkernel.runtime.internal.collective.RandomSchedule;
import io.graphkernel.runtime.internal.collective.Ranks;
import io.graphkernel.testing.TestTier;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that send messages compute what those do that share memory. */
@Timeout(300)
class MessageCommunicatorTest {
    static List<Communicator> group(int size, long seed) {
        return ThreadMailbox.group(size, seed).stream()
                .map(mailbox -> new MessageCommunicator("world", TimeUnit.MINUTES.toNanos(1), mailbox))
                .map(Communicators::of)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void everyCollective_hasTheBitsOfThreads(int size) throws Exception {
        List<CollectiveCase> cases = CollectiveCase.all(size);
        List<List<byte[]>> results = Ranks.run(
                group(size, 1),
                rank -> cases.stream().map(one -> one.start(rank).await()).toList());
        for (int i = 0; i < cases.size(); i++) {
            List<byte[]> expected = cases.get(i).expected(size);
            for (int rank = 0; rank < size; rank++) {
                assertThat(results.get(rank).get(i))
                        .as("%s, rank %s of %s", cases.get(i), rank, size)
                        .isEqualTo(expected.get(rank));
            }
        }
    }

    @Test
    @Tag("sampled")
    void anySchedule_hasTheBitsOfThreads() throws Exception {
        int schedules = TestTier.select(10, 30, 1000);
        for (long seed = 0; seed < schedules; seed++) {
            int size = 1 + (int) (seed % 5);
            RandomSchedule schedule = new RandomSchedule(seed, size);
            Ranks.run(group(size, seed), rank -> {
                schedule.run(rank);
                return null;
            });
        }
    }
}

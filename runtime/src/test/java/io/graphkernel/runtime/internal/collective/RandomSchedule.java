package io.graphkernel.runtime.internal.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.Communicator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/** Collectives that a rank begins ahead of those that it waits for, now and then late. All ranks have the same. */
public final class RandomSchedule {
    private static final int MAX_COLLECTIVES = 6;

    private final long seed;
    private final List<CollectiveCase> cases = new ArrayList<>();
    private final List<List<byte[]>> expected = new ArrayList<>();

    /** One of a seed, with the results that threads give. */
    public RandomSchedule(long seed, int ranks) throws Exception {
        this.seed = seed;
        SplittableRandom random = new SplittableRandom(seed);
        int count = 1 + random.nextInt(MAX_COLLECTIVES);
        for (int i = 0; i < count; i++) {
            cases.add(CollectiveCase.random(random, ranks));
            expected.add(cases.get(i).expected(ranks));
        }
    }

    /** Runs it on a rank, and compares. */
    public void run(Communicator rank) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(seed * 64 + rank.rank());
        Deque<CollectiveCase.InFlight> begun = new ArrayDeque<>();
        int awaited = 0;
        for (CollectiveCase one : cases) {
            if (random.nextInt(8) == 0) {
                Thread.sleep(random.nextInt(3));
            }
            begun.add(one.start(rank));
            while (!begun.isEmpty() && random.nextBoolean()) {
                compare(begun.removeFirst(), awaited++, rank.rank());
            }
        }
        while (!begun.isEmpty()) {
            compare(begun.removeFirst(), awaited++, rank.rank());
        }
    }

    private void compare(CollectiveCase.InFlight begun, int number, int rank) {
        assertThat(begun.await())
                .as("seed %s, collective %s: %s, rank %s", seed, number, cases.get(number), rank)
                .isEqualTo(expected.get(number).get(rank));
    }
}

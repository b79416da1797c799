package io.graphkernel.runtime.internal.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.generated.jvm.RangeFunction;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ThreadTeamTest {
    private final Scratch scratch = new Scratch();

    @Test
    void items_runOnceAtMultiplesOfTheGrainSize() {
        for (int threads : new int[] {2, 3, 7}) {
            int[] items = {1, 5, 16, 17, 100, 1000, 4099};
            for (int count : items) {
                for (int grainSize : new int[] {1, 8, 300}) {
                    AtomicIntegerArray runs = new AtomicIntegerArray(count);
                    RangeFunction function = (kernel, arguments, begin, end, memory) -> {
                        assertThat(kernel).isEqualTo(11);
                        assertThat(arguments).isEqualTo(22);
                        assertThat(begin % grainSize).isZero();
                        assertThat(memory % 64).isZero();
                        for (long i = begin; i < end; i++) {
                            runs.incrementAndGet((int) i);
                        }
                    };
                    ThreadTeam team = new ThreadTeam(threads);
                    assertThat(team.run(function, 11, 22, count, grainSize, 100, threads, scratch))
                            .isTrue();
                    team.close();
                    for (int i = 0; i < count; i++) {
                        assertThat(runs.get(i)).isEqualTo(1);
                    }
                }
            }
        }
    }

    @Test
    void manyLaunches_loseNoItem() {
        int count = 64;
        AtomicIntegerArray runs = new AtomicIntegerArray(count);
        RangeFunction function = (kernel, arguments, begin, end, memory) -> {
            for (long i = begin; i < end; i++) {
                runs.addAndGet((int) i, (int) kernel);
            }
        };
        ThreadTeam team = new ThreadTeam(4);
        int expected = 0;
        for (int launch = 1; launch <= 20_000; launch++) {
            int range = 1 + launch % count;
            assertThat(team.run(function, launch % 5 + 1, 0, range, 1 + launch % 3, 0, 1 + launch % 4, scratch))
                    .isTrue();
            expected += launch % 5 + 1;
            if (runs.get(0) != expected) {
                assertThat(runs.get(0)).as("launch %s", launch).isEqualTo(expected);
            }
        }
        int total = 0;
        for (int launch = 1; launch <= 20_000; launch++) {
            total += launch % count == count - 1 ? launch % 5 + 1 : 0;
        }
        assertThat(runs.get(count - 1)).isEqualTo(total);
        team.close();
    }

    @Test
    void launch_usesItsThreads() {
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        CountDownLatch both = new CountDownLatch(2);
        RangeFunction function = (kernel, arguments, begin, end, memory) -> {
            if (seen.add(Thread.currentThread())) {
                both.countDown();
                await(both);
            }
        };
        ThreadTeam team = new ThreadTeam(2);
        team.run(function, 0, 0, 1000, 1, 0, 2, scratch);
        team.close();
        assertThat(seen).hasSize(2).contains(Thread.currentThread());
        assertThat(seen).filteredOn(thread -> thread != Thread.currentThread()).allMatch(Thread::isDaemon);
    }

    @Test
    void launch_wakesParkedWorkers() throws InterruptedException {
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        CountDownLatch latch = new CountDownLatch(7);
        RangeFunction function = (kernel, arguments, begin, end, memory) -> {
            if (seen.add(Thread.currentThread())) {
                latch.countDown();
                await(latch);
            }
        };
        ThreadTeam team = new ThreadTeam(7);
        Thread.sleep(50);
        team.run(function, 0, 0, 1000, 1, 0, 7, scratch);
        team.close();
        assertThat(seen).hasSize(7);
    }

    @Test
    void secondCaller_isRejected() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        RangeFunction function = (kernel, arguments, begin, end, memory) -> {
            started.countDown();
            await(release);
        };
        ThreadTeam team = new ThreadTeam(2);
        Thread first = new Thread(() -> team.run(function, 0, 0, 10, 1, 0, 2, new Scratch()));
        first.start();
        await(started);
        assertThat(team.run(function, 0, 0, 10, 1, 0, 2, scratch)).isFalse();
        release.countDown();
        first.join();
        assertThat(team.run(function, 0, 0, 10, 1, 0, 2, scratch)).isTrue();
        team.close();
    }

    @Test
    void interruptedCaller_waitsForItsWork() {
        AtomicIntegerArray runs = new AtomicIntegerArray(8);
        RangeFunction function = (kernel, arguments, begin, end, memory) -> {
            if (Thread.currentThread().isDaemon()) {
                long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20);
                while (System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
            }
            for (long i = begin; i < end; i++) {
                runs.incrementAndGet((int) i);
            }
        };
        ThreadTeam team = new ThreadTeam(2);
        Thread.currentThread().interrupt();
        team.run(function, 0, 0, 8, 1, 0, 2, scratch);
        assertThat(Thread.interrupted()).isTrue();
        team.close();
        for (int i = 0; i < 8; i++) {
            assertThat(runs.get(i)).isEqualTo(1);
        }
    }

    @Test
    void failure_isRethrownToTheCaller() {
        AtomicBoolean failing = new AtomicBoolean(true);
        RangeFunction function = (kernel, arguments, begin, end, memory) -> {
            if (failing.get() && begin == 5) {
                throw new IllegalStateException("no memory");
            }
        };
        ThreadTeam team = new ThreadTeam(2);
        assertThatThrownBy(() -> team.run(function, 0, 0, 8, 1, 0, 2, scratch)).hasMessage("no memory");
        failing.set(false);
        assertThat(team.run(function, 0, 0, 8, 1, 0, 2, scratch)).isTrue();
        team.close();
    }

    @Test
    void closedTeam_stillRuns() throws InterruptedException {
        AtomicIntegerArray runs = new AtomicIntegerArray(1);
        RangeFunction function = (kernel, arguments, begin, end, memory) -> runs.addAndGet(0, (int) (end - begin));
        ThreadTeam team = new ThreadTeam(3);
        team.close();
        Thread.sleep(20);
        assertThat(team.run(function, 0, 0, 100, 1, 0, 3, scratch)).isTrue();
        assertThat(runs.get(0)).isEqualTo(100);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}

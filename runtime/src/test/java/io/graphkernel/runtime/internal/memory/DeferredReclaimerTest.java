package io.graphkernel.runtime.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Tests of memory that waits until no launch can use it. */
class DeferredReclaimerTest {
    @Test
    @DisplayName("A1: a release that fails delays no other, neither of its batch nor later")
    void failedRelease_delaysNoOther() throws InterruptedException {
        for (int round = 0; round < 2; round++) {
            CountDownLatch released = new CountDownLatch(2);
            DeferredReclaimer.add(released::countDown);
            DeferredReclaimer.add(() -> {
                throw new AssertionError("a release that fails, on purpose");
            });
            DeferredReclaimer.add(released::countDown);
            assertThat(released.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    @DisplayName("A4: adding starts no thread once there is one")
    void oneThread_livesOn() throws InterruptedException {
        DeferredReclaimer.start();
        Thread thread = running();
        for (int round = 0; round < 2; round++) {
            CountDownLatch released = new CountDownLatch(1);
            DeferredReclaimer.add(released::countDown);
            assertThat(released.await(10, TimeUnit.SECONDS)).isTrue();
            Thread.sleep(200);
            assertThat(running()).isSameAs(thread).matches(Thread::isDaemon);
        }
    }

    private static Thread running() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("graphkernel-release"))
                .findAny()
                .orElse(null);
    }
}

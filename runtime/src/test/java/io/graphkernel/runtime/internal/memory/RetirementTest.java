package io.graphkernel.runtime.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What waits until no launch can use it. */
class RetirementTest {
    @Test
    @DisplayName("A1: a release that fails delays no other, neither of its batch nor later")
    void oneThatFailsDelaysNoOther() throws InterruptedException {
        for (int round = 0; round < 2; round++) {
            CountDownLatch released = new CountDownLatch(2);
            Retirement.add(released::countDown);
            Retirement.add(() -> {
                throw new AssertionError("a release that fails, on purpose");
            });
            Retirement.add(released::countDown);
            assertThat(released.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    @DisplayName("A4: adding starts no thread once there is one")
    void oneThreadLivesOn() throws InterruptedException {
        Retirement.start();
        Thread thread = running();
        for (int round = 0; round < 2; round++) {
            CountDownLatch released = new CountDownLatch(1);
            Retirement.add(released::countDown);
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

package io.graphkernel.runtime.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.OutOfMemoryException;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MemoryPoolTest {
    private final MemoryPool pool = new MemoryPool(1 << 30);

    @Test
    void reusesABlockOfTheSameClass() {
        Block first = pool.acquire(1000);
        pool.release(first);
        assertThat(pool.cachedBytes()).isEqualTo(first.bytes());
        assertThat(pool.acquire(900)).isSameAs(first);
        assertThat(pool.cachedBytes()).isZero();
        assertThat(pool.acquire(1000)).isNotSameAs(first);
    }

    @Test
    void alignsBlocks() {
        assertThat(pool.acquire(0).address() % 64).isZero();
        assertThat(pool.acquire(65).address() % 64).isZero();
        assertThat(pool.acquire(4096).address() % 4096).isZero();
        assertThat(pool.acquire(5000).address() % 4096).isZero();
        assertThat(pool.acquire((2 << 20) - (300 << 10)).address() % 4096).isZero();
        assertThat(pool.acquire(3 << 20).address() % (2 << 20)).isZero();
    }

    @Test
    void trimsWhatIsFree() {
        Block kept = pool.acquire(100);
        pool.release(pool.acquire(4 << 20));
        pool.release(pool.acquire(64));
        pool.trim();
        assertThat(pool.cachedBytes()).isZero();
        pool.release(kept);
        assertThat(pool.acquire(100)).isSameAs(kept);
    }

    @Test
    void freesNothingThatARunningLaunchMayUse() {
        LaunchMark mark = LaunchMark.register();
        mark.enter();
        Block block = pool.acquire(4096);
        pool.release(block);
        pool.trim();
        assertThat(pool.acquire(4096)).isSameAs(block);
        pool.release(block);
        mark.exit();
        pool.trim();
        assertThat(pool.cachedBytes()).isZero();
    }

    @Test
    void aCallInsideACallEndsOnlyItself() {
        LaunchMark mark = LaunchMark.register();
        mark.enter();
        mark.enter();
        mark.exit();
        Block block = pool.acquire(4096);
        pool.release(block);
        pool.trim();
        assertThat(pool.cachedBytes()).isNotZero();
        mark.exit();
        pool.trim();
        assertThat(pool.cachedBytes()).isZero();
    }

    @Test
    @DisplayName(
            "A call that asks for memory gets what its thread released before, and neither its own nor that of others")
    void freesWhatTheThreadReleasedBeforeItsCall() throws InterruptedException {
        Block before = pool.acquire(4096);
        Block within = pool.acquire(10_000);
        Block ofOthers = pool.acquire(100_000);
        pool.release(before);
        Thread other = new Thread(() -> pool.release(ofOthers));
        other.start();
        other.join();
        LaunchMark own = LaunchMark.ofThread();
        own.enter();
        try {
            pool.release(within);
            pool.trim();
            assertThat(pool.cachedBytes()).isEqualTo(within.bytes() + ofOthers.bytes());
        } finally {
            own.exit();
        }
        pool.trim();
        assertThat(pool.cachedBytes()).isZero();
    }

    @Test
    void aCallWaitsForThoseOfOthers() {
        LaunchMark other = LaunchMark.register();
        other.enter();
        pool.release(pool.acquire(4096));
        LaunchMark own = LaunchMark.ofThread();
        own.enter();
        try {
            pool.trim();
            assertThat(pool.cachedBytes()).isNotZero();
            other.exit();
            pool.trim();
            assertThat(pool.cachedBytes()).isZero();
        } finally {
            own.exit();
        }
    }

    @Test
    void freesWhileOthersLaunchAllTheTime() throws InterruptedException {
        LaunchMark mark = LaunchMark.register();
        mark.enter();
        Block block = pool.acquire(4096);
        pool.release(block);
        Thread launches = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                mark.exit();
                mark.enter();
            }
        });
        launches.start();
        pool.trim();
        launches.interrupt();
        launches.join();
        mark.exit();
        assertThat(pool.cachedBytes()).isZero();
    }

    @Test
    void keepsToItsCapAfterTheGracePeriod() throws InterruptedException {
        pool.setCap(10_000);
        assertThat(pool.cap()).isEqualTo(10_000);
        Block small = pool.acquire(64);
        Block[] large = new Block[10];
        for (int i = 0; i < large.length; i++) {
            large[i] = pool.acquire(1 << 20);
        }
        for (Block block : large) {
            pool.release(block);
        }
        assertThat(pool.cachedBytes()).isEqualTo(10 << 20);
        for (int round = 0; round < 4; round++) {
            Thread.sleep(GracePeriods.MILLIS + 5);
            pool.release(small);
            small = pool.acquire(64);
        }
        assertThat(pool.cachedBytes()).isLessThanOrEqualTo(10_000);
    }

    @Test
    void refusesANegativeCap() {
        assertThatThrownBy(() -> pool.setCap(-1)).isInstanceOf(InvalidArgumentException.class);
    }

    @Test
    void namesTheSizesWhenMemoryIsShort() {
        assertThatThrownBy(() -> pool.acquire(1L << 60))
                .isInstanceOf(OutOfMemoryException.class)
                .hasMessageContaining("[GK-6060] no memory for " + (1L << 60) + " bytes");
        assertThatThrownBy(() -> pool.acquire(Long.MAX_VALUE)).isInstanceOf(OutOfMemoryException.class);
    }

    @Test
    @DisplayName("A4: a forgotten block is not freed while a launch runs, which may have it from a closed tensor")
    void aForgottenBlockWaitsForLaunches() throws InterruptedException {
        // What other tests have forgotten goes first.
        collect(40);
        LaunchMark mark = LaunchMark.register();
        mark.enter();
        long bytes = 96L << 20;
        long before = Pointer.totalBytes();
        acquireAndForget(bytes);
        collect(20);
        assertThat(Pointer.totalBytes()).isGreaterThanOrEqualTo(before + bytes);
        mark.exit();
        for (int i = 0; i < 200 && Pointer.totalBytes() >= before + bytes; i++) {
            collect(1);
        }
        assertThat(Pointer.totalBytes()).isLessThan(before + bytes);
    }

    private static void collect(int times) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            System.gc();
            Thread.sleep(20);
        }
    }

    private static void acquireAndForget(long bytes) {
        assertThat(new MemoryPool(0).acquire(bytes).address()).isNotZero();
    }
}

package io.graphkernel.runtime.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.OutOfMemoryException;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MemoryPoolTest {
    private final MemoryPool pool = new MemoryPool(1 << 30);

    @Test
    void memoryPool_reusesABlockOfTheSameClass() {
        HostBlock first = pool.acquire(1000);
        pool.release(first);
        assertThat(pool.cachedBytes()).isEqualTo(first.bytes());
        assertThat(pool.acquire(900)).isSameAs(first);
        assertThat(pool.cachedBytes()).isZero();
        assertThat(pool.acquire(1000)).isNotSameAs(first);
    }

    @Test
    void memoryPool_alignsBlocks() {
        assertThat(pool.acquire(0).address() % 64).isZero();
        assertThat(pool.acquire(65).address() % 64).isZero();
        assertThat(pool.acquire(4096).address() % 4096).isZero();
        assertThat(pool.acquire(5000).address() % 4096).isZero();
        assertThat(pool.acquire((2 << 20) - (300 << 10)).address() % 4096).isZero();
        assertThat(pool.acquire(3 << 20).address() % (2 << 20)).isZero();
    }

    @Test
    void memoryPool_trimsWhatIsFree() {
        HostBlock kept = pool.acquire(100);
        pool.release(pool.acquire(4 << 20));
        pool.release(pool.acquire(64));
        pool.trim();
        assertThat(pool.cachedBytes()).isZero();
        pool.release(kept);
        assertThat(pool.acquire(100)).isSameAs(kept);
    }

    @Test
    void memoryPool_freesNothingThatARunningLaunchMayUse() {
        EpochGuard mark = EpochGuard.register();
        mark.enter();
        HostBlock block = pool.acquire(4096);
        pool.release(block);
        pool.trim();
        assertThat(pool.acquire(4096)).isSameAs(block);
        pool.release(block);
        mark.exit();
        pool.trim();
        assertThat(pool.cachedBytes()).isZero();
    }

    @Test
    void callInsideACall_endsOnlyItself() {
        EpochGuard mark = EpochGuard.register();
        mark.enter();
        mark.enter();
        mark.exit();
        HostBlock block = pool.acquire(4096);
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
    void memoryPool_freesWhatTheThreadReleasedBeforeItsCall() throws InterruptedException {
        HostBlock before = pool.acquire(4096);
        HostBlock within = pool.acquire(10_000);
        HostBlock ofOthers = pool.acquire(100_000);
        pool.release(before);
        Thread other = new Thread(() -> pool.release(ofOthers));
        other.start();
        other.join();
        EpochGuard own = EpochGuard.ofThread();
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
    void call_waitsForThoseOfOthers() {
        EpochGuard other = EpochGuard.register();
        other.enter();
        pool.release(pool.acquire(4096));
        EpochGuard own = EpochGuard.ofThread();
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
    void memoryPool_freesWhileOthersLaunchAllTheTime() throws InterruptedException {
        EpochGuard mark = EpochGuard.register();
        mark.enter();
        HostBlock block = pool.acquire(4096);
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
    void memoryPool_keepsToItsCapAfterTheGracePeriod() throws InterruptedException {
        pool.setCap(10_000);
        assertThat(pool.cap()).isEqualTo(10_000);
        HostBlock small = pool.acquire(64);
        HostBlock[] large = new HostBlock[10];
        for (int i = 0; i < large.length; i++) {
            large[i] = pool.acquire(1 << 20);
        }
        for (HostBlock block : large) {
            pool.release(block);
        }
        assertThat(pool.cachedBytes()).isEqualTo(10 << 20);
        for (int round = 0; round < 4; round++) {
            Thread.sleep(EpochReclamation.MILLIS + 5);
            pool.release(small);
            small = pool.acquire(64);
        }
        assertThat(pool.cachedBytes()).isLessThanOrEqualTo(10_000);
    }

    @Test
    void memoryPool_rejectsANegativeCap() {
        assertThatThrownBy(() -> pool.setCap(-1)).isInstanceOf(InvalidArgumentException.class);
    }

    @Test
    void memoryPool_namesTheSizesWhenMemoryIsShort() {
        assertThatThrownBy(() -> pool.acquire(1L << 60))
                .isInstanceOf(OutOfMemoryException.class)
                .hasMessageContaining("[GK-6060] out of native memory: cannot allocate " + (1L << 60) + " bytes");
        assertThatThrownBy(() -> pool.acquire(Long.MAX_VALUE)).isInstanceOf(OutOfMemoryException.class);
    }

    @Test
    @DisplayName("A4: a forgotten block is not freed while a launch runs, which may have it from a closed tensor")
    @Tag("slow")
    void forgottenBlock_waitsForLaunches() throws InterruptedException {
        // Reclaim memory that other tests have leaked.
        collect(40);
        EpochGuard mark = EpochGuard.register();
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
            Reclamation.run();
            Thread.sleep(20);
        }
    }

    private static void acquireAndForget(long bytes) {
        assertThat(new MemoryPool(0).acquire(bytes).address()).isNotZero();
    }
}

package io.graphkernel.runtime.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The block that a thread retains of the shared pool. */
class RetainedBlockTest {
    private static final long BYTES = 3000;

    private final MemoryPool pool = MemoryPool.shared();

    @BeforeEach
    void trim() {
        pool.trim();
    }

    @Test
    void block_isReusedByTheThreadThatReleasedIt() throws Exception {
        HostBlock first = pool.acquire(BYTES);
        HostBlock second = pool.acquire(BYTES);
        pool.release(first);
        pool.release(second);
        assertThat(pool.acquire(BYTES)).isSameAs(second);
        assertThat(pool.acquire(BYTES)).isSameAs(first);
        pool.release(first);
        HostBlock other = inThread(() -> pool.acquire(BYTES));
        assertThat(other).isNotSameAs(first);
        pool.release(second);
        pool.release(other);
    }

    @Test
    void block_ofAnotherSize_isReplaced() {
        HostBlock block = pool.acquire(BYTES);
        HostBlock tiny = pool.acquire(1);
        pool.release(block);
        long cached = pool.cachedBytes();
        pool.release(tiny);
        assertThat(pool.cachedBytes()).isEqualTo(cached + block.bytes());
        assertThat(pool.acquire(1)).isSameAs(tiny);
        pool.release(tiny);
    }

    @Test
    void block_isNotUsed() {
        HostBlock block = pool.acquire(BYTES);
        long retained = EpochGuard.retainedBytes();
        pool.release(block);
        assertThat(EpochGuard.retainedBytes() - retained).isEqualTo(block.bytes());
    }

    @Test
    void trim_freesTheBlockOfItsThread() {
        pool.release(pool.acquire(BYTES));
        assertThat(EpochGuard.ofThread().lastReleased).isNotNull();
        pool.trim();
        assertThat(EpochGuard.ofThread().lastReleased).isNull();
        assertThat(pool.cachedBytes()).isZero();
    }

    @Test
    void block_ofMoreThanAPage_isNotRetained() {
        pool.release(pool.acquire(4097));
        assertThat(EpochGuard.ofThread().lastReleased).isNull();
    }

    private static <T> T inThread(Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task);
        thread.start();
        thread.join();
        return task.get();
    }
}

package io.graphkernel.runtime.internal.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.OutOfMemoryException;
import io.graphkernel.runtime.internal.memory.Reclamation;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The order in which streams use blocks, and what the pool keeps. */
class DeviceMemoryTest {
    private final FakeDriver driver = new FakeDriver(1 << 20);
    private final DeviceInUse device = new DeviceInUse("fake:0", driver);
    private final DeviceMemory memory = device.memory();
    private final DeviceStream first = device.newStream();
    private final DeviceStream second = device.newStream();

    @Test
    void singleStream_neverWaits() {
        DeviceAllocation block = memory.acquire(1000, first);
        block.read(first);
        block.write(first);
        block.release();
        assertThat(memory.acquire(1000, first)).isSameAs(block);
        assertThat(driver.calls).containsExactly("allocate 1024");
    }

    @Test
    void readers_waitForTheWriterAndTheNextWriterForAll() {
        DeviceAllocation block = memory.acquire(64, first);
        block.read(second);
        block.read(second);
        block.read(device.defaultStream());
        block.read(second);
        assertThat(driver.calls)
                .containsExactly("allocate 64", "stream 2 waits for stream 1", "stream 0 waits for stream 1");
        driver.calls.clear();
        block.write(second);
        assertThat(driver.calls).containsExactly("stream 2 waits for stream 0", "stream 2 waits for stream 1");
        driver.calls.clear();
        block.read(first);
        assertThat(driver.calls).containsExactly("stream 1 waits for stream 2");
    }

    @Test
    void block_ofAnotherStream_isWaitedFor() {
        DeviceAllocation ofFirst = memory.acquire(64, first);
        DeviceAllocation ofSecond = memory.acquire(64, second);
        ofSecond.release();
        ofFirst.release();
        driver.calls.clear();
        assertThat(memory.acquire(64, second)).isSameAs(ofSecond);
        assertThat(memory.acquire(64, second)).isSameAs(ofFirst);
        assertThat(driver.calls).containsExactly("stream 2 waits for stream 1");
    }

    @Test
    void closedStream_isNotWaitedFor() {
        DeviceAllocation block = memory.acquire(64, first);
        first.close();
        first.close();
        driver.calls.clear();
        block.write(second);
        assertThat(driver.calls).isEmpty();
    }

    @Test
    void streamThatIsBeingClosed_isWaitedFor() throws InterruptedException {
        DeviceAllocation block = memory.acquire(64, first);
        Thread other = new Thread(() -> block.write(second));
        AtomicBoolean waited = new AtomicBoolean();
        driver.during("stream 1 synchronizes", () -> {
            other.start();
            waited.set(isAliveAfter(other, 100));
        });
        first.close();
        other.join();
        assertThat(waited).isTrue();
        assertThat(driver.calls).containsExactly("allocate 64", "stream 1 synchronizes", "stream 1 closes");
    }

    @Test
    void streamsThatHaveRead_areForgottenWhenTheyAreClosed() throws InterruptedException {
        DeviceAllocation weights = memory.acquire(64, first);
        List<WeakReference<DeviceStream>> streams = new ArrayList<>();
        for (int request = 0; request < 1000; request++) {
            DeviceStream stream = device.newStream();
            weights.read(stream);
            stream.close();
            streams.add(new WeakReference<>(stream));
        }
        weights.read(second);
        for (int i = 0; i < 200 && !streams.stream().allMatch(stream -> stream.refersTo(null)); i++) {
            System.gc();
            Reclamation.run();
            Thread.sleep(10);
        }
        assertThat(streams).allMatch(stream -> stream.refersTo(null));
        weights.release();
    }

    private static boolean isAliveAfter(Thread thread, long milliseconds) {
        try {
            thread.join(milliseconds);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return thread.isAlive();
    }

    @Test
    void cycles_doNotGrow() {
        for (int i = 0; i < 1000; i++) {
            DeviceAllocation a = memory.acquire(4000, first);
            DeviceAllocation b = memory.acquire(4000, second);
            a.release();
            b.release();
        }
        assertThat(memory.allocatedBytes()).isEqualTo(2 * 4096).isEqualTo(driver.held());
        assertThat(memory.cachedBytes()).isEqualTo(2 * 4096);
        memory.trim();
        assertThat(memory.allocatedBytes()).isZero();
        assertThat(driver.held()).isZero();
    }

    @Test
    void pooledMemory_isFreedBeforeOutOfMemory() {
        memory.acquire(400 << 10, first).release();
        driver.calls.clear();
        DeviceAllocation large = memory.acquire(700 << 10, first);
        assertThat(driver.calls)
                .containsExactly(
                        "stream 0 synchronizes",
                        "stream 1 synchronizes",
                        "stream 2 synchronizes",
                        "free",
                        "allocate " + (768 << 10));
        assertThatThrownBy(() -> memory.acquire(500 << 10, first))
                .isInstanceOf(OutOfMemoryException.class)
                .hasMessageContainingAll(
                        "[GK-6026]",
                        "cannot allocate 512000 bytes (a block of 524288) on fake:0",
                        "tensors use 786432 bytes and 0 bytes are cached for reuse, of 1048576");
        assertThatThrownBy(() -> memory.acquire(Long.MAX_VALUE, first)).isInstanceOf(OutOfMemoryException.class);
        large.release();
    }

    @Test
    void pool_isCappedAtHalfOfTheDevice() throws InterruptedException {
        DeviceAllocation block = memory.acquire(600 << 10, first);
        DeviceAllocation other = memory.acquire(64, first);
        block.release();
        assertThat(memory.cachedBytes()).isEqualTo(block.bytes());
        Thread.sleep(60);
        other.release();
        assertThat(memory.cachedBytes()).isEqualTo(64);
    }

    @Test
    void recording_keepsWhatOthersRelease() {
        DeviceRecording recording = new DeviceRecording();
        DeviceAllocation closed = memory.acquire(64, first);
        DeviceAllocation open = memory.acquire(64, first);
        recording.own(closed);
        recording.own(open);
        closed.release();
        assertThat(memory.cachedBytes()).isZero();
        driver.calls.clear();
        recording.write(second);
        assertThat(driver.calls).containsExactly("stream 2 waits for stream 1", "stream 2 waits for stream 1");
        recording.release();
        assertThat(memory.cachedBytes()).isEqualTo(64);
        open.release();
        assertThat(memory.cachedBytes()).isEqualTo(128);
    }

    @Test
    void capture_isNotWaitedFor() {
        first.beginCapture();
        memory.acquire(64, second).release();
        driver.calls.clear();
        DeviceAllocation block = memory.acquire(64, first);
        memory.trim();
        device.synchronize();
        assertThat(driver.calls)
                .containsExactly("stream 2 synchronizes", "stream 0 synchronizes", "stream 2 synchronizes");
        first.endCapture();
        device.synchronize();
        assertThat(driver.calls).contains("stream 1 synchronizes");
        block.release();
    }

    @Test
    void forgottenBlock_isFreed() throws InterruptedException {
        memory.acquire(100_000, first);
        for (int i = 0; i < 200 && driver.held() > 0; i++) {
            System.gc();
            Reclamation.run();
            Thread.sleep(10);
        }
        assertThat(driver.held()).isZero();
    }

    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.onSpinWait();
        }
    }

    /** Closes the first stream while it is used; what the user does is done when the closing thread waits. */
    private void closeFirstDuring(Runnable use) throws InterruptedException {
        Thread closing = new Thread(first::close);
        Thread using = new Thread(() -> first.run(stream -> {
            closing.start();
            awaitState(closing, Thread.State.WAITING);
            use.run();
        }));
        closing.setDaemon(true);
        using.setDaemon(true);
        using.start();
        using.join(10_000);
        closing.join(10_000);
        assertThat(using.isAlive() || closing.isAlive())
                .as("they wait for each other")
                .isFalse();
    }

    @Test
    @DisplayName("A4: who uses a stream may wait for the device while another thread closes the stream")
    void user_waitsForTheDeviceWhileTheStreamIsClosed() throws InterruptedException {
        closeFirstDuring(device::synchronize);
        assertThat(driver.calls).endsWith("stream 1 synchronizes", "stream 1 closes");
    }

    @Test
    @DisplayName("A4: a stream that waits for its users before it closes is still waited for")
    void streamThatWaitsForItsUsers_isWaitedFor() throws InterruptedException {
        DeviceAllocation block = memory.acquire(64, first);
        closeFirstDuring(() -> block.write(second));
        assertThat(driver.calls)
                .containsSequence("stream 2 waits for stream 1", "stream 1 synchronizes", "stream 1 closes");
    }

    @Test
    @DisplayName("A4: who waits for the device waits for a stream that is being closed, too")
    void device_includesAStreamThatIsBeingClosed() throws InterruptedException {
        Thread other = new Thread(device::synchronize);
        AtomicBoolean waited = new AtomicBoolean();
        driver.during("stream 1 synchronizes", () -> {
            driver.during("stream 1 synchronizes", () -> {});
            other.start();
            waited.set(isAliveAfter(other, 100));
        });
        first.close();
        other.join();
        assertThat(waited).isTrue();
    }
}

package io.graphkernel.runtime.internal.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.ClosedStreamException;
import io.graphkernel.runtime.exception.OutOfMemoryException;
import java.util.Random;
import org.bytedeco.javacpp.BytePointer;
import org.junit.jupiter.api.Test;

class StagingTest {
    private final FakeDriver driver = new FakeDriver(64 << 20);
    private final DeviceInUse device = new DeviceInUse("fake:0", driver);
    private final DeviceStream stream = device.newStream();

    private void roundTrip(int bytes) {
        byte[] data = new byte[bytes];
        new Random(1).nextBytes(data);
        DeviceAllocation block = device.memory().acquire(bytes, stream);
        try (BytePointer source = new BytePointer(data);
                BytePointer target = new BytePointer((long) bytes)) {
            stream.upload(block.address(), source.address(), bytes);
            stream.download(target.address(), block.address(), bytes);
            byte[] back = new byte[bytes];
            target.get(back);
            assertThat(back).isEqualTo(data);
        }
        block.release();
    }

    @Test
    void staging_copiesEverySizeInChunks() {
        roundTrip(1);
        roundTrip(64 << 10);
        roundTrip((64 << 10) + 1);
        roundTrip(4 << 20);
        roundTrip((4 << 20) + 1);
        roundTrip((13 << 20) - 7);
    }

    @Test
    void lastSmallUpload_isNotWaitedFor() {
        DeviceAllocation block = device.memory().acquire(64, stream);
        try (BytePointer source = new BytePointer(64L)) {
            stream.upload(block.address(), source.address(), 64);
            driver.calls.clear();
            stream.upload(block.address(), source.address(), 64);
            stream.upload(block.address(), source.address(), 64);
        }
        assertThat(driver.calls)
                .containsExactly("stream 1 uploads 64", "an event of stream 1 is waited for", "stream 1 uploads 64");
        block.release();
    }

    @Test
    void staging_keepsItsChunksUntilTheStreamCloses() {
        long before = driver.held();
        roundTrip(5 << 20);
        roundTrip(5 << 20);
        assertThat(driver.calls.stream().filter(call -> call.equals("allocate " + (4 << 20))))
                .hasSize(2);
        device.memory().trim();
        stream.close();
        assertThat(driver.held()).isEqualTo(before);
        assertThatThrownBy(() -> stream.upload(0, 0, 1)).isInstanceOf(ClosedStreamException.class);
    }

    @Test
    void chunks_areKeptUntilTheCopyThroughThemEnds() throws InterruptedException {
        Thread closing = new Thread(stream::close);
        driver.during("stream 1 uploads 64", () -> {
            closing.start();
            try {
                closing.join(100);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            assertThat(driver.calls).doesNotContain("free");
        });
        DeviceAllocation block = device.memory().acquire(64, stream);
        try (BytePointer source = new BytePointer(64L)) {
            stream.upload(block.address(), source.address(), 64);
        }
        closing.join();
        assertThat(driver.calls).endsWith("free", "free", "stream 1 closes");
        block.release();
    }

    @Test
    void missingStagingMemory_isNamed() {
        DeviceInUse small = new DeviceInUse("fake:1", new FakeDriver(100_000));
        assertThatThrownBy(() -> small.defaultStream().upload(0, 0, 70_000))
                .isInstanceOf(OutOfMemoryException.class)
                .hasMessageContainingAll(
                        "[GK-6027]", "cannot allocate pinned host memory: 131072 bytes", "a fake device");
    }
}

package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MemoryUsageTest {
    private static final long MIB = 1 << 20;

    /** A size class that no other test uses. */
    private static final long BYTES = 24 * MIB;

    /** Bytes that earlier tests leave to the garbage collector. */
    private static final long FREED_MEANWHILE = 2 * MIB;

    static Stream<Device> devices() {
        return Stream.concat(Stream.of(Device.cpu()), TestDevices.all());
    }

    @ParameterizedTest
    @MethodSource("devices")
    void memory_ofATensor_isUsedThenPooled(Device device) {
        Tensor first = Tensor.empty(device, DType.U8, BYTES);
        MemoryUsage open = device.memory();
        first.close();
        MemoryUsage closed = device.memory();

        assertThat(open.usedBytes()).isGreaterThanOrEqualTo(BYTES);
        assertThat(open.usedBytes() - closed.usedBytes()).isBetween(BYTES - FREED_MEANWHILE, 2 * BYTES);
        assertThat(closed.pooledBytes() - open.pooledBytes()).isBetween(BYTES - FREED_MEANWHILE, 2 * BYTES);
        assertThat(open.limitBytes()).isGreaterThanOrEqualTo(open.usedBytes() + open.pooledBytes());
        try (Tensor second = Tensor.empty(device, DType.U8, BYTES)) {
            assertThat(second.elementCount()).isEqualTo(BYTES);
            assertThat(device.memory().usedBytes()).isCloseTo(open.usedBytes(), within(FREED_MEANWHILE));
            assertThat(device.memory().pooledBytes()).isCloseTo(open.pooledBytes(), within(FREED_MEANWHILE));
        }
    }

    @Test
    void memory_ofTheHost_hasTheLimitOfJavaCpp() {
        assertThat(Device.cpu().memory().limitBytes()).isEqualTo(Pointer.maxBytes());
    }
}

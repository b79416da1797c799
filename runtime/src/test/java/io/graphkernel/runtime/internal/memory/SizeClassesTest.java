package io.graphkernel.runtime.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SizeClassesTest {
    @Test
    void everySize_fitsWithLittleWaste() {
        for (int power = 7; power < 61; power++) {
            for (long bytes = (1L << power) - 3; bytes < (1L << power) + 4; bytes++) {
                long size = SizeClasses.bytes(SizeClasses.of(bytes));
                assertThat(size).isGreaterThanOrEqualTo(bytes);
                assertThat(size - bytes).isLessThanOrEqualTo(Math.max(64, size / 5));
            }
        }
        assertThat(SizeClasses.bytes(SizeClasses.of(0))).isEqualTo(64);
        assertThat(SizeClasses.bytes(SizeClasses.of(64))).isEqualTo(64);
        assertThat(SizeClasses.bytes(SizeClasses.of(65))).isEqualTo(128);
        assertThat(SizeClasses.bytes(SizeClasses.of(SizeClasses.MAX_BYTES))).isEqualTo(SizeClasses.MAX_BYTES);
    }

    @Test
    void classes_grow() {
        for (int sizeClass = 1; sizeClass < SizeClasses.COUNT; sizeClass++) {
            assertThat(SizeClasses.bytes(sizeClass)).isGreaterThan(SizeClasses.bytes(sizeClass - 1));
        }
    }
}

package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import org.junit.jupiter.api.Test;

class KernelThreadsTest {
    @Test
    void threadCount_isSettable() {
        int before = KernelThreads.count();
        assertThat(before).isPositive();
        try {
            KernelThreads.setCount(3);
            assertThat(KernelThreads.count()).isEqualTo(3);
            assertThatThrownBy(() -> KernelThreads.setCount(0))
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContaining("[GK-6061] invalid setting: the number of threads cannot be 0");
            assertThat(KernelThreads.count()).isEqualTo(3);
        } finally {
            KernelThreads.setCount(before);
        }
    }
}

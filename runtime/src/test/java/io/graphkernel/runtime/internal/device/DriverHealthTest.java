package io.graphkernel.runtime.internal.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.DeviceException;
import io.graphkernel.runtime.exception.DeviceLostException;
import org.junit.jupiter.api.Test;

class DriverHealthTest {
    private final DriverHealth health = new DriverHealth("cuda:0");

    @Test
    void rejectedCall_namesTheError() {
        RuntimeException failure = health.failure("cuLaunchKernel", "CUDA_ERROR_INVALID_VALUE", 1, false);
        assertThat(failure)
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining(
                        "[GK-6024] device driver call failed: cuLaunchKernel failed on cuda:0 with CUDA_ERROR_INVALID_VALUE (1)");
        assertThat(health.isLost()).isFalse();
        health.require();
    }

    @Test
    void call_afterAFatalError_namesTheFirst() {
        RuntimeException first = health.failure("cuStreamSynchronize", "CUDA_ERROR_ILLEGAL_ADDRESS", 700, true);
        assertThat(first).isInstanceOf(DeviceLostException.class);
        assertThat(health.isLost()).isTrue();
        assertThat(health.failure("cuMemAlloc_v2", "CUDA_ERROR_ILLEGAL_ADDRESS", 700, true))
                .isInstanceOf(DeviceLostException.class)
                .hasMessage(first.getMessage());
        assertThatThrownBy(health::require)
                .isInstanceOf(DeviceLostException.class)
                .hasMessageContaining(
                        "[GK-6025] device is lost: cuda:0: cuStreamSynchronize failed with CUDA_ERROR_ILLEGAL_ADDRESS (700)");
    }
}

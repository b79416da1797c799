package io.graphkernel.runtime.generated.library.cublas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.exception.DeviceUnavailableException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CublasLtTest {
    private Device device;

    @BeforeEach
    void findDevice() {
        try {
            device = Device.cuda(0);
        } catch (DeviceUnavailableException e) {
            Assumptions.abort(e.getMessage());
        }
    }

    private DeviceInUse used() {
        return LaunchFrame.current(device).deviceInUse();
    }

    @Test
    void libraryThatIsNamed_mustBeThere() {
        String before = System.setProperty(CublasLt.LIBRARY_PROPERTY, "no-such-library.so");
        try {
            DeviceInUse used = used();
            assertThatThrownBy(() -> CublasLt.open(used))
                    .isInstanceOf(KernelLibraryException.class)
                    .hasMessageContainingAll("[GK-6121]", "no-such-library.so", CublasLt.LIBRARY_PROPERTY);
            System.setProperty(CublasLt.LIBRARY_PROPERTY, "");
            assertThat(CublasLt.open(used).library()).isEmpty();
        } finally {
            if (before == null) {
                System.clearProperty(CublasLt.LIBRARY_PROPERTY);
            } else {
                System.setProperty(CublasLt.LIBRARY_PROPERTY, before);
            }
        }
    }
}

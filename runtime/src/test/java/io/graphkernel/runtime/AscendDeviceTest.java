package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.runtime.exception.DeviceUnavailableException;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A machine without CANN; module conformance runs kernels on an emulated AscendCL. */
@Tag("emulated")
class AscendDeviceTest {
    @Test
    void unavailableDevice_hasAReason() {
        Map<String, DeviceReport> reports = reports();
        assumeThat(reports).as("no Ascend device").containsKey("ascend");

        assertThat(reports.get("ascend"))
                .asString()
                .startsWith("ascend: not usable: AscendCL of CANN cannot be loaded: libascendcl.so");
        assertThatThrownBy(() -> Device.ascend(0))
                .isInstanceOf(DeviceUnavailableException.class)
                .hasMessageContainingAll(
                        "[GK-6022] device is not available: ascend:0: AscendCL of CANN", "libascendcl.so", "fix: ");
    }

    private static Map<String, DeviceReport> reports() {
        return Device.available().stream().collect(Collectors.toMap(DeviceReport::name, report -> report));
    }
}

package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** All cases on the device that {@code conformance.device} names, such as {@code cuda:0}. */
@EnabledIfSystemProperty(named = DeviceConformanceTest.DEVICE, matches = ".+", disabledReason = "no conformance.device")
class DeviceConformanceTest {

    static final String DEVICE = "conformance.device";

    @Test
    void theDeviceAgreesWithTheDefinitions() throws IOException, InterruptedException {
        String device = System.getProperty(DEVICE);
        assertThat(device).isNotBlank();
        VariantConformanceTest.run("graphkernel.device=" + device, ".*");
    }
}

package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** All cases on the device that {@code conformance.device} names, such as {@code cuda:0}; runs only if it is asked for. */
class DeviceConformance {

    @Test
    void theDeviceAgreesWithTheDefinitions() throws IOException, InterruptedException {
        String device = System.getProperty("conformance.device");
        assertThat(device).as("conformance.device").isNotBlank();
        VariantConformanceTest.run("graphkernel.device=" + device, ".*");
    }
}

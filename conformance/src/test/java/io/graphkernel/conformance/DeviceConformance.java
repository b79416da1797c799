package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** All cases on the device that {@code conformance.device} names, such as {@code cuda:0}; runs only if it is asked for. */
class DeviceConformance {

    /** The system property. */
    static final String DEVICE = "conformance.device";

    @Test
    void theDeviceAgreesWithTheDefinitions() throws IOException, InterruptedException {
        String device = System.getProperty(DEVICE);
        assertThat(device).as(DEVICE).isNotBlank();
        VariantConformanceTest.run("graphkernel.device=" + device, ".*");
    }
}

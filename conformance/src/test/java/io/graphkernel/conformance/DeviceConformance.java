package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Conformance of all cases on the device of {@code conformance.device}, such as {@code cuda:0}; runs only if it is set. */
class DeviceConformance {

    /** The system property. */
    static final String DEVICE = "conformance.device";

    @Test
    void device_matchesDefinitions() throws IOException, InterruptedException {
        String device = System.getProperty(DEVICE);
        assertThat(device).as(DEVICE).isNotBlank();
        VariantConformanceTest.run("graphkernel.device=" + device, ".*");
    }
}

package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.Device;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A8: loops over nothing end at once, however many they would be")
class NothingToComputeTest {

    private static final int FEWEST_CALLS = 150;

    @Test
    void onTheHost() throws Exception {
        assertThat(NothingToCompute.run(Device.cpu(), false)).isGreaterThan(FEWEST_CALLS);
    }

    @Test
    void eagerly() throws Exception {
        assertThat(NothingToCompute.run(Device.cpu(), true)).isGreaterThan(FEWEST_CALLS);
    }

    @Test
    void asJavaMethods() throws Exception {
        String output = ChildProcess.run(NothingToCompute.class, List.of("-Dgraphkernel.device=jvm"));

        assertThat(output).contains(" calls");
    }

    @ParameterizedTest
    @MethodSource("io.graphkernel.runtime.TestDevices#all")
    void onDevices(Device device) throws Exception {
        assertThat(NothingToCompute.run(device, false)).isGreaterThan(FEWEST_CALLS);
    }
}

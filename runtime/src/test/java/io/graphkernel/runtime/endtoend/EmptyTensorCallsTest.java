package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.Device;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A8: loops over nothing end at once, however many they would be")
class EmptyTensorCallsTest {

    private static final int MIN_CALLS = 150;

    @Test
    void emptyTensors_onTheHost_endAtOnce() throws Exception {
        assertThat(EmptyTensorCalls.run(Device.cpu(), false)).isGreaterThan(MIN_CALLS);
    }

    @Test
    void emptyTensors_eagerly_endAtOnce() throws Exception {
        assertThat(EmptyTensorCalls.run(Device.cpu(), true)).isGreaterThan(MIN_CALLS);
    }

    @Test
    void emptyTensors_onTheJvm_endAtOnce() throws Exception {
        String output = ChildProcess.run(EmptyTensorCalls.class, List.of("-Dgraphkernel.device=jvm"));

        assertThat(output).contains(" calls");
    }

    @ParameterizedTest
    @MethodSource("io.graphkernel.runtime.TestDevices#all")
    void emptyTensors_onDevices_endAtOnce(Device device) throws Exception {
        assertThat(EmptyTensorCalls.run(device, false)).isGreaterThan(MIN_CALLS);
    }
}

package io.graphkernel.runtime.internal.setting;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.OpenClTests;
import io.graphkernel.runtime.ShortLivedJava;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A program that says nothing about devices, in processes that differ by their settings. */
@Tag("process")
class DefaultDeviceTest {

    static String run(String... settings) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ShortLivedJava.OPTIONS);
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(List.of(settings));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), DefaultDeviceProgram.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove("GRAPHKERNEL_DEVICE");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    @Test
    void defaultDevice_withoutSetting_isTheHost() throws Exception {
        assertThat(run()).isEqualTo("cpu:0 [1.0, 2.0] cpu:0 [2.0, 4.0] array [2.0, 4.0]\n");
    }

    @Test
    void setting_isWhereTensorsAreCreated() throws Exception {
        OpenClTests.device();
        assertThat(run("-Dgraphkernel.device=opencl:0"))
                .isEqualTo("opencl:0 [1.0, 2.0] opencl:0 [2.0, 4.0] array [2.0, 4.0]\n");
    }

    @Test
    @Tag("slow")
    void unavailableDevice_isAnError() throws Exception {
        assertThat(run("-Dgraphkernel.device=cuda:7"))
                .contains(
                        "DeviceUnavailableException",
                        "[GK-6022] device is not available: cuda:7:",
                        "because: graphkernel.device requires this device")
                .doesNotContain("2.0");
        assertThat(run("-Dgraphkernel.device=opencl:0", "-Dgraphkernel.opencl.library=/absent/library.so"))
                .contains("[GK-6022] device is not available: opencl:0:", "/absent/library.so")
                .doesNotContain("2.0");
        assertThat(run("-Dgraphkernel.device=tpu")).contains("[GK-6061]", "tpu");
    }

    @Test
    void automatic_statesInOneLineWhatItChose() throws Exception {
        String output = run(
                "-Dgraphkernel.device=auto",
                "-Dgraphkernel.cuda.library=/absent/cuda.so",
                "-Dgraphkernel.opencl.library=/absent/opencl.so");
        assertThat(output)
                .containsOnlyOnce("device cpu:0")
                .contains(
                        "is the default: there is no GPU, and auto takes no other device",
                        "/absent/cuda.so",
                        "/absent/opencl.so")
                .endsWith("cpu:0 [1.0, 2.0] cpu:0 [2.0, 4.0] array [2.0, 4.0]\n");
    }
}

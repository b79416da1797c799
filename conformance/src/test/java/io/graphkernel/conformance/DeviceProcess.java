package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process that calls kernels: which device is the default is decided once for each. */
final class DeviceProcess {

    private DeviceProcess() {}

    /** Runs a program, which ends with 0 if all is right, over the classes of a directory and those of the tests. */
    static void run(Path classes, Class<?> program, String... properties) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String property : properties) {
            command.add("-D" + property);
        }
        command.addAll(List.of(
                "-cp",
                classes + System.getProperty("path.separator") + System.getProperty("java.class.path"),
                program.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}

package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.abi.PlatformNames;
import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("C8: a device is requested and JavaCPP's native part is not on the class path")
@Tag("process")
class WithoutNativeJavaCppTest {

    @ParameterizedTest
    @ValueSource(strings = {"cuda:0", "opencl", "opencl:0", "auto", "cpu", "jvm"})
    void message_namesIt(String device) throws Exception {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.matches(".*javacpp-[^/\\\\]*-" + PlatformNames.current() + "\\.jar"))
                .collect(Collectors.joining(File.pathSeparator));

        String output =
                ChildProcess.runWith(classPath, WithoutNativeJavaCpp.class, List.of("-Dgraphkernel.device=" + device));

        assertThat(output).doesNotContain("Exception in thread");
        assertThat(output.lines().filter(line -> line.startsWith("tensor: ")))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("[GK-6"));
        if (device.contains(":")) {
            assertThat(output.lines().filter(line -> line.startsWith("default device: ")))
                    .hasSize(2)
                    .allSatisfy(line -> assertThat(line).contains("[GK-6", "JavaCPP"));
        }
    }
}

package io.graphkernel.runtime.internal.collective.vendor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.cuda.EmulatedCuda;
import io.graphkernel.emulation.EmulatedLibrary;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.ShortLivedJava;
import io.graphkernel.runtime.exception.CommunicatorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** NCCL and HCCL, emulated, in a process of their own that has four devices. */
@Timeout(300)
@Tag("slow")
@Tag("process")
@Tag("emulated")
class VendorRanksTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"cuda", "ascend"})
    void devices_computeTogether(String type) throws Exception {
        assumeTrue(EmulatedLibrary.runsHere());
        Path library = type.equals("cuda") ? EmulatedCuda.library() : EmulatedAscend.library();
        Path said = directory.resolve("said.txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ShortLivedJava.OPTIONS);
        command.addAll(List.of(
                "-Dgraphkernel." + type + ".library=" + library,
                "-Dgraphkernel." + (type.equals("cuda") ? "nccl" : "hccl") + ".library=" + library,
                "-cp",
                System.getProperty("java.class.path"),
                VendorProgram.class.getName(),
                type));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        // The directory of this process is for other tests.
        builder.environment().put("GRAPHKERNEL_EMULATED_CUDA_DEVICES", "4");
        Process process = builder.start();
        try {
            assertThat(process.waitFor(240, TimeUnit.SECONDS))
                    .as(Files.readString(said))
                    .isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(process.exitValue()).as(Files.readString(said)).isZero();
        assertThat(Files.readString(said)).contains(type + ": compared ");
    }

    @Test
    void deviceWithoutALibrary_isNamed() {
        assertThatThrownBy(() -> Communicator.onDevice(Communicator.single(), Device.cpu()))
                .isInstanceOf(CommunicatorException.class)
                .hasMessageContaining("[GK-6359] no collective library for the device: cpu");
    }
}

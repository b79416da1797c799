package io.graphkernel.runtime.internal.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Wrong settings are named at the first call, however small it is. */
class SettingsTest {

    @Test
    void aWrongNumberOfThreadsIsAnErrorOfTheFirstCall() throws Exception {
        assertThat(DefaultDeviceTest.run("-Dgraphkernel.threads=abc"))
                .contains("""
                        [GK-6061] graphkernel.threads or GRAPHKERNEL_THREADS cannot be abc
                        because: it is not a whole number
                        fix: set it to a whole number of 1 or more""")
                .doesNotContain("4.0");
        assertThat(DefaultDeviceTest.run("-Dgraphkernel.threads=0"))
                .contains(
                        "GRAPHKERNEL_THREADS cannot be 0\nbecause: a launch runs on at least one thread\nfix: set it to");
        assertThat(DefaultDeviceTest.run("-Dgraphkernel.threads=99999999999"))
                .contains("cannot be 99999999999\nbecause: it is out of the range of int\n");
    }

    @Test
    void otherWrongValuesAreErrorsOfTheFirstCall() throws Exception {
        assertThat(DefaultDeviceTest.run("-Dgraphkernel.llc=lots"))
                .contains("""
                        [GK-6061] graphkernel.llc or GRAPHKERNEL_LLC cannot be lots
                        because: the size of the last-level cache is a positive number of bytes
                        fix: set it to a number of bytes, such as 33554432 or 32M""")
                .doesNotContain("4.0");
        assertThat(DefaultDeviceTest.run("-Dgraphkernel.isa=v9", "-Dgraphkernel.device=jvm"))
                .contains(System.getProperty("os.arch").equals("aarch64") ? "4.0" : "[GK-6061] graphkernel.isa or");
    }

    @Test
    void aPropertyThatIsNoSettingIsNamedOnceAndTheProgramRuns() throws Exception {
        assertThat(DefaultDeviceTest.run("-Dgraphkernel.thread=1"))
                .containsOnlyOnce("""
                        [GK-6064] the system property graphkernel.thread is not a setting of GraphKernel
                        because: its name begins as theirs do, but nothing reads it
                        fix: did you mean graphkernel.threads?""")
                .endsWith("cpu:0 [1.0, 2.0] cpu:0 [2.0, 4.0] array [2.0, 4.0]\n");
    }

    @Test
    void nearNamesAreOfferedAndOtherwiseAll() {
        assertThat(Settings.unknown(Set.of("graphkernel.threads", "graphkernel.llc", "java.home", "graphkernels")))
                .isEmpty();
        assertThat(Settings.unknown(Set.of("graphkernel.native.dirs", "graphkernel.Device")))
                .satisfiesExactly(
                        message -> assertThat(message).endsWith("did you mean graphkernel.device?"),
                        message -> assertThat(message).endsWith("did you mean graphkernel.native.dir?"));
        assertThat(Settings.unknown(Set.of("graphkernel.colour")))
                .singleElement()
                .asString()
                .endsWith("graphkernel.opencl.library, graphkernel.threads, graphkernel.trace");
    }
}

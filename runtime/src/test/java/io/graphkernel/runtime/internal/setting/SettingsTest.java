package io.graphkernel.runtime.internal.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Wrong settings are named at the first call, however small it is. */
class SettingsTest {

    @Test
    void wrongNumberOfThreads_isAnErrorOfTheFirstCall() throws Exception {
        assertThat(DefaultDeviceTest.run("-Dgraphkernel.threads=abc"))
                .contains("""
                        [GK-6061] invalid setting: graphkernel.threads or GRAPHKERNEL_THREADS cannot be abc
                        because: it is not an integer
                        fix: set it to an integer of 1 or more""")
                .doesNotContain("4.0");
        assertThat(DefaultDeviceTest.run("-Dgraphkernel.threads=0"))
                .contains(
                        "GRAPHKERNEL_THREADS cannot be 0\nbecause: a launch runs on at least one thread\nfix: set it to");
        assertThat(DefaultDeviceTest.run("-Dgraphkernel.threads=99999999999"))
                .contains("cannot be 99999999999\nbecause: it is out of the range of int\n");
    }

    @Test
    @Tag("slow")
    void otherWrongValues_areErrorsOfTheFirstCall() throws Exception {
        assertThat(DefaultDeviceTest.run("-Dgraphkernel.llc=lots"))
                .contains("""
                        [GK-6061] invalid setting: graphkernel.llc or GRAPHKERNEL_LLC cannot be lots
                        because: the size of the last-level cache is a positive number of bytes
                        fix: set it to a number of bytes, such as 33554432 or 32M""")
                .doesNotContain("4.0");
        assertThat(DefaultDeviceTest.run("-Dgraphkernel.leaks=none"))
                .contains("""
                        [GK-6061] invalid setting: graphkernel.leaks or GRAPHKERNEL_LEAKS cannot be none
                        because: it says which unclosed tensors are reported
                        fix: set it to one of [off, count, sample, all], or leave it out""")
                .doesNotContain("4.0");
        assertThat(DefaultDeviceTest.run("-Dgraphkernel.isa=v9", "-Dgraphkernel.device=jvm"))
                .contains(
                        System.getProperty("os.arch").equals("aarch64")
                                ? "4.0"
                                : "[GK-6061] invalid setting: graphkernel.isa or ");
    }

    @Test
    void propertyThatIsNoSetting_isNamedOnceAndTheProgramRuns() throws Exception {
        assertThat(DefaultDeviceTest.run("-Dgraphkernel.thread=1"))
                .containsOnlyOnce("""
                        [GK-6064] unknown system property: graphkernel.thread
                        because: the name has the prefix of GraphKernel settings, but no such setting exists
                        fix: did you mean graphkernel.threads?""")
                .endsWith("cpu:0 [1.0, 2.0] cpu:0 [2.0, 4.0] array [2.0, 4.0]\n");
    }

    /** A property that is read and not in the list would be denied to the users that the pages tell of it. */
    @Test
    void everyPropertyThatMainCodeReads_isASettingAndInTheTable() throws Exception {
        Set<String> read = new TreeSet<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path module : modules.toList()) {
                // The compiler's options begin as the settings do.
                if (Files.isDirectory(module.resolve("src/main/java")) && !module.endsWith("processor")) {
                    read.addAll(propertiesOf(module.resolve("src/main/java")));
                }
            }
        }

        assertThat(read).contains("graphkernel.nccl.library", "graphkernel.threads");
        assertThat(Settings.unknown(read)).isEmpty();
        assertThat(read)
                .allSatisfy(name -> assertThat(Files.readString(Path.of("../docs/options.md")))
                        .containsPattern("\\| (`[a-z.]+`, )*`" + Pattern.quote(name) + "`"));
    }

    private static Set<String> propertiesOf(Path sources) throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                Pattern.compile("(?:PROPERTY = |getProperty\\(\\s*)\"(graphkernel\\.[A-Za-z0-9_.]+)\"")
                        .matcher(Files.readString(file))
                        .results()
                        .forEach(match -> names.add(match.group(1)));
            }
        }
        return names;
    }

    @Test
    void nearNames_areOfferedAndOtherwiseAll() {
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

package io.graphkernel.conformance.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.conformance.OpenClDevice;
import io.graphkernel.conformance.random.Device;
import io.graphkernel.cuda.EmulatedCuda;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every named fusion fires on what its entry says, leaves it alone if it is off, and does not change what it gives. */
class NamedFusionsTest {

    private static final int DRAWS = 4;
    private static final int ALL = 1;
    /** A driver of OpenCL builds whole classes, slowly: of so many entries one is taken. */
    private static final int OPENCL_PART = 4;

    private static List<Entry> entries;
    private static List<String> errors;

    @BeforeAll
    static void compile() {
        entries = PatternClasses.entries();
        errors = PatternClasses.compile(entries);
    }

    static List<String> passes() {
        return PatternClasses.passes();
    }

    @Test
    void entriesCompile() {
        assertThat(errors).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("passes")
    void everyPassHasAnEntry(String pass) {
        assertThat(Entry.of(pass))
                .as("the file " + pass + ".java")
                .hasValueSatisfying(entry -> assertThat(entry.instances()).isNotEmpty());
    }

    static List<Entry> entries() {
        return PatternClasses.entries();
    }

    @ParameterizedTest
    @MethodSource("entries")
    void firesWhereItIsOnAlone(Entry entry) {
        for (Instance instance : entry.instances()) {
            assertThat(changed(PatternClasses.log(instance, true)))
                    .as(instance.toString())
                    .contains(entry.pass());
            List<String> unfused = PatternClasses.log(instance, false);
            assertThat(changed(unfused))
                    .as(instance + " without named passes")
                    .filteredOn(Instance::isSwitchable)
                    .isEmpty();
            assertThat(unfused.stream().anyMatch(line -> line.endsWith("_" + entry.pass() + " is disabled.")))
                    .as(instance + " says that it is disabled")
                    .isEqualTo(Instance.isSwitchable(entry.pass()));
        }
    }

    /** The named passes that changed a graph. */
    private static List<String> changed(List<String> log) {
        return PatternClasses.passes().stream()
                .filter(pass -> log.stream().anyMatch(line -> line.endsWith("_" + pass + " changed.")))
                .toList();
    }

    static Stream<Arguments> entriesOfTargets() {
        return Stream.of("cpu", "jvm").flatMap(target -> entries().stream().map(entry -> Arguments.of(target, entry)));
    }

    @ParameterizedTest(name = "{1} on {0}")
    @MethodSource("entriesOfTargets")
    void fusedGivesWhatUnfusedGives(String target, Entry entry) throws IOException {
        try (Device device = Device.of(target);
                URLClassLoader loader = PatternClasses.load()) {
            PatternRun run = new PatternRun(loader);
            assertThat(entry.instances().stream().flatMap(instance -> run.check(instance, DRAWS)))
                    .isEmpty();
        }
    }

    @Test
    void fusedGivesWhatUnfusedGivesOnOpenCl() throws IOException, InterruptedException {
        Optional<io.graphkernel.runtime.Device> device = OpenClDevice.find();
        assumeThat(device).as("an OpenCL device").isPresent();
        run(OPENCL_PART, "-Dgraphkernel.device=" + device.get());
    }

    @Test
    void fusedGivesWhatUnfusedGivesOnEmulatedCuda() throws IOException, InterruptedException {
        assumeThat(EmulatedCuda.runsHere())
                .as("an emulated CUDA driver for this machine")
                .isTrue();
        run(
                ALL,
                "-Dgraphkernel.device=cuda:0",
                "-Dgraphkernel.cuda.library=" + EmulatedCuda.library(),
                "-Dgraphkernel.cublaslt.library=");
    }

    /** A process of its own: drivers are chosen once. */
    private static void run(int part, String... properties) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        Stream.of(properties).forEach(command::add);
        command.addAll(List.of(
                "-Dconformance.directory=" + PatternClasses.DIRECTORY.getParent(),
                "-cp",
                System.getProperty("java.class.path"),
                PatternProgram.class.getName(),
                String.valueOf(part)));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}

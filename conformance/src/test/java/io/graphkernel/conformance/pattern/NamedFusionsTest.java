package io.graphkernel.conformance.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.conformance.OpenClDevice;
import io.graphkernel.conformance.random.Device;
import io.graphkernel.cuda.EmulatedCuda;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every named fusion fires on what its entry says, leaves it alone if it is off, and does not change what it gives. */
class NamedFusionsTest {

    private static final int DRAWS = 4;
    /** A driver of OpenCL builds whole classes, slowly: of so many one is taken. */
    private static final int OPENCL_PART = 4;

    private static List<Entry> entries;
    private static List<String> errors;

    @BeforeAll
    static void compile() {
        entries = PatternClasses.passes().stream()
                .map(Entry::of)
                .flatMap(Optional::stream)
                .toList();
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
        assertThat(Entry.of(pass)).as("the file " + pass + ".java").hasValueSatisfying(entry -> {
            assertThat(entry.dtypes()).isNotEmpty();
            assertThat(entry.methods()).isNotEmpty();
        });
    }

    @ParameterizedTest
    @MethodSource("passes")
    void firesWhereItIsOnAlone(String pass) {
        Entry entry = Entry.of(pass).orElseThrow();
        for (DType dtype : entry.dtypes()) {
            for (Entry.Method method : entry.methods()) {
                String place = method.name() + " " + dtype;
                assertThat(changed(PatternClasses.log(entry, method, dtype, true)))
                        .as(place)
                        .contains(pass);
                if (PatternClasses.isSwitchable(pass)) {
                    assertThat(PatternClasses.log(entry, method, dtype, false))
                            .as(place)
                            .anyMatch(line -> line.endsWith("_" + pass + " is disabled."));
                    assertThat(changed(PatternClasses.log(entry, method, dtype, false)))
                            .as(place)
                            .filteredOn(PatternClasses::isSwitchable)
                            .isEmpty();
                }
            }
        }
    }

    /** The named passes that changed a graph. */
    private static List<String> changed(List<String> log) {
        return PatternClasses.passes().stream()
                .filter(pass -> log.stream().anyMatch(line -> line.endsWith("_" + pass + " changed.")))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "jvm"})
    void fusedGivesWhatUnfusedGives(String target) throws IOException {
        try (Device device = Device.of(target);
                URLClassLoader loader = PatternClasses.load()) {
            PatternRun run = new PatternRun(loader, UnaryOperator.identity());
            List<String> differences = new ArrayList<>();
            for (Entry entry : entries) {
                for (DType dtype : entry.dtypes()) {
                    differences.addAll(run.check(entry, dtype, DRAWS));
                }
            }
            assertThat(differences).isEmpty();
        }
    }

    @Test
    void fusedGivesWhatUnfusedGivesOnOpenCl() throws IOException {
        Optional<io.graphkernel.runtime.Device> device = OpenClDevice.find();
        assumeThat(device).as("an OpenCL device").isPresent();
        UnaryOperator<Tensor> placed = tensor -> tensor.to(device.get());
        try (URLClassLoader loader = PatternClasses.load()) {
            PatternRun run = new PatternRun(loader, placed);
            assertThat(IntStream.range(0, entries.size())
                            .filter(i -> i % OPENCL_PART == 0)
                            .mapToObj(entries::get)
                            .flatMap(entry -> run.check(entry, entry.dtypes().get(0), 2).stream()))
                    .isEmpty();
        }
    }

    /** A process of its own: the driver is chosen once. */
    @Test
    void fusedGivesWhatUnfusedGivesOnEmulatedCuda() throws IOException, InterruptedException {
        assumeThat(EmulatedCuda.runsHere())
                .as("an emulated CUDA driver for this machine")
                .isTrue();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dgraphkernel.device=cuda:0",
                        "-Dgraphkernel.cuda.library=" + EmulatedCuda.library(),
                        "-Dgraphkernel.cublaslt.library=",
                        "-Dconformance.directory=" + PatternClasses.DIRECTORY.getParent(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        PatternProgram.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}

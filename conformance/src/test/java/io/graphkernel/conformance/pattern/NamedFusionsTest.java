package io.graphkernel.conformance.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.Device;
import java.io.IOException;
import java.net.URLClassLoader;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every named fusion fires on what its entry says, leaves it alone if it is off, and does not change what it gives. */
@Tag("slow")
class NamedFusionsTest {

    private static final int DRAWS = 4;
    private static final int ALL = 1;
    /** Sampling stride of entries for OpenCL, whose driver builds whole classes slowly. */
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
    void entries_compile() {
        assertThat(errors).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("passes")
    void everyPass_hasAnEntry(String pass) {
        assertThat(Entry.of(pass))
                .as("the file " + pass + ".java")
                .hasValueSatisfying(entry -> assertThat(entry.instances()).isNotEmpty());
    }

    static List<Entry> entries() {
        return PatternClasses.entries();
    }

    @ParameterizedTest
    @MethodSource("entries")
    void pass_enabledAlone_fires(Entry entry) {
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
    void fusedKernels_matchUnfused(String target, Entry entry) throws IOException {
        try (Device device = Device.of(target);
                URLClassLoader loader = PatternClasses.load()) {
            PatternChecker checker = new PatternChecker(loader);
            assertThat(entry.instances().stream().flatMap(instance -> checker.check(instance, DRAWS)))
                    .isEmpty();
        }
    }

    @Test
    void fusedKernels_onOpenCl_matchUnfused() throws IOException, InterruptedException {
        program(OPENCL_PART).onOpenCl();
    }

    @Test
    void fusedKernels_onEmulatedCuda_matchUnfused() throws IOException, InterruptedException {
        program(ALL).onEmulatedCuda();
    }

    private static TargetProcess program(int shard) {
        return new TargetProcess(PatternClasses.DIRECTORY, PatternProgram.class, String.valueOf(shard));
    }
}

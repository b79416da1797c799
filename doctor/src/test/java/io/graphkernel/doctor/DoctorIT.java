package io.graphkernel.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packed command, in a process of its own. */
@Tag("slow")
@Tag("it")
@Tag("process")
class DoctorIT {
    private static final String JAR = System.getProperty("doctor.jar");

    @TempDir
    private Path directory;

    private record Outcome(int status, List<String> out, String errors) {

        /** The text after the name that a line begins with. */
        String line(String name) {
            return out.stream()
                    .filter(line -> line.startsWith(name + " "))
                    .map(line -> line.substring(name.length()).strip())
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no line " + name + " in " + out));
        }
    }

    private Outcome run(List<String> settings, String... arguments) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Path errors = directory.resolve("errors");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(settings);
        command.addAll(List.of("-jar", JAR));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile());
        builder.environment().remove("GRAPHKERNEL_DEVICE");
        builder.environment().put("GRAPHKERNEL_LLC", "7M");
        int status = builder.start().waitFor();
        return new Outcome(
                status,
                Files.readAllLines(out, Charset.defaultCharset()),
                Files.readString(errors, Charset.defaultCharset()));
    }

    @Test
    void doctor_listsAndTriesDevices() throws Exception {
        Path natives = directory.resolve("natives");
        Outcome outcome = run(List.of("-Dgraphkernel.native.dir=" + natives, "-Dgraphkernel.threads=3"));

        assertThat(outcome.out().get(0)).isEqualTo("GraphKernel " + System.getProperty("doctor.version"));
        assertThat(outcome.line("platform")).contains(System.getProperty("os.name"));
        assertThat(outcome.line("Java")).startsWith(System.getProperty("java.version"));
        assertThat(outcome.line("instruction set")).matches("v[234]|neon");
        assertThat(outcome.line("threads")).startsWith("3 for ");
        assertThat(outcome.line("last-level cache")).isEqualTo((7 << 20) + " bytes");
        assertThat(outcome.out()).noneMatch(line -> line.startsWith("settings"));
        assertThat(outcome.line("native libraries")).isEqualTo(natives.toString());
        assertThat(outcome.line("cpu")).endsWith(": ok");
        assertThat(outcome.line("jvm")).endsWith(": ok");
        assertThat(outcome.line("default device")).startsWith("cpu").endsWith(": ok");
        assertThat(outcome.status()).isZero();
        assertThat(natives).isNotEmptyDirectory();
    }

    @Test
    void everyDevice_hasALineThatEndsInOkOrInTheReason() throws Exception {
        Outcome outcome = run(List.of(), "doctor");

        for (String kind : List.of("cuda", "opencl")) {
            List<String> devices =
                    outcome.out().stream().filter(line -> line.startsWith(kind)).toList();
            assertThat(devices).as("devices of %s", kind).isNotEmpty();
            for (String line : devices) {
                assertThat(line).containsPattern(": ok$|not usable: .+");
                if (line.endsWith(": ok")) {
                    String device = line.substring(0, line.indexOf(' '));
                    Outcome demanded = run(List.of("-Dgraphkernel.device=" + device));
                    assertThat(demanded.line("default device"))
                            .startsWith(device + ",")
                            .endsWith(": ok");
                    assertThat(demanded.status()).isZero();
                }
            }
        }
    }

    @Test
    void openCl_worksWhereItIsRequired() throws Exception {
        Assumptions.assumeTrue(Boolean.parseBoolean(System.getenv("GRAPHKERNEL_REQUIRE_OPENCL")));
        assertThat(run(List.of()).line("opencl:0")).endsWith(": ok");
    }

    @Test
    void requiredDevice_missing_isAFailure() throws Exception {
        Outcome outcome = run(List.of("-Dgraphkernel.device=cuda:99"));

        assertThat(outcome.line("default device")).startsWith("cuda:99").contains("[GK-6022]");
        assertThat(outcome.line("cpu")).endsWith(": ok");
        assertThat(outcome.status()).isOne();
    }

    @Test
    void settingsThatAreWrong_areNamed() throws Exception {
        Outcome outcome = run(List.of("-Dgraphkernel.isa=v9", "-Dgraphkernel.threads=none"));

        assertThat(outcome.line("threads")).contains("[GK-6061]", "none");
        assertThat(outcome.line("jvm")).contains("[GK-6061]", "none");
        assertThat(outcome.line("default device")).contains("[GK-6061]");
        assertThat(outcome.status()).isOne();
    }

    @Test
    void settingsOfLargeTensors_areAlsoTried() throws Exception {
        Outcome outcome = run(List.of("-Dgraphkernel.llc=lots", "-Dgraphkernel.thread=2"));

        assertThat(outcome.line("last-level cache"))
                .contains("[GK-6061] invalid setting: graphkernel.llc or GRAPHKERNEL_LLC cannot be lots");
        assertThat(outcome.line("cpu")).contains("[GK-6061]", "lots");
        assertThat(outcome.line("settings"))
                .startsWith("[GK-6064] unknown system property: graphkernel.thread")
                .endsWith("fix: did you mean graphkernel.threads?");
        assertThat(outcome.status()).isOne();
    }

    @Test
    void driverThatCannotBeOpened_isNamed() throws Exception {
        Outcome outcome = run(List.of("-Dgraphkernel.opencl.library=" + directory.resolve("libabsent.so")));

        assertThat(outcome.line("opencl")).startsWith("not usable: ").contains("libabsent.so");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void jvm_canBeRequired() throws Exception {
        Outcome outcome = run(List.of("-Dgraphkernel.device=jvm"));

        assertThat(outcome.line("default device")).startsWith("jvm,").endsWith(": ok");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void measure_suggestsTheNonTemporalThreshold() throws Exception {
        Path natives = directory.resolve("natives");
        Outcome outcome = run(List.of("-Dgraphkernel.native.dir=" + natives, "-Dgraphkernel.threads=2"), "measure");

        for (int size = 4; size <= 128; size *= 2) {
            assertThat(outcome.line(size + " MiB")).matches("[0-9]+\\.[0-9]{2}, [0-9]+\\.[0-9]{2}");
        }
        String advice = outcome.line("last-level cache");
        if (outcome.status() == 0) {
            assertThat(advice)
                    .matches("-Dgraphkernel.llc=([0-9]+K) or GRAPHKERNEL_LLC=\\1 for programs on 2 threads"
                            + "|leave it to the size of the cache: stores past it do not pay up to 128 MiB");
        } else {
            assertThat(advice).endsWith(": measure again on an idle machine");
        }
        try (Stream<Path> files = Files.walk(natives)) {
            assertThat(files.filter(Files::isRegularFile))
                    .as("nothing is kept but libraries and their locks")
                    .allMatch(file -> file.toString().matches(".*\\.(so|dylib|dll|lock)"));
        }
    }

    @Test
    void unmeasurableItems_areNamed() throws Exception {
        Outcome outcome = run(List.of("-Dorg.bytedeco.javacpp.maxBytes=1M"), "measure");

        assertThat(outcome.line("last-level cache")).startsWith("not measured: [GK-");
        assertThat(outcome.status()).isOne();
    }

    @Test
    void help_statesWhatTheCommandsDo() throws Exception {
        Outcome outcome = run(List.of(), "--help");

        assertThat(outcome.status()).isZero();
        assertThat(outcome.errors()).isEmpty();
        assertThat(outcome.out().get(0)).startsWith("usage: java -jar graphkernel-doctor");
        assertThat(outcome.line("measure")).startsWith("copies blocks of memory");
        assertThat(String.join("\n", outcome.out())).contains("non-temporal", "graphkernel.llc");
    }

    @Test
    void otherArguments_giveTheUsage() throws Exception {
        for (String[] arguments : new String[][] {{"--halp"}, {"doctor", "now"}}) {
            Outcome outcome = run(List.of(), arguments);

            assertThat(outcome.status()).isEqualTo(2);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.errors())
                    .startsWith("usage: java -jar graphkernel-doctor")
                    .contains("not '" + String.join(" ", arguments) + "'");
        }
    }
}

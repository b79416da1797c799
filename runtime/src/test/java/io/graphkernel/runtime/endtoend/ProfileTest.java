package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.LaunchGraph;
import io.graphkernel.runtime.OpenClTests;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.internal.profile.JsonReader;
import io.graphkernel.runtime.internal.profile.Recordings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of profiles of stub calls. */
class ProfileTest {
    @TempDir
    private Path directory;

    @Test
    void recording_holdsEachLaunch() {
        List<RecordedEvent> events = Recordings.of(() -> {
            try (TensorScope scope = TensorScope.open()) {
                Tensor x = Tensor.full(1, 6, 4);
                RowKernelsKernels.softmax(x);
                RowKernelsKernels.layerNorm(new float[24], new float[4], new float[4], 1e-5f, new float[24]);
                ColumnKernelsKernels.columnSum(x);
                JointKernelsKernels.together(x, Tensor.full(1, 4, 6), 2);
            }
        });

        assertThat(events)
                .extracting(
                        event -> event.getString("owner"),
                        event -> event.getString("method"),
                        event -> event.getString("kernel"),
                        event -> event.getString("device"),
                        event -> event.getLong("bytes"))
                .startsWith(
                        tuple(RowKernels.class.getName(), "softmax", "softmax_0", "cpu", 2 * 96L),
                        tuple(RowKernels.class.getName(), "layerNorm", "layerNorm_0", "cpu", 2 * 96L + 2 * 16L))
                .extracting(lines -> lines.toList().get(2))
                .contains("columnSum_0", "columnSum_0_finish", "together_0 + together_1");
        assertThat(events).allSatisfy(event -> {
            assertThat(event.getDuration()).isPositive();
            assertThat(event.getThread().getJavaName())
                    .isEqualTo(Thread.currentThread().getName());
        });
    }

    @Test
    void eventsOfACall_areThePhasesOfItsPlan() throws IOException {
        try (Tensor x = Tensor.full(1, 6, 4)) {
            assertThat(Recordings.of(() -> ColumnKernelsKernels.columnSum(x).close()))
                    .hasSize(phases(ColumnKernels.class, "columnSum"))
                    .hasSize(2);
            assertThat(Recordings.of(() -> RowKernelsKernels.softmax(x).close()))
                    .hasSize(phases(RowKernels.class, "softmax"))
                    .hasSize(1);
        }
    }

    /** Returns the number of phases in the heading of a plan, which is that of its launches where none is written. */
    private static int phases(Class<?> owner, String method) throws IOException {
        String plan = Files.readString(Path.of("target/graph-kernel", owner.getName(), method, "plan.txt"));
        Matcher heading =
                Pattern.compile("(\\d+) launch(?:es)?(?: of (\\d+) phases)?\\R").matcher(plan);
        assertThat(heading.find()).as(plan).isTrue();
        return Integer.parseInt(heading.group(heading.group(2) == null ? 1 : 2));
    }

    @Test
    void nothing_isRecordedBeforeAndAfter() {
        try (Tensor x = Tensor.full(1, 6, 4);
                Tensor out = Tensor.empty(6, 4)) {
            RowKernelsKernels.softmax(x, out);
            assertThat(Recordings.of(() -> RowKernelsKernels.softmax(x, out))).hasSize(1);
            RowKernelsKernels.softmax(x, out);
            assertThat(Recordings.of(() -> {})).isEmpty();
        }
    }

    /** The first class of an event makes the Flight Recorder ready, in a tenth of a second. */
    @Test
    @Tag("slow")
    void unrecordedProcess_loadsNoEvent() throws Exception {
        String event = "io.graphkernel.runtime.internal.profile.KernelLaunch ";
        Path recording = directory.resolve("launches.jfr");
        assertThat(run(ProfiledProgram.class, "-Xlog:class+load:stdout")).doesNotContain(event);
        assertThat(run(
                        ProfiledProgram.class,
                        "-Xlog:class+load:stdout",
                        "-XX:StartFlightRecording:filename=" + recording
                                + ",+io.graphkernel.KernelLaunch#enabled=true"))
                .contains(event);
        assertThat(RecordingFile.readAllEvents(recording))
                .filteredOn(recorded -> recorded.getEventType().getName().equals("io.graphkernel.KernelLaunch"))
                .hasSize(ProfiledProgram.THREADS * ProfiledProgram.CALLS);
    }

    @Test
    void trace_holdsEachLaunchOfEachThread() throws Exception {
        Path file = directory.resolve("trace.json");
        String output = run(ProfiledProgram.class, "-Dgraphkernel.trace=" + file);

        List<Map<String, Object>> launches = launches(file);
        Set<Object> threads = new HashSet<>();
        launches.forEach(launch -> threads.add(launch.get("tid")));
        assertThat(launches).as(output).hasSize(ProfiledProgram.THREADS * ProfiledProgram.CALLS);
        assertThat(threads).hasSize(ProfiledProgram.THREADS);
        assertThat(launches).allSatisfy(launch -> {
            assertThat(launch).containsEntry("name", "softmax_0").containsEntry("cat", "cpu");
            assertThat((double) launch.get("dur")).isPositive();
        });
    }

    @Test
    void jvmTarget_isTracedToo() throws Exception {
        Path file = directory.resolve("trace.json");
        run(ProfiledProgram.class, "-Dgraphkernel.trace=" + file, "-Dgraphkernel.device=jvm");

        assertThat(launches(file))
                .hasSize(ProfiledProgram.THREADS * ProfiledProgram.CALLS)
                .allSatisfy(launch -> assertThat(JsonReader.object(launch.get("args")))
                        .containsEntry("device", "jvm")
                        .containsEntry("method", "softmax"));
    }

    @Test
    void profile_launchesOnADeviceTellItsTime() {
        Device device = OpenClTests.device();
        try (Tensor x = Tensor.full(1, 600, 400).to(device);
                Tensor out = Tensor.empty(device, DType.F32, 600, 400)) {
            RowKernelsKernels.softmax(x, out);
            List<RecordedEvent> events = Recordings.of(() -> {
                for (int call = 0; call < 5; call++) {
                    RowKernelsKernels.softmax(x, out);
                }
                device.synchronize();
                try (LaunchGraph graph = LaunchGraph.capture(device, () -> RowKernelsKernels.softmax(x, out))) {
                    graph.launch();
                    out.toFloatArray();
                }
            });

            assertThat(events)
                    .extracting(event -> event.getString("kernel"))
                    .containsExactly("softmax_0", "softmax_0", "softmax_0", "softmax_0", "softmax_0", "launch graph");
            assertThat(events).allSatisfy(event -> {
                assertThat(event.getString("device")).isEqualTo("opencl:0");
                assertThat(event.getLong("deviceTime")).isPositive();
            });
        }
    }

    @Test
    void timeOfADevice_isUnknownOnTheHost() {
        try (Tensor x = Tensor.full(1, 6, 4);
                Tensor out = Tensor.empty(6, 4)) {
            assertThat(Recordings.of(() -> RowKernelsKernels.softmax(x, out)))
                    .extracting(event -> event.getLong("deviceTime"))
                    .containsExactly(Long.MIN_VALUE);
        }
    }

    @Test
    void trace_hasALineForEachStream() throws Exception {
        OpenClTests.device();
        Path file = directory.resolve("trace.json");
        String output = run(ProfiledProgram.class, "-Dgraphkernel.trace=" + file, "-Dgraphkernel.device=opencl:0");

        assertThat(launches(file))
                .as(output)
                .hasSize(ProfiledProgram.THREADS * ProfiledProgram.CALLS)
                .extracting(launch -> launch.get("tid"))
                .containsOnly(launches(file).get(0).get("tid"));
        assertThat(Files.readString(file)).containsOnlyOnce("\"opencl:0 stream 0\"");
        double end = 0;
        for (Map<String, Object> launch : launches(file)) {
            double begin = (double) launch.get("ts");
            assertThat(begin).isGreaterThan(end - 0.01);
            end = begin + (double) launch.get("dur");
        }
    }

    @Test
    @Tag("slow")
    void traceThatCannotBeWritten_isReported() throws Exception {
        String output = run(ProfiledProgram.class, "-Dgraphkernel.trace=" + directory.resolve("absent/trace.json"));

        assertThat(output).containsOnlyOnce("[GK-6062]").contains("absent");
    }

    @Test
    @Tag("slow")
    void withoutRecorderModule_launchesRun() throws Exception {
        Path file = directory.resolve("trace.json");
        run(ProfiledProgram.class, "--limit-modules=java.base,java.logging", "-Dgraphkernel.trace=" + file);

        assertThat(launches(file)).hasSize(ProfiledProgram.THREADS * ProfiledProgram.CALLS);
    }

    private static List<Map<String, Object>> launches(Path file) throws IOException {
        return JsonReader.objects(JsonReader.read(Files.readString(file))).stream()
                .filter(event -> event.get("ph").equals("X"))
                .toList();
    }

    private static String run(Class<?> program, String... settings) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(settings));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}

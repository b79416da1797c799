package io.graphkernel.runtime.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFileTest {
    private static final LaunchLabel LABEL = new LaunchLabel("demo.MyOps", "softmax", "softmax_0", "cpu");

    @TempDir
    private Path directory;

    private List<Map<String, Object>> written(LaunchLabel label, long begin, long end) throws Exception {
        Path file = directory.resolve("trace.json");
        try (TraceFile trace = new TraceFile(file)) {
            trace.write(label, 4096, TraceFile.Track.of(Thread.currentThread()), begin, end);
        }
        return JsonReader.objects(JsonReader.read(Files.readString(file)));
    }

    @Test
    void launch_isACompleteEventInMicroseconds() throws Exception {
        long begin = System.nanoTime();
        List<Map<String, Object>> events = written(LABEL, begin, begin + 1_234_005);

        assertThat(events).extracting(event -> event.get("ph")).containsExactly("M", "M", "X");
        assertThat(events.get(1)).containsEntry("name", "thread_name");
        assertThat(JsonReader.object(events.get(1).get("args")))
                .containsEntry("name", Thread.currentThread().getName());
        Map<String, Object> launch = events.get(2);
        assertThat(launch)
                .containsEntry("name", "softmax_0")
                .containsEntry("cat", "cpu")
                .containsEntry("pid", (double) ProcessHandle.current().pid())
                .containsEntry("tid", (double) Thread.currentThread().getId());
        assertThat((double) launch.get("dur")).isEqualTo(1234.005, within(1e-9));
        assertThat((double) launch.get("ts")).isBetween(-1e6, 1e6);
        assertThat(JsonReader.object(launch.get("args")))
                .containsEntry("class", "demo.MyOps")
                .containsEntry("method", "softmax")
                .containsEntry("device", "cpu")
                .containsEntry("bytes", 4096.0);
    }

    @Test
    void stream_hasALineOfItsOwn() throws Exception {
        Path file = directory.resolve("streams.json");
        try (TraceFile trace = new TraceFile(file)) {
            for (String stream : List.of("cuda:0 stream 0", "cuda:0 stream 1", "cuda:0 stream 0")) {
                trace.write(LABEL, 1, TraceFile.Track.of(stream), 0, 1);
            }
        }
        List<Map<String, Object>> events = JsonReader.objects(JsonReader.read(Files.readString(file)));

        assertThat(events).extracting(event -> event.get("ph")).containsExactly("M", "M", "X", "M", "X", "X");
        assertThat(events.get(1).get("tid"))
                .isEqualTo(events.get(2).get("tid"))
                .isEqualTo(events.get(5).get("tid"))
                .isNotEqualTo(events.get(4).get("tid"));
    }

    @Test
    void launchBeforeTheTrace_hasATimeBeforeZero() throws Exception {
        Path file = directory.resolve("before.json");
        try (TraceFile trace = new TraceFile(file)) {
            for (long begin = 0; begin < 1000; begin++) {
                trace.write(LABEL, 1, TraceFile.Track.of("cpu"), begin, begin + 1);
            }
        }
        assertThat(JsonReader.objects(JsonReader.read(Files.readString(file))))
                .filteredOn(event -> event.get("ph").equals("X"))
                .hasSize(1000)
                .allSatisfy(event -> assertThat((double) event.get("ts")).isNegative());
    }

    @Test
    void anyName_isJson() throws Exception {
        String name = "q\"b\\n\n\u00e9\ud83d";
        List<Map<String, Object>> events = written(new LaunchLabel("", name, name, "cpu"), 0, 1);

        assertThat(events.get(2)).containsEntry("name", name);
    }

    @Test
    void traceWithoutLaunches_isAList() throws Exception {
        Path file = directory.resolve("empty.json");
        new TraceFile(file).close();

        assertThat(JsonReader.objects(JsonReader.read(Files.readString(file)))).hasSize(1);
    }

    /** A killed process closes nothing. */
    @Test
    void launch_isInTheFileOnceItHasEnded() throws Exception {
        Path file = directory.resolve("open.json");
        try (TraceFile trace = new TraceFile(file)) {
            assertThat(Files.readString(file)).contains("process_name");
            trace.write(LABEL, 1, TraceFile.Track.of("cpu"), 0, 1);
            assertThat(Files.readString(file)).contains("softmax_0").endsWith("}}");
        }
    }

    @Test
    void eventAfterTheEnd_isOmitted() throws Exception {
        Path file = directory.resolve("closed.json");
        TraceFile trace = new TraceFile(file);
        trace.close();
        byte[] before = Files.readAllBytes(file);
        trace.write(LABEL, 1, TraceFile.Track.of(Thread.currentThread()), 0, 1);
        trace.close();

        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void threads_shareTheTraceFile() throws Exception {
        Path file = directory.resolve("threads.json");
        List<Thread> threads = new ArrayList<>();
        try (TraceFile trace = new TraceFile(file)) {
            for (int i = 0; i < 4; i++) {
                Thread thread = new Thread(
                        () -> {
                            for (int call = 0; call < 500; call++) {
                                TraceFile.Track line = TraceFile.Track.of(Thread.currentThread());
                                trace.write(LABEL, call, line, System.nanoTime(), System.nanoTime());
                            }
                        },
                        "caller-" + i);
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        List<Map<String, Object>> events = JsonReader.objects(JsonReader.read(Files.readString(file)));

        assertThat(events).hasSize(1 + 4 + 4 * 500);
        Set<Object> lines = new HashSet<>();
        events.stream()
                .filter(event -> event.get("name").equals("softmax_0"))
                .forEach(event -> lines.add(event.get("tid")));
        assertThat(lines).hasSize(4);
    }
}

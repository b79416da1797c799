package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.ClosedStreamException;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.generated.HandWrittenProgram;
import io.graphkernel.runtime.internal.tensor.DeviceFrame;
import io.graphkernel.runtime.internal.tensor.DeviceFrames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Streams, events and launch graphs of every kind of GPU. */
@ParameterizedClass
@MethodSource("io.graphkernel.runtime.TestDevices#all")
class StreamTest {
    private static final int ELEMENTS = 200_000;

    @Parameter
    Device device;

    @TempDir
    Path directory;

    private HandWrittenProgram program;
    private TensorScope scope;

    @BeforeEach
    void open() throws IOException {
        program = HandWrittenProgram.scale(directory);
        scope = TensorScope.open();
    }

    @AfterEach
    void close() throws IOException {
        scope.close();
        program.close();
    }

    private Tensor empty() {
        return Tensor.empty(device, DType.F32, ELEMENTS);
    }

    @Test
    void twoThreads_launchOnTwoStreams() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Callable<Float> work = () -> {
                try (TensorScope own = TensorScope.open();
                        Stream stream = Stream.open(device);
                        Stream.Use use = stream.use()) {
                    Tensor x = Tensor.full(1, ELEMENTS).to(device);
                    Tensor y = empty();
                    for (int i = 0; i < 20; i++) {
                        program.scale(x, 2, y);
                        program.scale(y, 0.5f, x);
                        program.scale(x, -1, x);
                    }
                    return x.get(ELEMENTS - 1) + y.get(0);
                }
            };
            Future<Float> first = threads.submit(work);
            Future<Float> second = threads.submit(work);
            assertThat(first.get()).isEqualTo(-1f);
            assertThat(second.get()).isEqualTo(-1f);
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void stream_waitsByItselfForWhatItReads() {
        Tensor x = Tensor.full(1, ELEMENTS).to(device);
        Tensor y = empty();
        Tensor z = empty();
        try (Stream first = Stream.open(device);
                Stream second = Stream.open(device)) {
            for (int i = 0; i < 50; i++) {
                try (Stream.Use use = first.use()) {
                    program.scale(x, 2, y);
                }
                try (Stream.Use use = second.use()) {
                    program.scale(y, 0.5f, x);
                    program.scale(y, i, z);
                }
            }
        }
        assertThat(x.toFloatArray()).containsOnly(1);
        assertThat(z.toFloatArray()).containsOnly(98);
    }

    @Test
    void memoryOfOneStream_isReusedByAnother() {
        Tensor x = Tensor.full(1, ELEMENTS).to(device);
        Tensor sum = empty();
        try (Stream first = Stream.open(device);
                Stream second = Stream.open(device)) {
            for (int i = 1; i <= 50; i++) {
                try (Stream.Use use = (i % 2 == 0 ? first : second).use();
                        Tensor temporary = empty()) {
                    program.scale(x, i, temporary);
                    program.scale(temporary, 1, sum);
                }
            }
        }
        assertThat(sum.toFloatArray()).containsOnly(50);
    }

    @Test
    void closedStream_runsNothing() {
        Tensor x = Tensor.full(1, 4).to(device);
        Stream stream = Stream.open(device);
        Stream.Use use = stream.use();
        program.scale(x, 2, x);
        stream.close();
        stream.close();
        assertThatThrownBy(() -> program.scale(x, 2, x))
                .isInstanceOf(ClosedStreamException.class)
                .hasMessageContainingAll("[GK-6028]", "stream is closed: " + device + " stream ");
        assertThatThrownBy(() -> x.toFloatArray()).isInstanceOf(ClosedStreamException.class);
        assertThatThrownBy(stream::synchronize).isInstanceOf(ClosedStreamException.class);
        assertThatThrownBy(stream::record).isInstanceOf(ClosedStreamException.class);
        use.close();
        assertThat(x.toFloatArray()).containsOnly(2);
        assertThatThrownBy(stream::use).isInstanceOf(ClosedStreamException.class);
        program.scale(x, 2, x);
        assertThat(x.toFloatArray()).containsOnly(4);
    }

    @Test
    void stream_usesNest() {
        DeviceFrame frame = DeviceFrames.current(device);
        Object shared = frame.stream();
        try (Stream outer = Stream.open(device);
                Stream inner = Stream.open(device)) {
            try (Stream.Use first = outer.use()) {
                Object current = frame.stream();
                assertThat(current).hasToString(outer.toString());
                try (Stream.Use second = inner.use()) {
                    assertThat(frame.stream()).hasToString(inner.toString());
                }
                assertThat(frame.stream()).isSameAs(current);
            }
            assertThat(frame.stream()).isSameAs(shared);
        }
    }

    @Test
    void events_tellWhatIsDone() {
        Tensor x = Tensor.full(1, ELEMENTS).to(device);
        try (Stream stream = Stream.open(device);
                Stream other = Stream.open(device);
                Stream.Use use = stream.use();
                Event before = stream.record()) {
            program.scale(x, 2, x);
            try (Event after = stream.record()) {
                other.await(after);
                other.synchronize();
                assertThat(after.isDone()).isTrue();
                assertThat(after.nanosSince(before)).isPositive();
                assertThat(after.device()).isSameAs(device);
                after.close();
                assertThatThrownBy(after::isDone)
                        .isInstanceOf(ClosedStreamException.class)
                        .hasMessageContaining("[GK-6029] handle is closed: event");
            }
        }
    }

    @Test
    void event_onTheHost_isDone() {
        try (Stream stream = Stream.open(Device.cpu());
                Stream.Use use = stream.use();
                Event event = stream.record();
                Event later = stream.record()) {
            stream.await(event);
            stream.synchronize();
            assertThat(event.isDone()).isTrue();
            assertThat(later.nanosSince(event)).isNotNegative();
            assertThat(stream.device()).isSameAs(Device.cpu());
        }
        int[] runs = {0};
        try (LaunchGraph graph = LaunchGraph.capture(Device.cpu(), () -> runs[0]++)) {
            assertThat(runs[0]).isZero();
            graph.launch();
            graph.launch();
        }
        assertThat(runs[0]).isEqualTo(2);
    }

    @Test
    void tensor_mayBeClosedWhileAKernelRuns() {
        Tensor y = empty();
        for (int i = 0; i < 100; i++) {
            Tensor x = Tensor.full(i, ELEMENTS).to(device);
            program.scale(x, 2, y);
            x.close();
        }
        assertThat(y.toFloatArray()).containsOnly(198);
    }

    @Test
    void graph_recordsAndReplays() {
        Tensor x = Tensor.full(1, ELEMENTS).to(device);
        Tensor y = empty();
        Tensor[] created = new Tensor[1];
        LaunchGraph graph = LaunchGraph.capture(device, () -> {
            created[0] = empty();
            try (Tensor temporary = empty()) {
                program.scale(x, 2, temporary);
                program.scale(temporary, 3, y);
            }
            program.scale(y, 1, created[0]);
            program.scale(y, 1, x);
        });
        assertThat(x.get(0)).isEqualTo(1);
        graph.launch();
        graph.launch();
        assertThat(x.get(7)).isEqualTo(36);
        assertThat(created[0].get(ELEMENTS - 1)).isEqualTo(36);
        try (Stream stream = Stream.open(device);
                Stream.Use use = stream.use()) {
            x.copyFrom(new float[ELEMENTS]);
            graph.launch();
            assertThat(y.get(0)).isZero();
        }
        graph.close();
        graph.close();
        assertThatThrownBy(graph::launch)
                .isInstanceOf(ClosedStreamException.class)
                .hasMessageContaining("handle is closed: launch graph");
        assertThat(created[0].get(0)).isZero();
    }

    @Test
    void graph_needsItsTensors() {
        Tensor x = Tensor.full(1, 4).to(device);
        try (LaunchGraph graph = LaunchGraph.capture(device, () -> program.scale(x, 2, x))) {
            x.close();
            assertThatThrownBy(graph::launch).isInstanceOf(ClosedTensorException.class);
        }
    }

    @Test
    void capture_copiesNothing() {
        Tensor x = Tensor.full(1, 4).to(device);
        assertThatThrownBy(() -> LaunchGraph.capture(device, x::toFloatArray))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContainingAll("[GK-6120]", "not permitted during graph capture: copy of f32[4]");
        assertThatThrownBy(() -> LaunchGraph.capture(device, () -> LaunchGraph.capture(device, () -> {})))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("during graph capture: LaunchGraph.capture(…)");
        try (Stream stream = Stream.open(device)) {
            assertThatThrownBy(() -> LaunchGraph.capture(device, stream::use))
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContainingAll("[GK-6120]", "not permitted during graph capture: Stream.use()");
            try (Stream.Use use = stream.use()) {
                assertThatThrownBy(() -> LaunchGraph.capture(device, use::close))
                        .isInstanceOf(InvalidArgumentException.class)
                        .hasMessageContaining("during graph capture: Stream.Use.close()");
            }
        }
        LaunchGraph.capture(device, () -> assertThat(x).hasToString("Tensor f32[4] on " + device + " in a capture"))
                .close();
        assertThat(x.toFloatArray()).containsOnly(1);
    }
}

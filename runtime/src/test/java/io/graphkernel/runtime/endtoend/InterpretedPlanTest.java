package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.ClosedTensors;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.KernelInfo;
import io.graphkernel.runtime.LaunchGraph;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TestDevices;
import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.internal.collective.Ranks;
import io.graphkernel.runtime.internal.profile.Recordings;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of interpreted plans, with all observers of launches, on every device. */
@ParameterizedClass
@MethodSource("devices")
@ExtendWith(ClosedTensors.class)
class InterpretedPlanTest {
    private static final int ROWS = 3;
    private static final int COLUMNS = 4;

    @Parameter
    private Device device;

    static Stream<Device> devices() {
        return Stream.concat(Stream.of(Device.cpu()), TestDevices.all());
    }

    private Tensor there(float value, long... dims) {
        return Tensor.full(value, dims).to(device);
    }

    /** The result of the steps for one element. */
    private static float steps(float x, float row, float step) {
        float y = x;
        for (int i = 0; i < InterpretedPlanKernels.LAUNCHES - 1; i++) {
            y = i % 2 == 0 ? y + row : y * step;
        }
        return -y;
    }

    @Test
    void launches_areRecorded() {
        Tensor x = there(2, ROWS, COLUMNS);
        Tensor row = there(1, COLUMNS);
        Tensor out = Tensor.empty(device, DType.F32, ROWS, COLUMNS);
        InterpretedPlanKernelsKernels.steps(x, row, 0.5f, out);
        List<RecordedEvent> events = Recordings.of(() -> {
            InterpretedPlanKernelsKernels.steps(x, row, 0.5f, out);
            device.synchronize();
        });

        assertThat(events)
                .extracting(event -> event.getString("kernel"))
                .containsExactlyElementsOf(IntStream.range(0, InterpretedPlanKernels.LAUNCHES)
                        .mapToObj(i -> "steps_" + i)
                        .toList());
        assertThat(events).allSatisfy(event -> {
            assertThat(event.getString("method")).isEqualTo("steps");
            assertThat(event.getString("device")).isEqualTo(device.isHost() ? "cpu" : device.toString());
        });
        assertThat(out.toFloatArray()).containsOnly(steps(2, 1, 0.5f));
    }

    @Test
    void launches_areCounted() {
        assertThat(KernelInfo.of(InterpretedPlanKernels.class))
                .contains(new KernelInfo("steps", InterpretedPlanKernels.LAUNCHES, InterpretedPlanKernels.LAUNCHES));
    }

    @Test
    void capturedPlan_readsCurrentElements() {
        if (device.isHost()) {
            return;
        }
        Tensor x = there(2, ROWS, COLUMNS);
        Tensor row = there(1, COLUMNS);
        Tensor out = Tensor.empty(device, DType.F32, ROWS, COLUMNS);
        try (LaunchGraph graph =
                LaunchGraph.capture(device, () -> InterpretedPlanKernelsKernels.steps(x, row, 0.5f, out))) {
            // A call between takes other memory than the arena of the graph.
            InterpretedPlanKernelsKernels.steps(there(3, ROWS, COLUMNS), row, 0.5f)
                    .close();
            graph.launch();
            assertThat(out.toFloatArray()).containsOnly(steps(2, 1, 0.5f));
            x.copyFrom(Tensor.full(5, ROWS, COLUMNS).toFloatArray());
            graph.launch();
            assertThat(out.toFloatArray()).containsOnly(steps(5, 1, 0.5f));
        }
    }

    @Test
    void debugMode_namesTheLaunch() {
        try (LoggedMessages logged = new LoggedMessages()) {
            InterpretedPlanKernelsKernels.checked(there(1, COLUMNS));
            assertThat(logged.messages()).isEmpty();
            InterpretedPlanKernelsKernels.checked(there(-100, COLUMNS));
            assertThat(logged.messages())
                    .singleElement()
                    .asString()
                    .startsWith("[GK-6201] NaN or infinity in a result: checked: kernel Log (checked_"
                            + InterpretedPlanKernels.LAUNCHES + ") stored NaN into out, at element 0");
        }
    }

    @Test
    void collective_insideAPlan_combinesRanks() throws Exception {
        List<float[]> results = Ranks.run(Communicator.threads(2), rank -> {
            try (Tensor x = Tensor.full(rank.rank() + 1, ROWS, COLUMNS).to(device);
                    Tensor y = InterpretedPlanKernelsKernels.collected(x)) {
                return y.toFloatArray();
            }
        });
        assertThat(results).allSatisfy(result -> assertThat(result).containsOnly(0));
    }

    @Test
    void messages_nameTheFault() {
        Tensor x = there(1, ROWS, COLUMNS);
        Tensor row = there(1, COLUMNS);
        assertMessage(() -> InterpretedPlanKernelsKernels.steps(x, there(1, COLUMNS + 1), 1), "row", "d is " + COLUMNS);
        assertMessage(() -> InterpretedPlanKernelsKernels.steps(x, null, 1), "tensor row");
        assertMessage(
                () -> InterpretedPlanKernelsKernels.steps(x, row, 1, Tensor.empty(device, DType.F32, ROWS, 1)),
                "out",
                "[3, 4]");
        assertMessage(
                () -> InterpretedPlanKernelsKernels.steps(x, row, 1, Tensor.empty(device, DType.F64, ROWS, COLUMNS)),
                "out");
        Tensor shared = there(1, COLUMNS, COLUMNS);
        assertMessage(
                () -> InterpretedPlanKernelsKernels.steps(
                        shared, shared.slice(0, 1).reshape(COLUMNS), 1, shared),
                "out",
                "row");
    }

    private static void assertMessage(Runnable call, String... words) {
        assertThatThrownBy(call::run).isInstanceOf(GraphKernelException.class).hasMessageContainingAll(words);
    }
}

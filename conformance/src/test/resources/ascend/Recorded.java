import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Event;
import io.graphkernel.runtime.Stream;
import io.graphkernel.runtime.Tensor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** The device's times: of events in a stream, and of launches in Flight Recorder; ends with an exception if there are none. */
public final class Recorded {
    private static final int COUNT = 100_000;

    private Recorded() {}

    @GraphKernel
    public static Tensor doubled(@TensorType("f32[n]") Tensor x) {
        return mul(x, 2);
    }

    public static void main(String[] arguments) throws Exception {
        Device device = Device.defaultDevice();
        Tensor x = Tensor.full(3, COUNT);
        try (Stream stream = Stream.open(device);
                Stream.Use use = stream.use();
                Event before = stream.record()) {
            RecordedKernels.doubled(x);
            try (Event after = stream.record()) {
                after.synchronize();
                require(after.nanosSince(before) > 0, "the time between two events");
            }
        }
        List<RecordedEvent> launches = recorded(device, x);
        require(launches.size() == 1, launches.toString());
        RecordedEvent launch = launches.get(0);
        require(launch.getString("device").equals(device.toString()), launch.toString());
        require(launch.getString("kernel").equals("doubled_0"), launch.toString());
        require(launch.getLong("bytes") == 8 * COUNT, launch.toString());
        require(launch.getDuration("deviceTime").toNanos() > 0, launch.toString());
    }

    private static List<RecordedEvent> recorded(Device device, Tensor x) throws Exception {
        Path file = Files.createTempFile("recorded", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable("io.graphkernel.KernelLaunch");
            recording.start();
            RecordedKernels.doubled(x);
            device.synchronize();
            recording.stop();
            recording.dump(file);
            return RecordingFile.readAllEvents(file);
        } finally {
            Files.delete(file);
        }
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }
}

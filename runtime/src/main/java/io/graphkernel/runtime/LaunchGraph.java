package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.ClosedStreamException;
import io.graphkernel.runtime.exception.DeviceLostException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.DeviceStream;
import io.graphkernel.runtime.internal.profile.LaunchLabel;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import io.graphkernel.runtime.internal.profile.LaunchRecord;
import io.graphkernel.runtime.internal.tensor.DeviceCopies;
import io.graphkernel.runtime.internal.tensor.DeviceFrame;
import io.graphkernel.runtime.internal.tensor.DeviceFrames;
import io.graphkernel.runtime.internal.tensor.GraphRecording;
import io.graphkernel.runtime.internal.tensor.Operands;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Launches that are captured once and replayed as a unit, which avoids most of the host overhead of each: a CUDA graph,
 * a list of launches for OpenCL, a captured model of AscendCL, or the code itself on the host.
 * <pre>{@code
 * try (LaunchGraph step = LaunchGraph.capture(device, () -> TrainingKernels.step(weights, gradient))) {
 *     for (int i = 0; i < steps; i++) {
 *         gradient.copyFrom(next(i));
 *         step.launch();
 *     }
 * }
 * }</pre>
 *
 * <p>A replay uses the captured tensors and scalars. Tensors allocated during the capture live as long as the graph,
 * and longer if they are not closed; their contents are defined after the first replay.
 */
public final class LaunchGraph implements AutoCloseable {
    private final Device device;
    /** Action of a replay on the host; null on other devices. */
    private final @Nullable Runnable code;

    private final @Nullable GraphRecording recording;
    private final DeviceDriver.@Nullable Graph graph;
    private final LaunchLabel label;
    private boolean closed;

    private LaunchGraph(
            Device device,
            @Nullable Runnable code,
            @Nullable GraphRecording recording,
            DeviceDriver.@Nullable Graph graph) {
        this.device = device;
        this.code = code;
        this.recording = recording;
        this.graph = graph;
        this.label = new LaunchLabel("", "", "launch graph", device.toString());
    }

    /**
     * Captures the launches of the calling thread on a device without running them.
     *
     * @param device device of the tensors
     * @param launches calls of compiled kernels; on the host, retained and run at each replay, elsewhere run once now
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if the action copies data from or to the
     *     device, changes the current stream, or starts another capture
     */
    public static LaunchGraph capture(Device device, Runnable launches) {
        Operands.attribute("LaunchGraph.capture", "device", device);
        Operands.attribute("LaunchGraph.capture", "launches", launches);
        if (device.isHost()) {
            return new LaunchGraph(device, launches, null, null);
        }
        DeviceFrame frame = DeviceFrames.current(device);
        DeviceCopies.requireNoCapture(frame, "LaunchGraph.capture(…)");
        GraphRecording recording = new GraphRecording();
        try {
            DeviceDriver.Graph graph = record(frame, recording, launches);
            recording.end();
            return new LaunchGraph(device, null, recording, graph);
        } catch (RuntimeException | Error e) {
            recording.release();
            throw e;
        }
    }

    /** Captures launches on a separate stream. */
    private static DeviceDriver.Graph record(DeviceFrame frame, GraphRecording recording, Runnable launches) {
        DeviceStream before = frame.stream();
        try (DeviceStream stream = frame.device().newStream()) {
            stream.beginCapture();
            try {
                frame.record(recording);
                frame.use(stream);
                launches.run();
            } catch (RuntimeException | Error e) {
                abandon(stream, e);
                throw e;
            } finally {
                frame.use(before);
                frame.record(null);
            }
            return stream.endCapture();
        }
    }

    /** Ends a capture whose launches have failed. */
    private static void abandon(DeviceStream stream, Throwable failure) {
        try {
            stream.endCapture().close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Replays the launches on the calling thread's current stream of the device, asynchronously.
     *
     * @throws io.graphkernel.runtime.exception.ClosedTensorException if a captured tensor was closed
     * @throws ClosedStreamException if the graph or the stream is closed
     */
    public synchronized void launch() {
        if (closed) {
            throw new ClosedStreamException(RuntimeProblem.CLOSED_HANDLE, "launch graph");
        }
        if (code != null) {
            code.run();
            return;
        }
        DeviceFrame frame = DeviceFrames.current(device);
        DeviceCopies.requireNoCapture(frame, "LaunchGraph.launch()");
        DeviceStream stream = frame.stream();
        Objects.requireNonNull(recording).use(stream);
        LaunchRecord profiled = LaunchProfile.isOn() ? LaunchProfile.begin(label, 0, stream) : null;
        try {
            stream.run(queue -> queue.launch(graph));
        } finally {
            if (profiled != null) {
                profiled.end();
            }
        }
    }

    /** Waits for running replays and releases the graph. Has no effect if already closed. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (graph != null && recording != null) {
            try {
                device.synchronize();
            } catch (DeviceLostException e) {
                // No replay is running any more.
            } finally {
                try {
                    graph.close();
                } finally {
                    recording.release();
                }
            }
        }
    }
}

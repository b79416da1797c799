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

/**
 * Launches that are recorded once and replayed as one, which saves the host most of the time of each: a CUDA graph, on
 * OpenCL a list of launches, on Ascend what AscendCL records, on the host the code itself.
 *
 * <pre>{@code
 * try (LaunchGraph step = LaunchGraph.capture(device, () -> TrainingKernels.step(weights, gradient))) {
 *     for (int i = 0; i < steps; i++) {
 *         gradient.copyFrom(next(i));
 *         step.launch();
 *     }
 * }
 * }</pre>
 *
 * <p>A replay works on the very tensors that were captured, with the numbers that were passed. Tensors that are made
 * during the capture live as long as the graph, and longer if they are not closed; their contents are defined after the
 * first replay.
 */
public final class LaunchGraph implements AutoCloseable {
    private final Device device;
    /** What a replay on the host runs; null on other devices. */
    private final Runnable code;

    private final GraphRecording recording;
    private final DeviceDriver.Graph graph;
    private final LaunchLabel label;
    private boolean closed;

    private LaunchGraph(Device device, Runnable code, GraphRecording recording, DeviceDriver.Graph graph) {
        this.device = device;
        this.code = code;
        this.recording = recording;
        this.graph = graph;
        this.label = new LaunchLabel("", "", "launch graph", device.toString());
    }

    /**
     * Records what the calling thread launches on a device, without running it.
     *
     * @param device where the tensors are
     * @param launches calls of compiled kernels; on the host it is kept and run at each replay, elsewhere run once now
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if data is copied from or to the device,
     *     another stream is made current there, or another capture is begun, inside
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

    /** Captures launches on a stream of its own. */
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
     * Runs what was recorded, on the calling thread's current stream of the device, asynchronously.
     *
     * @throws io.graphkernel.runtime.exception.ClosedTensorException if a tensor of it was closed since
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
        recording.use(stream);
        LaunchRecord profiled = LaunchProfile.isOn() ? LaunchProfile.begin(label, 0, stream) : null;
        try {
            stream.run(queue -> queue.launch(graph));
        } finally {
            if (profiled != null) {
                profiled.end();
            }
        }
    }

    /** Waits for replays that are under way, and gives back what the graph holds. Closing twice is allowed. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (graph != null) {
            try {
                device.synchronize();
            } catch (DeviceLostException e) {
                // Nothing runs there any more.
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

package io.graphkernel.runtime.internal.profile;

import io.graphkernel.runtime.internal.device.DeviceStream;
import jdk.jfr.FlightRecorder;

/**
 * Switch for profiling of launches: on while a recording of Java Flight Recorder enables {@link KernelLaunch} events,
 * or if {@code graphkernel.trace} or {@code GRAPHKERNEL_TRACE} requests a trace.
 */
public final class LaunchProfile {

    /** Null if no trace is requested or it cannot be written. */
    private static final TraceFile TRACE = TraceFile.requested();

    /** True if this Java runtime has the Flight Recorder, which a reduced one may lack. */
    private static final boolean RECORDABLE =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    static {
        if (TRACE != null) {
            // Loads the class now, since its loader may be closed at the exit, such as that of Maven's exec:java.
            DeviceLaunches.collect();
            Runtime.getRuntime().addShutdownHook(new Thread(LaunchProfile::finish, "graphkernel-trace"));
        }
    }

    private LaunchProfile() {}

    /**
     * Returns true if the Flight Recorder has been started in this process. No event class is loaded before, since
     * loading the first one takes a tenth of a second.
     */
    private static boolean hasRecorder() {
        return RECORDABLE && FlightRecorder.isInitialized();
    }

    /** Returns true if launches are recorded or traced. */
    public static boolean isOn() {
        return TRACE != null || hasRecorder() && KernelLaunch.isRecorded();
    }

    /**
     * Begins the record of a launch, which the caller ends even if the launch throws. Everything the record needs is
     * passed here, so that a launch without one does not keep anything.
     *
     * <p>The record of a launch on a device is written some time after its completion, with the device's own time.
     *
     * @param label label of the launch
     * @param bytes number of bytes that it reads and writes
     * @param stream stream of the launch; null on the host
     * @return null during a capture, when nothing is launched
     */
    public static LaunchRecord begin(LaunchLabel label, long bytes, DeviceStream stream) {
        if (stream != null) {
            DeviceLaunches.collect();
            if (stream.isCapturing()) {
                return null;
            }
        }
        return new LaunchRecord(label, bytes, stream, TRACE, hasRecorder() ? new KernelLaunch() : null);
    }

    /**
     * Records the plan of an arena.
     *
     * @param plan name of the plan
     * @param bytes size of the arena
     * @param bound maximum number of live bytes
     */
    public static void arenaPlanned(String plan, long bytes, long bound) {
        if (hasRecorder()) {
            ArenaPlanEvent event = new ArenaPlanEvent();
            event.plan = plan;
            event.bytes = bytes;
            event.bound = bound;
            event.commit();
        }
    }

    /** Writes the records of completed launches; called after waiting for a device. */
    public static void collect() {
        DeviceLaunches.collect();
    }

    private static void finish() {
        try {
            DeviceLaunches.finish();
        } finally {
            TRACE.close();
        }
    }
}

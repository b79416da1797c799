package io.graphkernel.runtime.internal.profile;

import io.graphkernel.runtime.internal.device.DeviceStream;
import jdk.jfr.FlightRecorder;

/**
 * Whether launches are profiled: a recording of Java Flight Recorder takes {@link KernelLaunch} events, or a trace is
 * asked for by {@code graphkernel.trace} or {@code GRAPHKERNEL_TRACE}.
 */
public final class LaunchProfile {

    /** Null if none is asked for or can be written. */
    private static final TraceFile TRACE = TraceFile.asked();

    /** Whether this Java has the Flight Recorder; one of reduced modules may not. */
    private static final boolean RECORDABLE =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    static {
        if (TRACE != null) {
            // Loads the class now: at the end its loader may be closed, as that of Maven's exec:java is.
            DeviceLaunches.collect();
            Runtime.getRuntime().addShutdownHook(new Thread(LaunchProfile::finish, "graphkernel-trace"));
        }
    }

    private LaunchProfile() {}

    /**
     * Whether the Flight Recorder has been started in this process. Until then no class of an event is loaded: the first one
     * takes a tenth of a second of the first launch.
     */
    private static boolean hasRecorder() {
        return RECORDABLE && FlightRecorder.isInitialized();
    }

    /** Whether somebody looks. */
    public static boolean isOn() {
        return TRACE != null || hasRecorder() && KernelLaunch.isRecorded();
    }

    /**
     * Begins the record of a launch. The caller ends it also if the launch throws. All that the record needs is given
     * here, so that a launch without one keeps nothing for its end.
     *
     * <p>The record of a launch on a device is written some time after the device is done with it, with the device's own
     * time.
     *
     * @param label what is launched
     * @param bytes what it reads and writes
     * @param stream where a device runs it; null on the host
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
     * @param plan what it is of
     * @param bytes the size of the arena
     * @param bound the most that lives at the same time
     */
    public static void arenaPlanned(String plan, long bytes, long bound) {
        if (hasRecorder()) {
            ArenaPlanned event = new ArenaPlanned();
            event.plan = plan;
            event.bytes = bytes;
            event.bound = bound;
            event.commit();
        }
    }

    /** Writes the records of launches that devices are done with; whoever has waited for a device calls it. */
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

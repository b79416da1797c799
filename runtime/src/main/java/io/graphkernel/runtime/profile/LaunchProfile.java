package io.graphkernel.runtime.profile;

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

    private LaunchProfile() {}

    /** Whether somebody looks. */
    public static boolean isOn() {
        return TRACE != null || RECORDABLE && KernelLaunch.isRecorded();
    }

    /**
     * Begins the record of a launch. The caller ends it also if the launch throws. All that the record needs is given
     * here, so that a launch without one keeps nothing for its end.
     *
     * @param label what is launched
     * @param bytes what it reads and writes
     */
    public static LaunchRecord begin(LaunchLabel label, long bytes) {
        return new LaunchRecord(label, bytes, TRACE, RECORDABLE ? new KernelLaunch() : null);
    }
}

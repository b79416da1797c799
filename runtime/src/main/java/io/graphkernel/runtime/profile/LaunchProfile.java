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

    /**
     * Begins the record of a launch. The caller ends it also if the launch throws.
     *
     * @return null while nobody looks
     */
    public static LaunchRecord begin() {
        return TRACE != null || RECORDABLE && KernelLaunch.isRecorded() ? LaunchRecord.begin(TRACE, RECORDABLE) : null;
    }
}

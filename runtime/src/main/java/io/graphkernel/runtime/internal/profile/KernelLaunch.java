package io.graphkernel.runtime.internal.profile;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * The launch of a kernel or a library call, as Java Flight Recorder records it. A recording has to ask for it: the
 * time of a launch on a device costs two marks in its stream.
 */
@Name("io.graphkernel.KernelLaunch")
@Label("Kernel Launch")
@Description("A launch of compiled kernels or a call of a library, from its start until it returns")
@Category("GraphKernel")
@StackTrace(false)
@Enabled(false)
final class KernelLaunch extends Event {

    /** Asked whether launches are recorded. */
    private static final KernelLaunch PROTOTYPE = new KernelLaunch();

    @Label("Class")
    @Description("The class of the kernel method")
    String owner;

    @Label("Method")
    @Description("The kernel method")
    String method;

    @Label("Kernel")
    @Description("The kernel, as in the generated source, or the library op")
    String kernel;

    @Label("Device")
    String device;

    @Label("Bytes")
    @Description("What it reads and writes, as the launch counts it; operands that are repeated are left out")
    @DataAmount
    long bytes;

    @Label("Device Time")
    @Description("For a launch on a device other than the host the time that it took there; the duration is the host's")
    @Timespan(Timespan.NANOSECONDS)
    long deviceTime;

    /**
     * Whether some recording takes these events. While there is none, the method that this calls is empty, and the
     * answer a constant of compiled code.
     */
    static boolean isRecorded() {
        return PROTOTYPE.isEnabled();
    }
}

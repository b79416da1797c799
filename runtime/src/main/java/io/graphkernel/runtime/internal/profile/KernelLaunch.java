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
 * A Java Flight Recorder event of the launch of a kernel or a library call. It is disabled by default, since the time
 * of a launch on a device requires two events in its stream.
 */
@Name("io.graphkernel.KernelLaunch")
@Label("Kernel Launch")
@Description("A launch of compiled kernels or a call of a library, from its start until it returns")
@Category("GraphKernel")
@StackTrace(false)
@Enabled(false)
final class KernelLaunch extends Event {

    /** Instance for queries of the recording state. */
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
    @Description("Number of bytes read and written, without broadcast operands")
    @DataAmount
    long bytes;

    @Label("Device Time")
    @Description("Time on the device, for launches on devices other than the host; the duration is the host time")
    @Timespan(Timespan.NANOSECONDS)
    long deviceTime;

    /**
     * Returns true if a recording enables these events. Without one, the method called here is empty, and the result a
     * constant of compiled code.
     */
    static boolean isRecorded() {
        return PROTOTYPE.isEnabled();
    }
}

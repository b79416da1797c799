package io.graphkernel.runtime.internal.profile;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A Java Flight Recorder event of the plan of an arena, disabled by default. */
@Name("io.graphkernel.ArenaPlan")
@Label("Arena Plan")
@Description("Layout of the temporaries of a kernel method, planned at the first call with given dims")
@Category("GraphKernel")
@StackTrace(false)
@Enabled(false)
final class ArenaPlanEvent extends Event {

    @Label("Plan")
    @Description("The plan file followed by the kernel method, or the class of the plan in a stub")
    String plan;

    @Label("Bytes")
    @Description("The size of the arena")
    @DataAmount
    long bytes;

    @Label("Bound")
    @Description("The maximum number of live bytes, a lower bound of the size")
    @DataAmount
    long bound;
}

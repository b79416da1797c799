package io.graphkernel.runtime.internal.profile;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A plan of an arena, as Java Flight Recorder records it for a recording that asks for it. */
@Name("io.graphkernel.ArenaPlan")
@Label("Arena Plan")
@Description("Where the temporaries of a kernel method lie, planned at the first call with some dims")
@Category("GraphKernel")
@StackTrace(false)
@Enabled(false)
final class ArenaPlanned extends Event {

    @Label("Plan")
    @Description("The kernel method, after the file of its plan; or the class that plans for a stub")
    String plan;

    @Label("Bytes")
    @Description("The size of the arena")
    @DataAmount
    long bytes;

    @Label("Bound")
    @Description("The most that lives at the same time, which no arena is smaller than")
    @DataAmount
    long bound;
}

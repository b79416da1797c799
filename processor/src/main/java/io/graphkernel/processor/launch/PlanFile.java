package io.graphkernel.processor.launch;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The plans of a class that the run time walks, as a file of its jar. */
public final class PlanFile {

    private static final byte[] MAGIC = "GKPLAN".getBytes(StandardCharsets.US_ASCII);

    /** The version of the format; the run time refuses another one. */
    private static final int VERSION = 1;

    private PlanFile() {}

    /**
     * The bytes of the file.
     *
     * @param plans in the order of their numbers
     * @return a heading, then the plans
     */
    public static byte[] bytes(List<PlanData> plans) {
        PlanWriter out = new PlanWriter().raw(MAGIC).number(VERSION);
        return out.list(plans, plan -> out.raw(plan.bytes())).bytes();
    }
}

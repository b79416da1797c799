package io.graphkernel.processor.launch;

import io.graphkernel.abi.PlanFormat;
import java.util.List;

/** The plans of a class that the run time walks, as a file of its jar. */
public final class PlanFile {

    private PlanFile() {}

    /**
     * The bytes of the file.
     *
     * @param plans in the order of their numbers
     * @return a heading, then the plans
     */
    public static byte[] bytes(List<PlanData> plans) {
        PlanWriter out = new PlanWriter().raw(PlanFormat.magic()).number(PlanFormat.VERSION);
        return out.list(plans, plan -> out.raw(plan.bytes())).bytes();
    }
}

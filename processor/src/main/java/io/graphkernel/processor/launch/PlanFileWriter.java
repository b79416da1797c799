package io.graphkernel.processor.launch;

import io.graphkernel.common.abi.PlanFormat;
import java.util.List;

/** Writer of a class's interpreted plans to a resource of its jar. */
public final class PlanFileWriter {

    private PlanFileWriter() {}

    /**
     * Returns the bytes of the file.
     *
     * @param plans the plans, by index
     * @return a header, then the plans
     */
    public static byte[] bytes(List<PlanData> plans) {
        PlanWriter out = new PlanWriter().raw(PlanFormat.magic()).number(PlanFormat.VERSION);
        return out.list(plans, plan -> out.raw(plan.bytes())).bytes();
    }
}

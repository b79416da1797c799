package io.graphkernel.processor.emit;

import io.graphkernel.processor.emit.c.CEmitter;
import io.graphkernel.processor.emit.gpu.GpuEmitter;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Plan;
import java.util.List;

/** Source of a class by the plans of its methods, in order. */
public final class Emitted {

    private Emitted() {}

    public static String c(String className, List<Plan> plans) {
        KernelTable table = KernelTable.of(plans);
        return CEmitter.file(className, table, CEmitter.kernels(table));
    }

    public static String openClC(String className, List<Plan> plans) {
        KernelTable table = KernelTable.of(plans);
        return GpuEmitter.file(className, table, GpuEmitter.kernels(table));
    }
}

package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;

/** Elementwise kernels over one loop: all threads of the launch share its packs. */
final class GpuFlatTemplate extends GpuTemplate {

    GpuFlatTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
    }

    @Override
    void print() {
        Packs packs = new Packs(kernel, dialect, body, code);
        openKernel(kernel.name());
        integer("inner", CNames.dim(space.inner()));
        integer("threads", "GK_GROUPS * GK_GROUP_THREADS");
        packs.declare(List.of(), "(GK_GROUP * GK_GROUP_THREADS + GK_THREAD)", "threads");
        packs.writeLoops(kernel.unbufferedStages(), new Packs.Loop("0", "inner", "threads", "", Packs.IN_REGISTERS));
        closeKernel();
    }
}

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
        PackLoops loops = new PackLoops(this, packs);
        openKernel(kernel.name());
        integer("inner", CNames.dim(space.inner()));
        integer("threads", "GK_GROUPS * GK_GROUP_THREADS");
        integer("member", "GK_GROUP * GK_GROUP_THREADS + GK_THREAD");
        packs.declare(List.of());
        loops.write(
                kernel.unbufferedStages(),
                new PackLoops.Loop("0", "inner", "member", "threads", "", loops.inRegisters()));
        closeKernel();
    }
}

package io.graphkernel.processor.lower.scalar;

import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.List;

/** Emitter of elementwise kernels. The range counts elements of the only loop, or rows. */
final class ScalarElementwiseEmitter extends ScalarLowering {

    ScalarElementwiseEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
    }

    @Override
    List<Function> functions() {
        return List.of(function(kernel.name(), kernel.isFlat() ? this::lowerFlat : this::lowerRowLoop));
    }

    private void lowerFlat() {
        forEachItem(LoopIndices.of(0), this::lowerStages);
        kernel.body().uniformStores().forEach(body::store);
    }

    private void lowerRowLoop() {
        forEachRow(() -> {
            if (!kernel.body().stages().isEmpty()) {
                forEachColumn(this::lowerStages);
            }
            storeRowResults();
        });
    }

    private void lowerStages() {
        kernel.body().stages().forEach(stage -> code.block(() -> lowerElement(stage)));
    }
}

package io.graphkernel.processor.lower.range;

import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;

/** Elementwise kernels: the range counts elements of the only loop, or rows. */
final class ElementForm extends RangeLowering {

    ElementForm(Kernel kernel, Names names) {
        super(kernel, names);
    }

    @Override
    List<Function> functions() {
        return List.of(function(kernel.name(), kernel.isFlat() ? this::lowerFlat : this::lowerRows));
    }

    private void lowerFlat() {
        items(Indices.of(0), this::lowerStages);
        kernel.uniformStores().forEach(body::store);
    }

    private void lowerRows() {
        rows(() -> {
            if (!kernel.stages().isEmpty()) {
                columns(this::lowerStages);
            }
            storeRow();
        });
    }

    private void lowerStages() {
        kernel.stages().forEach(stage -> code.block(() -> element(stage)));
    }
}

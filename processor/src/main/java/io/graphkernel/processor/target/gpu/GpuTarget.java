package io.graphkernel.processor.target.gpu;

import io.graphkernel.processor.capability.Capabilities;
import io.graphkernel.processor.emit.gpu.GpuEmitter;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.target.Language;
import io.graphkernel.processor.target.Target;
import java.util.Map;

/** A target that takes the one source of all GPUs. */
public abstract class GpuTarget implements Target {

    private static final Language LANGUAGE = new OpenClC();

    /** Packs of at most 16 elements in registers: a thread has no memory for whole rows. */
    @Override
    public final Capabilities capabilities() {
        return new Capabilities(16, 0, false);
    }

    @Override
    public final Language language() {
        return LANGUAGE;
    }

    /** Launches copy a kernel's slots, so that they have to know how many there are. */
    @Override
    public final Map<String, String> manifestEntries(Kernel kernel) {
        return Map.of("slots", String.valueOf(GpuEmitter.slots(kernel)));
    }
}

package io.graphkernel.examples.blocks;

import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.cuda.EmulatedCuda;

/** The emulated devices of this process: the runtime looks for devices once, whichever test is first. */
final class Emulations {

    private Emulations() {}

    /** Makes the runtime find them, where there are any. */
    static void use() {
        if (EmulatedCuda.runsHere()) {
            EmulatedCuda.use();
        }
        if (EmulatedAscend.runsHere()) {
            EmulatedAscend.use();
        }
    }
}

package io.graphkernel.conformance;

import io.graphkernel.processor.MachineTargets;
import io.graphkernel.testing.TestTier;
import java.util.List;
import javax.annotation.processing.Processor;

/** Targets and instruction sets of the kernel classes of the cases, by the index of a class. */
final class KernelClassTargets {

    /**
     * Stride of the classes with the weakest instruction set besides the best; the next class has the next weaker one. The fast
     * tier has none.
     */
    static final int CLASSES_OF_A_WEAKER_SET = 6;

    /** Stride of the classes that are compiled for CUDA, too: PTX takes half as long as the kernels of a CPU. */
    static final int CLASSES_FOR_CUDA = TestTier.select(12, 4, 1);

    private static final int WEAKER_SETS = 2;
    private static final String WITHOUT_CUDA = "-Agraphkernel.targets=cpu,jvm,opencl";

    private KernelClassTargets() {}

    /** Returns the options of the processor for a class. */
    static List<String> options(int number) {
        return Scope.compilesEveryCase() || number % CLASSES_FOR_CUDA == 0 ? List.of() : List.of(WITHOUT_CUDA);
    }

    /** Returns the weaker instruction sets for which there are classes; empty in the fast tier. */
    static List<String> weakerInstructionSets() {
        return Scope.hasEveryInstructionSet() || !TestTier.isFast() ? MachineTargets.weakerVariantNames() : List.of();
    }

    /** Returns a new processor for a class. */
    static Processor processor(int number) {
        if (Scope.hasEveryInstructionSet()) {
            return MachineTargets.processorOfAllRunnable();
        }
        int index = number % CLASSES_OF_A_WEAKER_SET;
        return index < WEAKER_SETS && !weakerInstructionSets().isEmpty()
                ? MachineTargets.processor(index)
                : MachineTargets.processor();
    }
}

package io.graphkernel.runtime.generated.plan;

import io.graphkernel.common.abi.PlanFormat;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.KernelLibrary;

/** Reader of the interpreted plans of a class. */
final class PlanFile {
    private PlanFile() {}

    /**
     * Reads plans.
     *
     * @param resource origin of the bytes for messages
     * @param bytes contents of a plan file
     * @param library library with the kernels of the class
     * @param kernels number of kernels
     * @return the plans by index
     * @throws KernelLibraryException if the bytes are not plans of this version
     */
    static ExecutablePlan[] read(String resource, byte[] bytes, KernelLibrary library, int kernels) {
        PlanReader in = new PlanReader(resource, bytes);
        for (byte expected : PlanFormat.magic()) {
            if (in.next() != expected) {
                throw in.damaged("it does not begin as a plan file");
            }
        }
        long version = in.number();
        if (version != PlanFormat.VERSION) {
            throw new KernelLibraryException(RuntimeProblem.PLAN_VERSION, resource, version, PlanFormat.VERSION);
        }
        ExecutablePlan[] plans = new ExecutablePlan[in.count("plans")];
        for (int i = 0; i < plans.length; i++) {
            plans[i] = new ExecutablePlan(resource, in, library, kernels);
        }
        in.requireEnd();
        return plans;
    }
}

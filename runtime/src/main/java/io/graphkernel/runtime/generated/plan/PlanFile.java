package io.graphkernel.runtime.generated.plan;

import io.graphkernel.abi.PlanFormat;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.KernelLibrary;

/** Reads the plans of a class that are walked. */
public final class PlanFile {
    private PlanFile() {}

    /**
     * Reads plans.
     *
     * @param resource where the bytes are from, for messages
     * @param bytes a plan file
     * @param library the kernels of the class
     * @param kernels how many there are
     * @return in the order of their numbers
     * @throws KernelLibraryException if the bytes are not those of plans of this version
     */
    public static ExecutablePlan[] read(String resource, byte[] bytes, KernelLibrary library, int kernels) {
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

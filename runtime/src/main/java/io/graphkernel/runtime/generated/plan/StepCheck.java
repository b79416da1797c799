package io.graphkernel.runtime.generated.plan;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchCheck;

/** Checks of {@code --enable_debug_mode} around a step. */
final class StepCheck {

    /** A tensor, or elements of the arena. */
    private record CheckedMemory(int tensor, DType dtype, int offset, int count) {

        static CheckedMemory read(PlanReader in, PlanLimits limits) {
            return in.flag()
                    ? new CheckedMemory(
                            0,
                            in.constant(DType.class),
                            in.below(limits.sizes(), "a size"),
                            in.below(limits.sizes(), "a size"))
                    : new CheckedMemory(in.below(limits.tensors(), "a tensor"), null, 0, 0);
        }

        boolean isTensor() {
            return dtype == null;
        }

        long address(PlanCall call) {
            return call.arena() + call.sizes()[offset];
        }
    }

    private final String method;
    private final String kernel;
    private final String ops;
    private final CheckedMemory[] read;
    private final String[] labels;
    private final CheckedMemory[] stored;

    StepCheck(PlanReader in, PlanLimits limits) {
        method = limits.method();
        kernel = in.text();
        ops = in.text();
        read = new CheckedMemory[in.count("operands")];
        for (int i = 0; i < read.length; i++) {
            read[i] = CheckedMemory.read(in, limits);
        }
        stored = new CheckedMemory[in.count("results")];
        labels = new String[stored.length];
        for (int i = 0; i < stored.length; i++) {
            labels[i] = in.text();
            stored[i] = CheckedMemory.read(in, limits);
        }
    }

    /** Runs a step and checks the values that it reads and stores. */
    void around(PlanCall call, PlanStep step) {
        LaunchCheck check = new LaunchCheck(call.frame(), method, kernel, ops);
        for (CheckedMemory memory : read) {
            if (memory.isTensor()) {
                check.reads(call.tensor(memory.tensor));
            } else {
                check.reads(memory.dtype, memory.address(call), call.sizes()[memory.count]);
            }
        }
        try {
            step.run(call);
        } catch (RuntimeException | Error failure) {
            check.failed(failure);
            throw failure;
        }
        for (int i = 0; i < stored.length; i++) {
            CheckedMemory memory = stored[i];
            if (memory.isTensor()) {
                check.stored(labels[i], call.tensor(memory.tensor));
            } else {
                check.stored(labels[i], memory.dtype, memory.address(call), call.sizes()[memory.count]);
            }
        }
        check.end();
    }
}

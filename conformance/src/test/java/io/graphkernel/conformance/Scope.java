package io.graphkernel.conformance;

import io.graphkernel.runtime.DType;

/** How much is tried: the normal tests or, with {@code -Pexhaustive}, every form for every dtype. */
final class Scope {

    private Scope() {}

    /** Whether a dtype takes every form in these tests: f32 always does. */
    static boolean isWide(DType dtype) {
        return dtype == DType.F32 || isExhaustive();
    }

    /** Whether each class of kernels has every instruction set: those of some ops are few. */
    static boolean hasEveryInstructionSet() {
        return isExhaustive() || !System.getProperty(Cases.OPS, "").isEmpty();
    }

    /** Whether every case is compiled, and each for CUDA: a device that was asked for runs all of them. */
    static boolean compilesEveryCase() {
        return hasEveryInstructionSet()
                || !System.getProperty(DeviceConformance.DEVICE, "").isEmpty();
    }

    static boolean isExhaustive() {
        return Boolean.getBoolean("conformance.exhaustive");
    }
}

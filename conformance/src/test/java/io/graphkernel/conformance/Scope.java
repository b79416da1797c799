package io.graphkernel.conformance;

import io.graphkernel.runtime.DType;
import io.graphkernel.testing.TestTier;

/** Variants of the cases that the tier of this run takes. */
final class Scope {

    private Scope() {}

    /** Returns true if a dtype takes every form in these tests: f32 always does. */
    static boolean isWide(DType dtype) {
        return dtype == DType.F32 || TestTier.isExhaustive();
    }

    /** Returns true if each class of kernels has every instruction set: those of some ops are few. */
    static boolean hasEveryInstructionSet() {
        return TestTier.isExhaustive() || !System.getProperty(Cases.OPS, "").isEmpty();
    }

    /** Returns true if every case is compiled, and each for CUDA: a requested device runs all of them. */
    static boolean compilesEveryCase() {
        return hasEveryInstructionSet()
                || !System.getProperty(DeviceConformance.DEVICE, "").isEmpty();
    }
}

package io.graphkernel.conformance;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;

/** The stubs that the annotation processor generates for the kernel methods: compiled kernels. */
class CompiledConformanceTest extends ConformanceSuite {

    /** Takes minutes, and is no part of the first case. */
    @BeforeAll
    static void compile() {
        KernelClasses.processed();
    }

    @Override
    List<Case> cases() {
        return Cases.compiled();
    }

    @Override
    CaseChecker checker() {
        return CaseChecker.compiled();
    }
}

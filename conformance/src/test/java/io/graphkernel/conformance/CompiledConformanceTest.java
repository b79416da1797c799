package io.graphkernel.conformance;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Conformance of the stubs that the annotation processor generates for the kernel methods: compiled kernels. */
@Tag("sampled")
class CompiledConformanceTest extends ConformanceSuite {

    /** Compiled beforehand: it takes minutes, which would count for the first case. */
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

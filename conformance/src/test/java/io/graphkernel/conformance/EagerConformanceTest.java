package io.graphkernel.conformance;

/** The kernel methods called directly: plain Java, op by op. */
class EagerConformanceTest extends ConformanceSuite {

    @Override
    CaseChecker checker() {
        return CaseChecker.eager();
    }
}

package io.graphkernel.conformance;

import java.util.List;

/** The kernel methods called directly: plain Java, op by op. */
class EagerConformanceTest extends ConformanceSuite {

    @Override
    List<Case> cases() {
        return Cases.all();
    }

    @Override
    CaseChecker checker() {
        return CaseChecker.eager();
    }
}

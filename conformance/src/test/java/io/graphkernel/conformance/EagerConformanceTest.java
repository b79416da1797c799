package io.graphkernel.conformance;

import java.util.List;
import org.junit.jupiter.api.Tag;

/** Conformance of the kernel methods called directly: plain Java, op by op. */
@Tag("sampled")
class EagerConformanceTest extends ConformanceSuite {

    @Override
    List<Case> cases() {
        return Cases.eager();
    }

    @Override
    CaseChecker checker() {
        return CaseChecker.eager();
    }
}

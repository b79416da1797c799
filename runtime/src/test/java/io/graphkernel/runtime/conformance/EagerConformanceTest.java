package io.graphkernel.runtime.conformance;

import io.graphkernel.runtime.Tensor;
import java.util.List;

/** The kernel methods called directly: plain Java, op by op. */
class EagerConformanceTest extends ConformanceSuite {

    @Override
    Tensor call(Class<?> fixture, String method, List<Tensor> arguments) {
        return Invocation.of(fixture, method, arguments).run();
    }
}

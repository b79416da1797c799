package io.graphkernel.conformance;

/** The stubs that the annotation processor generates for the kernel methods: compiled kernels. */
class CompiledConformanceTest extends ConformanceSuite {

    @Override
    Run run() {
        return Run.compiled();
    }
}

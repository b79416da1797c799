package io.graphkernel.runtime.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;

/** The stubs that the annotation processor generates for the kernel methods: compiled kernels. */
class CompiledConformanceTest extends ConformanceSuite {

    @Override
    Tensor call(Class<?> fixture, String method, List<Tensor> arguments) {
        Invocation allocating = Invocation.of(stub(fixture), method, arguments);
        Tensor result = allocating.run();
        if (allocating.returnsTensor()) {
            assertSameIntoGiven(fixture, method, arguments, result);
        }
        return result;
    }

    /** The form that writes into a given tensor gives the same bits. */
    private static void assertSameIntoGiven(Class<?> fixture, String method, List<Tensor> arguments, Tensor result) {
        Tensor out = Tensor.empty(result.dtype(), result.dimensions());
        List<Tensor> withOut = new ArrayList<>(arguments);
        withOut.add(out);
        Invocation.of(stub(fixture), method, withOut).run();
        if (result.dtype() == DType.BOOL) {
            assertThat(out.toBooleanArray()).as(method + " into a given tensor").isEqualTo(result.toBooleanArray());
        } else {
            assertThat(out.toFloatArray()).as(method + " into a given tensor").isEqualTo(result.toFloatArray());
        }
        out.close();
    }

    private static Class<?> stub(Class<?> fixture) {
        try {
            return Class.forName(fixture.getName() + "Kernels");
        } catch (ClassNotFoundException e) {
            throw new AssertionError("no stub: graphkernel-processor has to run when the tests are compiled", e);
        }
    }
}

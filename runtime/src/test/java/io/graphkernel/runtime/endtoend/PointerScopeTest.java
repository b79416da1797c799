package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.Test;

/** Tests of programs with JavaCPP scopes, which free their own pointers but not those of the runtime. */
class PointerScopeTest {

    @Test
    void productCreatedInAScope_isThereAfterIt() {
        Tensor identity = Tensor.of(DType.F16, new float[] {1, 0, 0, 0, 1, 0, 0, 0, 1}, 3, 3);
        try (PointerScope scope = new PointerScope()) {
            assertThat(DebugKernelsKernels.product(identity).toFloatArray()).containsExactly(identity.toFloatArray());
        }
        Tensor twice = Tensor.of(DType.F16, new float[] {2, 0, 0, 0, 2, 0, 0, 0, 2}, 3, 3);
        assertThat(DebugKernelsKernels.product(twice).toFloatArray()).containsExactly(4, 0, 0, 0, 4, 0, 0, 0, 4);
    }
}

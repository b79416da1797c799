package io.graphkernel.runtime.generated.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.Tensor;
import org.junit.jupiter.api.Test;

class NativeArraysTest {

    @Test
    void array_isCopiedToAnUnalignedAddressAndBack() {
        float[] array = {1, -2, Float.NaN, Float.MIN_VALUE, -0f};
        try (Tensor x = Tensor.zeros(8)) {
            NativeArrays.write(array, x.address() + 4);
            assertThat(x.toFloatArray()).containsExactly(0, 1, -2, Float.NaN, Float.MIN_VALUE, -0f, 0, 0);

            float[] copy = new float[4];
            NativeArrays.read(copy, x.address() + 8);
            assertThat(copy).containsExactly(-2, Float.NaN, Float.MIN_VALUE, -0f);
        }
    }

    @Test
    void array_withoutElements_copiesNothing() {
        try (Tensor x = Tensor.of(new float[] {7}, 1)) {
            NativeArrays.write(new float[0], x.address());
            NativeArrays.read(new float[0], x.address());
            assertThat(x.toFloatArray()).containsExactly(7);
        }
    }
}

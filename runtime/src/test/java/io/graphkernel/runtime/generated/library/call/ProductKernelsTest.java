package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compiled methods against the same methods when eager. */
class ProductKernelsTest {
    private final Random random = new Random(3);

    private Tensor tensor(long... dims) {
        return RawTensor.random(random, DType.F32, dims).to(Device.defaultDevice());
    }

    @Test
    void productKernels_ofProductWithTail_isRight() {
        Tensor x = tensor(33, 40);
        Tensor weight = tensor(40, 25);
        Tensor bias = tensor(25);
        check(ProductKernelsKernels.dense(x, weight, bias), ProductKernels.dense(x, weight, bias));
    }

    @Test
    void productKernels_ofProductsAroundAKernel_isRight() {
        Tensor query = tensor(2, 5, 8);
        Tensor key = tensor(2, 7, 8);
        Tensor value = tensor(2, 7, 8);
        check(ProductKernelsKernels.attention(query, key, value), ProductKernels.attention(query, key, value));
    }

    @Test
    void productKernels_ofConvolutionWithTailAndRest_isRight() {
        Tensor x = tensor(2, 3, 8, 9);
        Tensor weight = tensor(4, 3, 3, 3);
        Tensor bias = tensor(4);
        check(ProductKernelsKernels.convolution(x, weight, bias), ProductKernels.convolution(x, weight, bias));
    }

    private static void check(Tensor actual, Tensor expected) {
        assertThat(actual.dimensions()).containsExactly(expected.dimensions());
        double[] values = RawTensor.values(actual);
        double[] wanted = RawTensor.values(expected);
        for (int i = 0; i < wanted.length; i++) {
            assertThat(values[i]).isCloseTo(wanted[i], within(1e-5 * (1 + Math.abs(wanted[i]))));
        }
    }
}

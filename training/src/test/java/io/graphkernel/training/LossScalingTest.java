package io.graphkernel.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LossScalingTest {
    private TensorScope scope;

    @BeforeEach
    void open() {
        scope = TensorScope.open();
    }

    @AfterEach
    void close() {
        scope.close();
    }

    private static LossScale scale(float factor, float steps) {
        return new LossScale(Tensor.scalar(factor), Tensor.scalar(steps));
    }

    @Test
    void initial_countsNoSteps() {
        LossScale scale = LossScale.initial(LossScale.DEFAULT_FACTOR, Device.cpu());
        assertThat(scale.factor().get()).isEqualTo(32768);
        assertThat(scale.steps().get()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "finite step,             8,    0, true,  3,  8,    1",
        "last step of an interval, 8,    2, true,  3,  16,   0",
        "step that overflows,     8,    1, false, 3,  4,    0",
        "overflow in a last step, 8,    2, false, 3,  4,    0",
        "interval of one step,    0.5,  0, true,  1,  1,    0",
        "default interval,        2,    1998, true, 2000, 2, 1999",
        "end of default interval, 2,    1999, true, 2000, 4, 0",
    })
    void adapt_ofState_followsTheRule(
            String step, float factor, float steps, boolean finite, int interval, float newFactor, float newSteps) {
        LossScale scale = scale(factor, steps);
        if (interval == LossScaling.DEFAULT_GROWTH_INTERVAL) {
            LossScalingKernels.adapt(scale, Tensor.scalar(DType.BOOL, finite ? 1L : 0));
        } else {
            LossScalingKernels.adaptEvery(scale, Tensor.scalar(DType.BOOL, finite ? 1L : 0), interval);
        }
        assertThat(scale.factor().get()).as(step).isEqualTo(newFactor);
        assertThat(scale.steps().get()).as(step).isEqualTo(newSteps);
    }

    @Test
    void inverse_ofScaledLoss_restoresIt() {
        LossScale scale = scale(0x1p15f, 0);
        Tensor loss = Tensor.scalar(3.1415927f);
        float scaled = LossScalingKernels.scaled(loss, scale).get();
        assertThat(scaled).isEqualTo(3.1415927f * 32768);
        assertThat(scaled * LossScalingKernels.inverse(scale).get()).isEqualTo(3.1415927f);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void assignIf_ofCondition_updatesOrKeeps(boolean condition) {
        Tensor target = Tensor.of(new float[] {1, 2, 3}, 3);
        Tensor value = Tensor.of(new float[] {4, Float.NaN, 6}, 3);
        LossScalingKernels.assignIf(Tensor.scalar(DType.BOOL, condition ? 1L : 0), target, value);
        assertThat(target.toFloatArray())
                .containsExactly(condition ? new float[] {4, Float.NaN, 6} : new float[] {1, 2, 3});
    }
}

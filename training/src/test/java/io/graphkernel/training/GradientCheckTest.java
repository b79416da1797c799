package io.graphkernel.training;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.exp;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.reduceSum;
import static io.graphkernel.runtime.Ops.square;
import static io.graphkernel.runtime.Ops.tanh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Gradients;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GradientException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GradientCheckTest {

    record Layer(Tensor weight, Tensor bias) {}

    record Model(List<Layer> layers) {}

    static final class Kernels {

        @GraphKernel(gradient = true)
        static Tensor energy(@TensorType("f32[n, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {
            return reduceSum(square(tanh(add(weight, bias))));
        }

        private Kernels() {}
    }

    private TensorScope scope;
    private Model model;

    @BeforeEach
    void open() {
        scope = TensorScope.open();
        model = new Model(List.of(layer(0.3), layer(-0.7)));
    }

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void gradientsOfALoss_agreeAndNothingIsLeftMoved() {
        double[] before = model.layers().get(1).weight().toDoubleArray();
        GradientCheck.check(() -> loss(model), model);
        assertThat(model.layers().get(1).weight().toDoubleArray()).isEqualTo(before);
    }

    @Test
    void pairOfStubs_agrees() {
        Layer layer = new Layer(new Initializer(1).normal(0.5, 9, 8), new Initializer(2).normal(0.5, 8));
        GradientCheck.check(
                () -> GradientCheckTest_KernelsKernels.energy(layer.weight(), layer.bias()),
                () -> {
                    try (GradientCheckTest_KernelsKernels.EnergyForward forward =
                            GradientCheckTest_KernelsKernels.energyForward(layer.weight(), layer.bias())) {
                        GradientCheckTest_KernelsKernels.EnergyGradients gradients =
                                GradientCheckTest_KernelsKernels.energyGradient(forward.saved(), Tensor.scalar(1));
                        return new Layer(gradients.weight(), gradients.bias());
                    }
                },
                layer);
    }

    @Test
    void wrongGradient_isNamedWithBothValues() {
        assertThatThrownBy(() -> GradientCheck.check(
                        () -> loss(model),
                        () -> Parameters.map(model, (path, weight) -> {
                            Tensor gradient = Tensor.zeros(DType.F64, weight.dimensions());
                            return path.equals("layers.1.bias") ? gradient : derivative(path);
                        }),
                        model))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("3 of 18 derivatives differ")
                .hasMessageMatching(
                        "(?s).*layers\\.1\\.bias\\[0]: the gradient is 0\\.0, the central difference -?\\d.*");
    }

    @Test
    void gradientOfOtherDimsOrNone_isNamed() {
        assertThatThrownBy(() -> GradientCheck.check(() -> loss(model), () -> new Model(List.of(layer(1))), model))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("layers.1.weight: the gradient is missing");
        Model wide = new Model(List.of(
                new Layer(Tensor.zeros(DType.F64, 3, 2), Tensor.zeros(DType.F64, 3)),
                model.layers().get(1)));
        assertThatThrownBy(() -> GradientCheck.check(() -> loss(model), () -> wide, model))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("layers.0.weight: the gradient has the dims [3, 2], the parameter [2, 3]");
    }

    @Test
    void differenceThatIsInfinite_isNone() {
        Layer large = new Layer(Tensor.full(88.72f, 1), Tensor.zeros(1));
        Layer zero = new Layer(Tensor.zeros(1), Tensor.zeros(1));
        assertThatThrownBy(() ->
                        GradientCheck.check(() -> reduceSum(exp(add(large.weight(), large.bias()))), () -> zero, large))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the central difference Infinity");
    }

    @Test
    void checkOfNothing_fails() {
        Layer empty = new Layer(Tensor.empty(0), Tensor.empty(0));
        assertThatThrownBy(() -> GradientCheck.check(() -> energyOf(empty), () -> empty, empty))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("nothing to compare");
    }

    @Test
    void functionOfTooFewDigits_isRejected() {
        Layer half = new Layer(Tensor.zeros(DType.BF16, 2, 3), Tensor.zeros(DType.BF16, 3));
        assertThatThrownBy(() -> GradientCheck.check(() -> energyOf(half), half))
                .isInstanceOf(GradientException.class)
                .hasMessageContaining("[GK-6470] gradient check requires f32 or f64: weight is of dtype bf16");
        Layer single = new Layer(Tensor.zeros(2, 3), Tensor.zeros(3));
        assertThatThrownBy(() -> GradientCheck.check(() -> add(single.weight(), 1), () -> single, single))
                .isInstanceOf(GradientException.class)
                .hasMessageContaining("[GK-6333]");
    }

    /** The gradient of {@link #loss}, by the rule of the tape. */
    private Tensor derivative(String path) {
        return Parameters.of(Gradients.gradient(() -> loss(model), model)).get(path);
    }

    private static Tensor loss(Model model) {
        return mul(energyOf(model.layers().get(0)), energyOf(model.layers().get(1)));
    }

    private static Tensor energyOf(Layer layer) {
        return reduceSum(square(tanh(add(layer.weight(), layer.bias()))));
    }

    private static Layer layer(double shift) {
        double[] weight = {shift, 0.1, -0.4, 0.5, -shift, 0.9};
        return new Layer(Tensor.of(weight, 2, 3), Tensor.of(new double[] {shift, 0.2, -0.3}, 3));
    }
}

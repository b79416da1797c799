package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ClosedTensors.class)
class ParametersTest {

    record Norm(Tensor gamma, float epsilon) {}

    record Layer(Tensor weight, Norm norm) {}

    record Model(Tensor embedding, List<Layer> layers, Layer[] heads, Tensor[] biases) {}

    record Named(String name, Tensor weight) {}

    @Test
    void paths_areInTheOrderOfTheComponents() {
        Model model = model();
        assertThat(Parameters.of(model))
                .containsEntry(
                        "layers.1.norm.gamma", model.layers().get(1).norm().gamma());
        assertThat(Parameters.of(model).keySet())
                .containsExactly(
                        "embedding",
                        "layers.0.weight",
                        "layers.0.norm.gamma",
                        "layers.1.weight",
                        "layers.1.norm.gamma",
                        "heads.0.weight",
                        "heads.0.norm.gamma",
                        "biases.0",
                        "biases.1");
    }

    @Test
    void anotherModel_hasTheSameFormAndTheSameNumbers() {
        Model model = model();
        Model zeros = Parameters.map(model, (path, weight) -> Tensor.full(path.length(), weight.dimensions()));
        assertThat(zeros.layers().get(1).norm().epsilon()).isEqualTo(2);
        assertThat(zeros.layers().get(1).norm().gamma().toFloatArray()).containsExactly(19, 19);
        assertThat(zeros.heads()).hasSize(1);
        assertThat(zeros.biases()[1].toFloatArray()).containsExactly(8, 8);
        assertThat(Parameters.of(zeros).keySet())
                .containsExactlyElementsOf(Parameters.of(model).keySet());
    }

    @Test
    void nullOrClosedTensor_isNamed() {
        assertThatThrownBy(() -> Parameters.of(new Named("a", Tensor.zeros(1))))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining(
                        "[GK-6460] unsupported type in a model record: Parameters.of: name is of class java.lang.String");
        assertThatThrownBy(() -> Parameters.of(new Layer(Tensor.zeros(1), new Norm(null, 0))))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContaining("norm.gamma");
        Tensor closed = Tensor.zeros(1);
        closed.close();
        assertThatThrownBy(() -> Parameters.map(new Norm(closed, 0), (path, weight) -> weight))
                .isInstanceOf(ClosedTensorException.class)
                .hasMessageContaining("gamma");
        assertThatThrownBy(() -> Parameters.of(null)).isInstanceOf(NullTensorException.class);
    }

    @Test
    void eachTensor_isTakenWithThoseOfTheSamePath() {
        Model model = model();
        Model ones = Parameters.map(model, (path, weight) -> Tensor.full(1, weight.dimensions()));
        Parameters.forEach(model, weight -> Ops.assign(weight, Tensor.full(2)));
        List<Long> sizes = new ArrayList<>();
        Parameters.forEach(model, ones, model, ones, (first, second, third, fourth) -> {
            assertThat(first).isSameAs(third);
            assertThat(second).isSameAs(fourth);
            sizes.add(first.elementCount());
        });
        assertThat(sizes).containsExactly(3L, 4L, 2L, 4L, 2L, 4L, 2L, 1L, 2L);
        Parameters.forEach(model, ones, ones, (to, from, more) -> Ops.assign(to, Ops.add(from, more)));
        assertThat(Parameters.sum(model, Ops::reduceSum).getDouble()).isEqualTo(2 * 24);
        Parameters.forEach(model.layers().get(0), ones.heads()[0], Ops::assign);
        assertThat(model.layers().get(0).weight().get(0, 0)).isEqualTo(1);
        assertThat(Parameters.sum(model.biases(), Ops::reduceSum).getDouble()).isEqualTo(6);
        assertThat(Parameters.sum(model.embedding(), Ops::reduceSum).getDouble())
                .isEqualTo(6);
    }

    @Test
    void sum_hasAGradient() {
        Layer layer = new Layer(Tensor.full(3, 2, 2), new Norm(Tensor.full(5, 2), 0));
        List<Tensor> weights = List.of(layer.weight(), layer.norm().gamma());
        Tensor[] gradient = Gradients.gradient(
                () -> Parameters.sum(weights, weight -> Ops.reduceSum(Ops.square(weight))),
                weights.toArray(Tensor[]::new));
        assertThat(gradient[0].toFloatArray()).containsExactly(6, 6, 6, 6);
        assertThat(gradient[1].toFloatArray()).containsExactly(10, 10);
    }

    @Test
    void missingComponent_isNamed() {
        Model model = model();
        Model shorter = new Model(model.embedding(), model.layers().subList(0, 1), model.heads(), model.biases());
        assertThatThrownBy(() -> Parameters.forEach(model, shorter, Ops::assign))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining(
                        "[GK-6471] values have different structures: Parameters.forEach: layers.1.weight is in the first value but not in the second");
        assertThatThrownBy(() -> Parameters.forEach(shorter, shorter, model, (a, b, c) -> Ops.assign(a, b)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("layers.1.weight is in the third value but not in the first");
        assertThatThrownBy(() -> Parameters.forEach(model.embedding(), model, Ops::assign))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("a tensor by itself is in the first value but not in the second");
        assertThatThrownBy(() -> Parameters.sum(List.of(), weight -> weight))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("[GK-6472] value to sum over has no tensors: Parameters.sum");
        assertThatThrownBy(() -> Parameters.forEach(model, null, Ops::assign))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContaining("argument is null: Parameters.forEach: second");
        assertThatThrownBy(() -> Parameters.sum("a", weight -> weight))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining(
                        "[GK-6460] unsupported type in a model record: Parameters.sum: first is of class java.lang.String");
    }

    private static Model model() {
        return new Model(Tensor.zeros(3), List.of(layer(1), layer(2)), new Layer[] {layer(3)}, new Tensor[] {
            Tensor.zeros(1), Tensor.zeros(2)
        });
    }

    private static Layer layer(float epsilon) {
        return new Layer(Tensor.zeros(2, 2), new Norm(Tensor.zeros(2), epsilon));
    }
}

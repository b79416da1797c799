package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ParametersTest {

    record Norm(Tensor gamma, float epsilon) {}

    record Layer(Tensor weight, Norm norm) {}

    record Model(Tensor embedding, List<Layer> layers, Layer[] heads, Tensor[] biases) {}

    record Named(String name, Tensor weight) {}

    private TensorScope scope;

    @BeforeEach
    void open() {
        scope = TensorScope.open();
    }

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void pathsAreInTheOrderOfTheComponents() {
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
    void anotherModelHasTheSameFormAndTheSameNumbers() {
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
    void whatIsNoOpenTensorIsNamed() {
        assertThatThrownBy(() -> Parameters.of(new Named("a", Tensor.zeros(1))))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("[GK-6460] Parameters.of: name is of class java.lang.String");
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

    private static Model model() {
        return new Model(Tensor.zeros(3), List.of(layer(1), layer(2)), new Layer[] {layer(3)}, new Tensor[] {
            Tensor.zeros(1), Tensor.zeros(2)
        });
    }

    private static Layer layer(float epsilon) {
        return new Layer(Tensor.zeros(2, 2), new Norm(Tensor.zeros(2), epsilon));
    }
}

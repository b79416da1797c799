package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.SavedValuesException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SavedValuesTest {

    private static final class Saved extends SavedValues {
        Saved(int borrowed, Tensor... tensors) {
            super("normForward", new String[] {"x", "mean"}, borrowed, tensors);
            results(tensors);
        }

        Tensor value(int number) {
            return tensor(number);
        }
    }

    private static Tensor pair(float first, float second) {
        return Tensor.of(new float[] {first, second}, 2);
    }

    @Test
    void survivesTheScopeAndTheTensorsThatItWasMadeOf() {
        Saved saved;
        try (TensorScope scope = TensorScope.open()) {
            saved = new Saved(1, pair(1, 2), pair(3, 4));
        }
        SavedValues.require("normGradient", saved);
        // Memory that was given back would be the next tensor's.
        try (Tensor other = pair(7, 8);
                Tensor another = pair(9, 9)) {
            assertThat(saved.value(0).toFloatArray()).containsExactly(1, 2);
            assertThat(saved.value(1).toFloatArray()).containsExactly(3, 4);
            assertThat(other.get(0) + another.get(0)).isEqualTo(16);
        }
        saved.close();
    }

    @Test
    void takesOverWhatIsNotTheCallers() {
        Tensor x = pair(1, 2);
        Tensor mean = pair(3, 4);
        new Saved(1, x, mean).close();
        assertThat(x.isClosed()).isFalse();
        assertThat(mean.isClosed()).isTrue();
        x.close();
    }

    @Test
    void isReadAnyNumberOfTimesUntilItIsClosed() {
        try (Tensor x = pair(1, 2)) {
            Saved saved = new Saved(1, x);
            SavedValues.require("normGradient", saved);
            SavedValues.require("normGradient", saved);
            saved.close();
            saved.close();
            assertThatThrownBy(() -> SavedValues.require("normGradient", saved))
                    .isInstanceOf(SavedValuesException.class)
                    .hasMessageContaining("[GK-6320] normGradient: the values that normForward saved are released");
        }
        assertThatThrownBy(() -> SavedValues.require("normGradient", null)).isInstanceOf(NullTensorException.class);
    }

    @Test
    void noticesWritesOfEveryKind() {
        notices(x -> x.copyFrom(new float[] {5, 6}));
        notices(x -> {
            try (Tensor other = pair(5, 6)) {
                other.copyTo(x);
            }
        });
        notices(x -> {
            try (Tensor other = pair(5, 6)) {
                Ops.assign(x, other);
            }
        });
        notices(x -> Checks.result("update", "out", x, DType.F32, 2));
        notices(x -> Checks.writable("update", "x", x));
        notices(x -> {
            try (Tensor view = x.reshape(1, 2)) {
                view.copyFrom(new float[] {5, 6});
            }
        });
        notices(x -> {
            try (Tensor part = x.slice(1, 2)) {
                part.copyFrom(new float[] {6});
            }
        });
    }

    private static void notices(Consumer<Tensor> write) {
        try (Tensor x = pair(1, 2)) {
            write.accept(x);
            try (Saved saved = new Saved(1, x)) {
                assertThatCode(() -> SavedValues.require("normGradient", saved)).doesNotThrowAnyException();
                x.toFloatArray();
                assertThatCode(() -> SavedValues.require("normGradient", saved)).doesNotThrowAnyException();
                write.accept(x);
                assertThatThrownBy(() -> SavedValues.require("normGradient", saved))
                        .isInstanceOf(SavedValuesException.class)
                        .hasMessageContaining(
                                "[GK-6321] normGradient: tensor x, which normForward saved, was modified");
            }
        }
    }

    @Test
    void lookOnlyAtTheElementsThatAreSaved() {
        try (Tensor buffer = Tensor.of(new float[] {1, 2, 3, 4}, 4);
                Tensor first = buffer.slice(0, 2);
                Tensor second = buffer.slice(2, 4);
                Tensor across = buffer.slice(1, 3);
                Saved saved = new Saved(1, first)) {
            second.copyFrom(new float[] {5, 6});
            assertThatCode(() -> SavedValues.require("normGradient", saved)).doesNotThrowAnyException();
            across.copyFrom(new float[] {7, 8});
            assertThatThrownBy(() -> SavedValues.require("normGradient", saved))
                    .isInstanceOf(SavedValuesException.class);
        }
    }

    @Test
    void takesOverNothingIfItCannotBeMade() {
        Tensor closed = pair(1, 2);
        closed.close();
        try (Tensor mean = pair(3, 4)) {
            assertThatThrownBy(() -> new Saved(0, mean, closed)).isInstanceOf(ClosedTensorException.class);
            assertThat(mean.isClosed()).isFalse();
        }
    }

    @Test
    void closesAllWhateverOneThrows() {
        List<String> closed = new ArrayList<>();
        IllegalStateException first = new IllegalStateException("first");
        IllegalStateException second = new IllegalStateException("second");
        assertThatThrownBy(() -> SavedValues.closeAll(
                        () -> closed.add("a"),
                        () -> {
                            throw second;
                        },
                        null,
                        () -> {
                            throw first;
                        },
                        () -> closed.add("b")))
                .isSameAs(first)
                .hasSuppressedException(second);
        assertThat(closed).containsExactly("b", "a");
    }

    @Test
    void makesNoZerosAfterItIsClosed() {
        try (Tensor x = pair(1, 2)) {
            Saved saved = new Saved(1, x);
            saved.close();
            assertThatThrownBy(() -> saved.orZeros("normGradient", 0, null))
                    .isInstanceOf(SavedValuesException.class)
                    .hasMessageContaining("[GK-6320] normGradient");
        }
    }

    @Test
    void putsZerosInPlaceOfACotangent() {
        try (Tensor x = pair(1, 2);
                Saved saved = new Saved(1, x)) {
            assertThat(saved.orZeros("normGradient", 0, x)).isSameAs(x);
            Tensor zeros = saved.orZeros("normGradient", 0, null);
            assertThat(zeros.toFloatArray()).containsExactly(0, 0);
            assertThat(saved.orZeros("normGradient", 0, null)).isSameAs(zeros);
            assertThat(IntStream.range(0, 16)
                            .parallel()
                            .mapToObj(each -> saved.orZeros("normGradient", 0, null))
                            .distinct())
                    .containsExactly(zeros);
            saved.requireAny("normGradient", true);
            assertThatThrownBy(() -> saved.requireAny("normGradient", false))
                    .isInstanceOf(SavedValuesException.class)
                    .hasMessageContaining("[GK-6322] normGradient: every cotangent is null");
        }
    }
}

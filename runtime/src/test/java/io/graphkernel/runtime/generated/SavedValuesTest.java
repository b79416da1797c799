package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.OverlapException;
import io.graphkernel.runtime.exception.SavedValuesException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SavedValuesTest {

    private static final class Saved extends SavedValues {
        Saved() {
            super("normForward", 2, "x", "mean");
        }

        Saved(Tensor x, Tensor mean) {
            this();
            fill(x, mean);
        }

        /** Fills like a stub: x is the caller's, the mean is stored. */
        void fill(Tensor x, Tensor mean) {
            Tensor stored = SavedValues.store(this, 1, mean);
            SavedValues.complete(this, false);
            SavedValues.keep(this, 0, x);
            SavedValues.keep(this, 1, stored);
            SavedValues.result(this, 0, x);
            SavedValues.result(this, 1, stored);
            SavedValues.complete(this, true);
        }

        void again(Tensor x) {
            SavedValues.complete(this, false);
            SavedValues.keep(this, 0, x);
            SavedValues.keep(this, 1, SavedValues.stored(this, 1, Device.cpu()));
            SavedValues.complete(this, true);
        }

        Tensor value(int number) {
            return tensor(number);
        }
    }

    private static Tensor pair(float first, float second) {
        return Tensor.of(new float[] {first, second}, 2);
    }

    @Test
    void savedValues_survivesTheScopeAndTheTensorsThatItWasCreatedOf() {
        Saved saved;
        try (TensorScope scope = TensorScope.open()) {
            saved = new Saved(pair(1, 2), pair(3, 4));
        }
        SavedValues.require("normGradient", saved);
        // Released memory would be reused by the next tensor.
        try (Tensor other = pair(7, 8);
                Tensor another = pair(9, 9)) {
            assertThat(saved.value(0).toFloatArray()).containsExactly(1, 2);
            assertThat(saved.value(1).toFloatArray()).containsExactly(3, 4);
            assertThat(other.get(0) + another.get(0)).isEqualTo(16);
        }
        saved.close();
    }

    @Test
    void savedValues_acceptsOverWhatIsNotTheCallers() {
        Tensor x = pair(1, 2);
        Tensor mean = pair(3, 4);
        new Saved(x, mean).close();
        assertThat(x.isClosed()).isFalse();
        assertThat(mean.isClosed()).isTrue();
        x.close();
    }

    @Test
    void savedValues_isReadAnyNumberOfTimesUntilItIsClosed() {
        try (Tensor x = pair(1, 2)) {
            Saved saved = new Saved(x, pair(3, 4));
            SavedValues.require("normGradient", saved);
            SavedValues.require("normGradient", saved);
            saved.close();
            saved.close();
            assertThatThrownBy(() -> SavedValues.require("normGradient", saved))
                    .isInstanceOf(SavedValuesException.class)
                    .hasMessageContaining("[GK-6320] saved values are released: normGradient: those of normForward");
        }
        assertThatThrownBy(() -> SavedValues.require("normGradient", null)).isInstanceOf(NullTensorException.class);
    }

    @Test
    void savedValues_detectsWritesOfEveryKind() {
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
        notices(x -> LaunchFrame.current(x.device()).output(0, x));
        notices(x -> {
            try (Tensor view = x.reshape(1, 2)) {
                view.copyFrom(new float[] {5, 6});
            }
        });
        notices(x -> {
            try (Tensor slice = x.slice(1, 2)) {
                slice.copyFrom(new float[] {6});
            }
        });
    }

    @Test
    void callThatIsRejected_writesNothing() {
        try (Tensor x = pair(1, 2);
                Tensor three = Tensor.of(new float[] {1, 2, 3}, 3);
                Saved saved = new Saved(x, pair(3, 4))) {
            assertThatThrownBy(() -> ResultChecks.resultTensor("update", "out", x, DType.F64))
                    .isInstanceOf(DTypeMismatchException.class);
            assertThatThrownBy(() -> x.copyFrom(new float[] {1, 2, 3})).isInstanceOf(ShapeMismatchException.class);
            assertThatThrownBy(() -> three.copyTo(x)).isInstanceOf(ShapeMismatchException.class);
            assertThatThrownBy(() -> Ops.assign(x, three)).isInstanceOf(ShapeMismatchException.class);
            SavedValues.require("normGradient", saved);
        }
    }

    private static void notices(Consumer<Tensor> write) {
        try (Tensor x = pair(1, 2)) {
            write.accept(x);
            try (Saved saved = new Saved(x, pair(3, 4))) {
                assertThatCode(() -> SavedValues.require("normGradient", saved)).doesNotThrowAnyException();
                x.toFloatArray();
                assertThatCode(() -> SavedValues.require("normGradient", saved)).doesNotThrowAnyException();
                write.accept(x);
                assertThatThrownBy(() -> SavedValues.require("normGradient", saved))
                        .isInstanceOf(SavedValuesException.class)
                        .hasMessageContaining(
                                "[GK-6321] saved tensor was modified in place: normGradient: tensor x, which normForward saved");
            }
        }
    }

    @Test
    void savedValues_checkOnlyTheSavedElements() {
        try (Tensor buffer = Tensor.of(new float[] {1, 2, 3, 4}, 4);
                Tensor first = buffer.slice(0, 2);
                Tensor second = buffer.slice(2, 4);
                Tensor across = buffer.slice(1, 3);
                Saved saved = new Saved(first, pair(3, 4))) {
            second.copyFrom(new float[] {5, 6});
            assertThatCode(() -> SavedValues.require("normGradient", saved)).doesNotThrowAnyException();
            across.copyFrom(new float[] {7, 8});
            assertThatThrownBy(() -> SavedValues.require("normGradient", saved))
                    .isInstanceOf(SavedValuesException.class);
        }
    }

    @Test
    void savedValues_acceptsTheValuesOfOneCallAfterTheOther() {
        try (Tensor x = pair(1, 2);
                Tensor other = pair(5, 6);
                Saved saved = new Saved(x, pair(3, 4))) {
            Tensor mean = saved.value(1);
            Tensor view = saved.value(0);
            x.copyFrom(new float[] {7, 8});
            saved.again(x);
            SavedValues.require("normGradient", saved);
            assertThat(saved.value(0)).isSameAs(view);
            assertThat(saved.value(1)).isSameAs(mean);
            saved.again(other);
            SavedValues.require("normGradient", saved);
            assertThat(saved.value(0).toFloatArray()).containsExactly(5, 6);
            assertThat(view.isClosed()).isTrue();
            x.copyFrom(new float[] {9, 9});
            assertThatCode(() -> SavedValues.require("normGradient", saved)).doesNotThrowAnyException();
        }
    }

    /** Users see the values, and may close them. */
    @Test
    void savedValues_acceptsNewValuesAfterOneIsClosed() {
        try (Tensor x = pair(1, 2);
                Saved saved = new Saved(x, pair(3, 4))) {
            saved.value(0).close();
            saved.again(x);
            assertThat(saved.value(0).toFloatArray()).containsExactly(1, 2);
            saved.value(1).close();
            assertThat(SavedValues.stored(saved, 1, Device.cpu())).isNull();
            saved.fill(x, pair(5, 6));
            assertThat(saved.value(1).toFloatArray()).containsExactly(5, 6);
            x.copyFrom(new float[] {7, 8});
            assertThatThrownBy(() -> SavedValues.require("normGradient", saved))
                    .isInstanceOf(SavedValuesException.class);
        }
    }

    @Test
    void savedValues_keepsTheMemoryOfWhatIsStored() {
        try (Tensor x = pair(1, 2);
                Saved saved = new Saved()) {
            assertThat(SavedValues.stored(saved, 1, Device.cpu())).isNull();
            saved.fill(x, pair(3, 4));
            Tensor mean = SavedValues.stored(saved, 1, Device.cpu());
            assertThat(mean).isSameAs(saved.value(1));
            Tensor larger = SavedValues.store(saved, 1, Tensor.of(new float[] {1, 2, 3}, 3));
            assertThat(mean.isClosed()).isTrue();
            assertThat(larger.toFloatArray()).containsExactly(1, 2, 3);
        }
    }

    @Test
    void savedValues_isNothingToReadUntilACallHasFilledIt() {
        try (Tensor x = pair(1, 2);
                Tensor closed = pair(1, 2);
                Saved saved = new Saved()) {
            saysThatNothingIsSaved(saved);
            saved.fill(x, pair(3, 4));
            SavedValues.require("normGradient", saved);
            closed.close();
            assertThatThrownBy(() -> saved.again(closed)).isInstanceOf(ClosedTensorException.class);
            saysThatNothingIsSaved(saved);
        }
    }

    private static void saysThatNothingIsSaved(Saved saved) {
        assertThatThrownBy(() -> SavedValues.require("normGradient", saved))
                .isInstanceOf(SavedValuesException.class)
                .hasMessageContaining("[GK-6450] saved values are empty: normGradient");
    }

    @Test
    void savedValues_acceptsNothingAfterItIsClosed() {
        try (Tensor x = pair(1, 2)) {
            Saved saved = new Saved(x, pair(3, 4));
            saved.close();
            assertThatThrownBy(() -> SavedValues.requireOpen("normForward", saved))
                    .isInstanceOf(SavedValuesException.class)
                    .hasMessageContaining("[GK-6320] saved values are released: normForward: those of");
            assertThatThrownBy(() -> saved.fill(x, pair(5, 6))).isInstanceOf(SavedValuesException.class);
            assertThat(saved.value(1).isClosed()).isTrue();
        }
    }

    @Test
    void savedValues_areNotWrittenOverByAResult() {
        try (Tensor x = pair(1, 2);
                Tensor view = x.reshape(1, 2);
                Tensor other = pair(1, 2)) {
            assertThatThrownBy(() -> SavedValues.requireApart("normForward", "out", view, "x", x))
                    .isInstanceOf(OverlapException.class)
                    .hasMessageContaining(
                            "[GK-6451] result shares memory with a saved value: normForward: result out and x");
            assertThatCode(() -> SavedValues.requireApart("normForward", "out", other, "x", x))
                    .doesNotThrowAnyException();
            // The launch says what is wrong with these.
            assertThatCode(() -> SavedValues.requireApart("normForward", "out", null, "x", x))
                    .doesNotThrowAnyException();
            other.close();
            assertThatCode(() -> SavedValues.requireApart("normForward", "out", other, "x", x))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void savedValues_closesAllWhateverOneThrows() {
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
    void savedValues_createsNoZerosAfterItIsClosed() {
        try (Tensor x = pair(1, 2)) {
            Saved saved = new Saved(x, pair(3, 4));
            saved.close();
            assertThatThrownBy(() -> saved.orZeros("normGradient", 0, null))
                    .isInstanceOf(SavedValuesException.class)
                    .hasMessageContaining("[GK-6320] saved values are released: normGradient: those of");
        }
    }

    @Test
    void savedValues_createsNoMemoryForAnAdditionAfterItIsClosed() {
        try (Tensor x = pair(1, 2)) {
            Saved saved = new Saved(x, pair(3, 4));
            Tensor addend = SavedValues.addend("normAccumulateGradient", saved, 0, x);
            assertThat(SavedValues.addend("normAccumulateGradient", saved, 0, x))
                    .isSameAs(addend);
            saved.close();
            assertThat(addend.isClosed()).isTrue();
            assertThatThrownBy(() -> SavedValues.addend("normAccumulateGradient", saved, 0, x))
                    .isInstanceOf(SavedValuesException.class)
                    .hasMessageContaining(
                            "[GK-6320] saved values are released: normAccumulateGradient: those of normForward");
        }
    }

    @Test
    void savedValues_putsZerosInPlaceOfACotangent() {
        try (Tensor x = pair(1, 2);
                Saved saved = new Saved(x, pair(3, 4))) {
            assertThat(saved.orZeros("normGradient", 0, x)).isSameAs(x);
            Tensor zeros = saved.orZeros("normGradient", 0, null);
            assertThat(zeros.isReadOnly()).isTrue();
            assertThat(zeros.dimensions()).containsExactly(2);
            assertThat(saved.orZeros("normGradient", 1, null).address()).isEqualTo(zeros.address());
            assertThat(zeros.toFloatArray()).containsExactly(0, 0);
            assertThat(saved.orZeros("normGradient", 0, null)).isSameAs(zeros);
            assertThat(IntStream.range(0, 16)
                            .parallel()
                            .mapToObj(index -> saved.orZeros("normGradient", 0, null))
                            .distinct())
                    .containsExactly(zeros);
            saved.requireAny("normGradient", true);
            assertThatThrownBy(() -> saved.requireAny("normGradient", false))
                    .isInstanceOf(SavedValuesException.class)
                    .hasMessageContaining("[GK-6322] all cotangents are null: normGradient");
        }
    }
}

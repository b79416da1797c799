package io.graphkernel.runtime;

import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.assign;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.reduceSum;
import static io.graphkernel.runtime.Ops.square;
import static io.graphkernel.runtime.Ops.sub;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.generated.RecordedKernel;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ClosedTensors.class)
class TapeTest {

    record Layer(Tensor w, Tensor b) {}

    private Tensor w;

    @BeforeEach
    void open() {
        w = Tensor.of(new float[] {1, -2, 3}, 3);
    }

    private static void assertRefused(String id, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(GradientException.class).hasMessageStartingWith("[" + id + "]");
    }

    @Test
    void tape_followsJavasControlFlow() {
        try (Tape tape = Tape.open(w)) {
            Tensor h = w;
            int squares = 0;
            while (reduceSum(h).getDouble() < 50) {
                h = square(h);
                squares++;
            }
            assertThat(squares).isEqualTo(2);
            Tensor gradient = tape.gradient(reduceSum(h), w);
            assertThat(gradient.toFloatArray()).containsExactly(4, -32, 108);
        }
    }

    /** Vectors of equal values have no gradient, but the sum of the values has. */
    @Test
    void equalEigenvalues_haveAGradient() {
        Tensor x = Ops.eye(3, 3);
        try (Tape tape = Tape.open(x)) {
            Tensor gradient = tape.gradient(reduceSum(Ops.eigh(x).values()), x);
            assertThat(gradient.toFloatArray()).containsExactly(1, 0, 0, 0, 1, 0, 0, 0, 1);
        }
    }

    @Test
    void tape_acceptsAnyNumberOfGradientsInAnyForm() {
        Layer layer = new Layer(w, Tensor.of(new float[] {5, 6, 7}, 3));
        try (Tape tape = Tape.open(layer)) {
            Tensor h = mul(layer.w(), layer.b());
            Tensor first = reduceSum(h);
            Tensor second = reduceSum(square(h));
            Layer gradients = tape.gradient(first, layer);
            assertThat(gradients.w().toFloatArray()).containsExactly(5, 6, 7);
            assertThat(gradients.b().toFloatArray()).containsExactly(1, -2, 3);
            Tensor[] both = tape.gradient(second, h, layer.w());
            assertThat(both[0].toFloatArray()).containsExactly(10, -24, 42);
            assertThat(both[1].toFloatArray()).containsExactly(50, -144, 294);
            assertThat(tape.gradient(reduceSum(mul(first, 2)), layer.w()).toFloatArray())
                    .containsExactly(10, 12, 14);
        }
    }

    @Test
    void tape_recordsNestedGradients() {
        try (Tape tape = Tape.open(w)) {
            Tensor inner = gradient(() -> reduceSum(mul(square(w), w)), w);
            assertThat(tape.gradient(reduceSum(inner), w).toFloatArray()).containsExactly(6, -12, 18);
        }
    }

    /**
     * Tests that recorded tensors may be closed by their owner, intermediates are released, and gradients belong to the caller.
     */
    @Test
    void tape_keepsWhatItNeeds() {
        Tensor gradient;
        try (Tape tape = Tape.open(w)) {
            Tensor loss;
            try (TensorScope inner = TensorScope.open()) {
                loss = inner.keep(reduceSum(square(mul(w, 2))));
            }
            gradient = tape.gradient(loss, w);
        }
        assertThat(gradient.toFloatArray()).containsExactly(8, -16, 24);
        assign(w, sub(w, gradient));
        assertThat(w.toFloatArray()).containsExactly(-7, 14, -21);
    }

    /** A kernel y = 2 x, of which nothing is saved. */
    private record Twice(Tensor x, Tensor result, Runnable released) implements ForwardCall<Tensor> {

        @Override
        public List<Tensor> results() {
            return List.of(result);
        }

        @Override
        public List<Tensor> differentiable() {
            return List.of(result);
        }

        @Override
        public List<Tensor> parameters() {
            return List.of(x);
        }

        @Override
        public boolean holds(Tensor tensor) {
            return false;
        }

        @Override
        public List<Tensor> gradients(Tensor... cotangents) {
            return List.of(mul(cotangents[0], 2));
        }

        @Override
        public void release() {
            released.run();
        }

        @Override
        public void close() {
            release();
        }
    }

    /** An error of one device leaves nothing open on another. */
    @Test
    void tape_releasesAllWhateverFails() {
        boolean[] released = new boolean[1];
        Tape tape = Tape.open(w);
        Tensor once = RecordedKernel.call(
                "twice",
                () -> new Twice(w, mul(w, 2), () -> {
                    throw new IllegalStateException("mine");
                }));
        Tensor twice = RecordedKernel.call("twice", () -> new Twice(once, mul(once, 2), () -> released[0] = true));
        assertThat(tape.gradient(reduceSum(twice), w).toFloatArray()).containsExactly(4, 4, 4);
        assertThatThrownBy(tape::close).hasMessage("mine");
        assertThat(released[0]).isTrue();
        assertThat(RecordedKernel.isOn()).isFalse();
    }

    /** The loss would take the gradient for a constant. */
    @Test
    void tape_returnsNoGradientInsideALoss() {
        try (Tape tape = Tape.open(w)) {
            Tensor loss = reduceSum(square(w));
            assertRefused(
                    "GK-6417", () -> gradient(() -> add(reduceSum(square(tape.gradient(loss, w))), reduceSum(w)), w));
            Tensor before = tape.gradient(loss, w);
            assertThat(gradient(() -> reduceSum(mul(before, w)), w).toFloatArray())
                    .containsExactly(2, -4, 6);
            assertRefused("GK-6330", () -> tape.gradient(reduceSum(before), w));
        }
    }

    @Test
    void misuse_isNamed() throws InterruptedException {
        Tensor other = Tensor.of(new float[] {1, 2, 3}, 3);
        Tape closed = Tape.open(w);
        closed.close();
        closed.close();
        assertRefused("GK-6411", () -> closed.gradient(reduceSum(w), w));
        assertRefused("GK-6336", Tape::open);
        assertRefused("GK-6332", () -> Tape.open(Tensor.of(new int[] {1}, 1)));
        try (Tape tape = Tape.open(w)) {
            Tensor loss = reduceSum(mul(w, other));
            assertRefused("GK-6413", () -> Tape.open(other));
            assertRefused("GK-6410", () -> tape.gradient(loss, other));
            assertRefused("GK-6330", () -> tape.gradient(reduceSum(other), w));
            assertRefused("GK-6333", () -> tape.gradient(mul(w, 2), w));
            assertRefused("GK-6331", () -> assign(w, other));
            assertThatThrownBy(() -> RecordedKernel.constant("scale", "by", null))
                    .hasMessageStartingWith("[GK-6001] argument is null: scale: tensor by");
            Throwable[] thrown = new Throwable[2];
            Thread thread = new Thread(() -> {
                thrown[0] = org.assertj.core.api.Assertions.catchThrowable(() -> tape.gradient(loss, w));
                thrown[1] = org.assertj.core.api.Assertions.catchThrowable(tape::close);
            });
            thread.start();
            thread.join();
            assertThat(thrown).allSatisfy(exception -> assertThat(exception).hasMessageStartingWith("[GK-6412]"));
            assertThat(tape.gradient(loss, w).toFloatArray()).containsExactly(1, 2, 3);
            Tensor.zeros(3).copyTo(other);
            assertRefused("GK-6338", () -> tape.gradient(loss, w));
        }
        assertThat(add(w, w).toFloatArray()).containsExactly(2, -4, 6);
    }
}

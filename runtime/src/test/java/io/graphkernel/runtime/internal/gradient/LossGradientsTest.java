package io.graphkernel.runtime.internal.gradient;

import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Gradients.valueAndGradient;
import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.argMaxWithValue;
import static io.graphkernel.runtime.Ops.argMinWithValue;
import static io.graphkernel.runtime.Ops.assign;
import static io.graphkernel.runtime.Ops.bitcast;
import static io.graphkernel.runtime.Ops.cast;
import static io.graphkernel.runtime.Ops.floor;
import static io.graphkernel.runtime.Ops.greater;
import static io.graphkernel.runtime.Ops.maximum;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.reLU;
import static io.graphkernel.runtime.Ops.reduceSum;
import static io.graphkernel.runtime.Ops.reshape;
import static io.graphkernel.runtime.Ops.select;
import static io.graphkernel.runtime.Ops.sqrt;
import static io.graphkernel.runtime.Ops.square;
import static io.graphkernel.runtime.Ops.stopGradient;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import io.graphkernel.annotations.GradientOf;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.ClosedTensors;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tape;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.TestDevices;
import io.graphkernel.runtime.ValueAndGradient;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Gradients of losses that are called as plain Java. */
@ExtendWith(ClosedTensors.class)
class LossGradientsTest {

    record Layer(Tensor w, Tensor b) {}

    record Model(Layer layer, Tensor scale) {}

    record Labelled(Tensor w, int label) {}

    /** A record that cannot be read. */
    record Unreadable(Tensor w) {

        @Override
        public Tensor w() {
            throw LossGradientsTest.<RuntimeException>unchecked(new IOException("unreadable"));
        }
    }

    private Tensor w;

    @BeforeEach
    void open() {
        w = Tensor.of(new float[] {1, -2, 3}, 3);
    }

    @AfterEach
    void close() {
        assertThat(OpTape.current()).isNull();
    }

    private static Tensor cubes(Tensor x) {
        return reduceSum(mul(square(x), x));
    }

    @Test
    void gradient_ofALoss_isRight() {
        ValueAndGradient<Tensor> result = valueAndGradient(() -> cubes(w), w);
        assertThat(result.value().getDouble()).isEqualTo(1 - 8 + 27);
        assertThat(result.gradient().toFloatArray()).containsExactly(3, 12, 27);
    }

    /** The slope of √x at 0 is infinite; ReLU and the maximum do not take it. */
    @Test
    void gradients_ofUnselectedBranches_areSeparate() {
        Tensor x = Tensor.of(new float[] {0, 4}, 2);
        assertThat(gradient(() -> reduceSum(reLU(sqrt(x))), x).toFloatArray()).containsExactly(0, 0.25f);
        assertThat(gradient(() -> reduceSum(maximum(sqrt(x), 1)), x).toFloatArray())
                .containsExactly(0, 0.25f);
    }

    @Test
    void losses_nest() {
        Tensor second = gradient(() -> reduceSum(gradient(() -> cubes(w), w)), w);
        assertThat(second.toFloatArray()).containsExactly(6, -12, 18);
    }

    @Test
    void gradients_haveTheStructureOfTheParameters() {
        Tensor x = Tensor.of(new float[] {1, 2}, 2);
        Model model =
                new Model(new Layer(Tensor.of(new float[] {3, 4}, 2), Tensor.of(new float[] {5}, 1)), Tensor.scalar(2));
        Model gradients = gradient(
                () -> reduceSum(mul(
                        add(reduceSum(mul(x, model.layer().w())), model.layer().b()), model.scale())),
                model);
        assertThat(gradients.layer().w().toFloatArray()).containsExactly(2, 4);
        assertThat(gradients.layer().b().toFloatArray()).containsExactly(2);
        assertThat(gradients.scale().getDouble()).isEqualTo(16);
    }

    @Test
    void oneTensorUnderTwoNames_isRejected() {
        assertThatThrownBy(() -> gradient(() -> cubes(w), w, w))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageStartingWith(
                        "[GK-6077] same tensor is passed for two parameters: gradient: parameter 1 of 2 and parameter 2 of 2 are the same tensor");
        Layer tied = new Layer(w, w);
        assertThatThrownBy(() -> gradient(() -> reduceSum(mul(tied.w(), tied.b())), tied))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("parameter w and parameter b");
        try (Tape tape = Tape.open(w)) {
            Tensor loss = cubes(w);
            assertThatThrownBy(() -> tape.gradient(loss, tied)).isInstanceOf(InvalidArgumentException.class);
        }
    }

    @Test
    void values_computedBefore_areConstants() {
        Tensor before = square(w);
        assertThat(gradient(() -> reduceSum(mul(before, w)), w).toFloatArray()).containsExactly(1, 4, 9);
        assertThat(gradient(() -> reduceSum(mul(stopGradient(square(w)), w)), w).toFloatArray())
                .containsExactly(1, 4, 9);
    }

    /** The first of equal values is the largest, as in a kernel. */
    @Test
    void firstOfEqualExtremes_hasTheGradient() {
        Tensor x = Tensor.of(new float[] {3, 3}, 2);
        assertThat(gradient(() -> argMaxWithValue(x, 0).value(), x).toFloatArray())
                .containsExactly(1, 0);
        assertThat(gradient(() -> argMinWithValue(x, 0).value(), x).toFloatArray())
                .containsExactly(1, 0);
    }

    @Test
    void attributes_areKeptPerCall() {
        Tensor matrix = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
        int[] axes = {0};
        long[] dims = {6};
        Tensor gradient = gradient(
                () -> {
                    Tensor columns = reduceSum(matrix, axes, false);
                    axes[0] = 1;
                    Tensor rows = reduceSum(matrix, axes, false);
                    Tensor flat = reshape(square(matrix), dims);
                    dims[0] = 1;
                    return add(
                            add(reduceSum(square(columns)), reduceSum(square(rows))), reshape(reduceSum(flat), dims));
                },
                matrix);
        assertThat(gradient.toFloatArray()).containsExactly(24, 30, 36, 48, 54, 60);
    }

    /** A branch that is not taken may be NaN or infinite, however many ops lead to it. */
    @Test
    void untakenBranches_haveNoGradient() {
        Tensor gradient = gradient(() -> reduceSum(select(greater(w, 0), square(sqrt(add(sqrt(w), 1))), mul(w, 2))), w);
        assertThat(gradient.toFloatArray()).containsExactly(new float[] {0.5f, 2, 0.28867513f}, offset(1e-6f));
    }

    @Test
    void intermediates_ofALoss_areClosed() {
        Tensor[] squared = new Tensor[1];
        Tensor gradient = gradient(
                () -> {
                    try (TensorScope inner = TensorScope.open()) {
                        squared[0] = square(w);
                        return inner.keep(reduceSum(square(squared[0])));
                    }
                },
                w);
        assertThat(squared[0].isClosed()).isTrue();
        assertThat(gradient.toFloatArray()).containsExactly(4, -32, 108);
        assertThat(w.isClosed()).isFalse();
    }

    @Test
    void nonDifferentiableOp_isRejected() {
        requireProblem(RuntimeProblem.LOSS_NOT_A_NUMBER, () -> gradient(() -> square(w), w));
        requireProblem(RuntimeProblem.LOSS_NOT_A_NUMBER, () -> gradient(() -> cast(reduceSum(w), DType.I32), w));
        requireProblem(RuntimeProblem.LOSS_INDEPENDENT, () -> gradient(() -> Tensor.scalar(1), w));
        requireProblem(RuntimeProblem.LOSS_INDEPENDENT, () -> gradient(() -> reduceSum(floor(w)), w));
        requireProblem(RuntimeProblem.UPDATE_IN_LOSS, () -> gradient(() -> reduceSum(assign(w, square(w))), w));
        requireProblem(RuntimeProblem.NO_GRADIENT_OF_DTYPE, () -> gradient(() -> reduceSum(w), cast(w, DType.I32)));
        requireProblem(RuntimeProblem.NO_GRADIENT_OF_DTYPE, () -> gradient(() -> reduceSum(w), new Labelled(w, 1)));
        requireProblem(RuntimeProblem.NO_PARAMETER_OF_LOSS, () -> gradient(() -> reduceSum(w)));
    }

    @Test
    void bitsOfAParameter_areRejectedUnlessConstant() {
        requireProblem(
                RuntimeProblem.NO_GRADIENT,
                () -> gradient(() -> reduceSum(bitcast(bitcast(square(w), DType.I32), DType.F32)), w));

        Tensor gradient = gradient(() -> reduceSum(mul(w, bitcast(bitcast(stopGradient(w), DType.I32), DType.F32))), w);
        assertThat(gradient.toFloatArray()).containsExactly(w.toFloatArray());
    }

    @Test
    void unusedParameter_isNamed() {
        Tensor other = Tensor.zeros(2);
        String begin = "[GK-6330] loss does not depend on the parameter: ";
        assertThatThrownBy(() -> gradient(() -> Tensor.scalar(1), w)).hasMessageStartingWith(begin + "the parameter\n");
        assertThatThrownBy(() -> gradient(() -> reduceSum(w), w, other))
                .hasMessageStartingWith(begin + "parameter 2 of 2\n");
        assertThatThrownBy(() -> gradient(() -> reduceSum(w), new Model(new Layer(w, other), Tensor.zeros(2))))
                .hasMessageStartingWith(begin + "parameter layer.b\n");
    }

    /** Kernels, one of which has a gradient of its own. */
    static final class Kernels {

        @GraphKernel
        static Tensor rounded(@TensorType("f32[n]") Tensor x) {
            return floor(add(x, 0.5));
        }

        @GradientOf("rounded")
        @GraphKernel
        static Tensor roundedGradient(
                @TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y, @TensorType("f32[n]") Tensor dy) {
            return gradient(() -> reduceSum(square(dy)), dy);
        }

        static Tensor loss(Tensor x) {
            return reduceSum(square(gradient(() -> reduceSum(mul(x, rounded(x))), x)));
        }
    }

    /** It sees the ops of the kernel, whose derivatives are others; also where the derivative of all of them is zero. */
    @Test
    void kernel_withCustomGradient_isRejected() {
        requireProblem(
                RuntimeProblem.CUSTOM_GRADIENT, () -> gradient(() -> reduceSum(mul(w, Kernels.rounded(square(w)))), w));
        requireProblem(RuntimeProblem.CUSTOM_GRADIENT, () -> gradient(() -> Kernels.loss(w), w));
        Tensor other = Tensor.of(new float[] {1.75f, 0, 2}, 3);
        assertThat(gradient(() -> reduceSum(mul(w, Kernels.rounded(other))), w).toFloatArray())
                .containsExactly(2, 0, 2);
        assertThat(Kernels.roundedGradient(w, w, other).toFloatArray()).containsExactly(3.5f, 0, 4);
    }

    @Test
    void viewsAndCopies_areRecorded() {
        assertThat(gradient(() -> reduceSum(mul(w, w.reshape(3))), w).toFloatArray())
                .containsExactly(2, -4, 6);
        assertThat(gradient(() -> reduceSum(square(w.slice(1, 3))), w).toFloatArray())
                .containsExactly(0, -4, 6);
        assertThat(gradient(() -> reduceSum(mul(w, w.to(w.device()))), w).toFloatArray())
                .containsExactly(2, -4, 6);
        Tensor matrix = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 3, 2);
        assertThat(gradient(
                                () -> reduceSum(gradient(
                                        () -> cubes(
                                                matrix.slice(1, 2).reshape(-1).to(Device.cpu())),
                                        matrix)),
                                matrix)
                        .toFloatArray())
                .containsExactly(0, 0, 18, 24, 0, 0);
    }

    @Test
    void copies_toOtherDevices_areRecorded() {
        for (Device device : TestDevices.all().toList()) {
            Tensor there = w.to(device);
            Tensor gradient = gradient(() -> reduceSum(square(there.to(Device.cpu()))), there);
            assertThat(gradient.device()).isSameAs(device);
            assertThat(gradient.toFloatArray()).containsExactly(2, -4, 6);
            assertThat(gradient(() -> add(reduceSum(mul(w.to(device), there)).to(Device.cpu()), reduceSum(w)), w)
                            .toFloatArray())
                    .containsExactly(2, -1, 4);
            assertThat(gradient(() -> reduceSum(mul(there, there)), there).toFloatArray())
                    .containsExactly(2, -4, 6);
        }
    }

    @Test
    void writes_ofReadTensors_areRejected() {
        Tensor factor = Tensor.of(new float[] {1, 2, 3}, 3);
        Tensor alias = w.reshape(1, 3);
        Tensor copy = Tensor.empty(3);
        requireProblem(RuntimeProblem.WRITTEN_IN_LOSS, () -> gradient(() -> writing(w, cubes(w)), w));
        requireProblem(RuntimeProblem.WRITTEN_IN_LOSS, () -> gradient(() -> writing(alias, cubes(w)), w));
        requireProblem(
                RuntimeProblem.WRITTEN_IN_LOSS, () -> gradient(() -> writing(factor, reduceSum(mul(w, factor))), w));
        requireProblem(
                RuntimeProblem.NOT_RECORDED,
                () -> gradient(
                        () -> {
                            w.copyTo(copy);
                            return reduceSum(mul(w, copy));
                        },
                        w));
        Tensor read = gradient(
                () -> {
                    copy.copyFrom(w.toFloatArray());
                    return reduceSum(mul(w, copy));
                },
                w);
        assertThat(read.toFloatArray()).containsExactly(7, 7, 7);
    }

    private static Tensor writing(Tensor target, Tensor loss) {
        target.copyFrom(new float[] {7, 7, 7});
        return loss;
    }

    private static void requireProblem(RuntimeProblem problem, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        GradientException.class, e -> assertThat(e.problem()).isEqualTo(problem));
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> E unchecked(Exception checked) throws E {
        throw (E) checked;
    }

    @Test
    void unreadableRecord_isRejected() {
        Unreadable parameters = new Unreadable(w);
        requireProblem(RuntimeProblem.RECORD_INACCESSIBLE, () -> gradient(() -> cubes(w), parameters));
        assertThatThrownBy(() -> io.graphkernel.runtime.Parameters.of(parameters))
                .isInstanceOf(InvalidArgumentException.class);
    }

    @Test
    void nullAndClosedTensors_areRejected() {
        for (Supplier<Object> call : List.<Supplier<Object>>of(
                () -> gradient(null, w),
                () -> gradient(() -> null, w),
                () -> gradient(() -> reduceSum(w), (Tensor) null),
                () -> gradient(() -> reduceSum(w), new Layer(w, null)))) {
            assertThatThrownBy(call::get).isInstanceOf(NullTensorException.class);
        }
        Tensor closed = Tensor.of(new float[] {1}, 1);
        closed.close();
        assertThatThrownBy(() -> gradient(() -> reduceSum(closed), closed)).isInstanceOf(GraphKernelException.class);
        assertThatThrownBy(() -> gradient(
                        () -> {
                            Tensor loss = reduceSum(w);
                            loss.close();
                            return loss;
                        },
                        w))
                .isInstanceOf(GraphKernelException.class);
    }

    @Test
    void exception_ofTheLoss_isRethrown() {
        assertThatThrownBy(() -> gradient(
                        () -> {
                            throw new IllegalStateException("of the loss");
                        },
                        w))
                .hasMessage("of the loss");
        assertThat(gradient(() -> cubes(w), w).toFloatArray()).containsExactly(3, 12, 27);
    }

    /** Each thread has a tape of its own. */
    @Test
    void otherThreads_areNotRecorded() {
        Tensor gradient = gradient(
                () -> {
                    float[] other = CompletableFuture.supplyAsync(
                                    () -> gradient(() -> cubes(w), w).toFloatArray())
                            .join();
                    assertThat(other).containsExactly(3, 12, 27);
                    return reduceSum(square(w));
                },
                w);
        assertThat(gradient.toFloatArray()).containsExactly(2, -4, 6);
    }
}

package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.RestoredThreads;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.library.PostOp;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(RestoredThreads.class)
class Convolution2dCallTest {
    private static final long[] ONES = {1, 1};
    private static final long[] NO_PADS = {0, 0, 0, 0};
    private static final long[] ONE_AROUND = {1, 1, 1, 1};

    /** Places of execution; the number of threads does not matter on devices. */
    private Function<DType, List<CallPlace>> targets = CallPlace::all;

    private void threads(int count) {
        KernelThreads.setCount(count);
        targets = count == 1 ? CallPlace::all : dtype -> CallPlace.HOSTS;
    }

    @ParameterizedTest
    @EnumSource(value = DType.class, names = "BOOL|F8.*", mode = EnumSource.Mode.MATCH_NONE)
    @Tag("sampled")
    void convolution2dCall_ofEveryDType_isRight(DType dtype) {
        check(dtype, new long[] {2, 3, 9, 8}, new long[] {5, 3, 3, 2}, ONES, ONE_AROUND, ONES, 1);
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F32", "F64", "F16", "BF16"})
    @Tag("slow")
    void convolution2dCall_ofEveryPostOp_isRight(DType dtype) {
        PostOp[] several = {PostOp.BIAS, PostOp.GELU_TANH, PostOp.MUL, PostOp.ADD};
        PostOp[] biasAndRelu = {PostOp.BIAS, PostOp.RELU};
        for (long size : new long[] {3, 1}) {
            long[] weight = {18, 3, size, size};
            for (PostOp operation : PostOp.values()) {
                if (operation == PostOp.ACCUMULATE) {
                    continue; // Of matmuls only.
                }
                check(dtype, new long[] {2, 3, 6, 7}, weight, ONES, NO_PADS, ONES, 1, operation);
            }
            check(dtype, new long[] {2, 3, 6, 7}, weight, ONES, NO_PADS, ONES, 1, several);
            check(dtype, new long[] {2, 3, 6, 7}, weight, ONES, NO_PADS, ONES, 1, biasAndRelu);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    @Tag("slow")
    void convolution2dCall_ofEveryAttribute_isRight(int count) {
        threads(count);
        for (DType dtype : new DType[] {DType.F32, DType.BF16, DType.I32}) {
            check(dtype, new long[] {1, 16, 20, 21}, new long[] {40, 16, 3, 3}, new long[] {2, 3}, ONE_AROUND, ONES, 1);
            check(dtype, new long[] {3, 4, 15, 13}, new long[] {6, 4, 3, 2}, ONES, new long[] {2, 0, 1, 3}, ONES, 1);
            check(dtype, new long[] {1, 4, 15, 13}, new long[] {6, 4, 3, 2}, ONES, ONE_AROUND, new long[] {2, 3}, 1);
            check(dtype, new long[] {1, 24, 15, 13}, new long[] {48, 6, 3, 3}, ONES, ONE_AROUND, ONES, 4, PostOp.BIAS);
            check(dtype, new long[] {2, 32, 15, 13}, new long[] {32, 1, 3, 3}, ONES, ONE_AROUND, ONES, 32, PostOp.BIAS);
            check(dtype, new long[] {1, 64, 14, 14}, new long[] {64, 64, 1, 1}, ONES, NO_PADS, ONES, 1, PostOp.ADD);
            check(dtype, new long[] {3, 64, 14, 14}, new long[] {70, 64, 1, 1}, ONES, NO_PADS, ONES, 1, PostOp.RELU);
            check(dtype, new long[] {1, 4, 3, 3}, new long[] {6, 4, 1, 1}, new long[] {2, 2}, ONE_AROUND, ONES, 1);
        }
    }

    @ParameterizedTest
    @EnumSource(value = DType.class, names = "BOOL|F8.*", mode = EnumSource.Mode.MATCH_NONE)
    @Tag("sampled")
    void convolution2dCall_ofSomeChannelsOfLargerImages_isRight(DType dtype) {
        for (long[] weightDims : new long[][] {{5, 3, 3, 3}, {18, 3, 3, 3}}) {
            Random random = new Random(1);
            Tensor x = RawTensor.random(random, dtype, 3, 3, 6, 7);
            Tensor weight = RawTensor.random(random, dtype, weightDims);
            PostOp[] epilogue = {PostOp.BIAS, PostOp.MUL, PostOp.RELU};
            Convolution2dCall call =
                    new Convolution2dCall("k", "x", "w", dtype, dtype, ONES, NO_PADS, ONES, 1, epilogue);
            long[] dims = {3, weightDims[0], 4, 5};
            double[] expected = naive(x, weight, dims, ONES, new long[2], ONES, 1);
            List<Tensor> tail = CallRunner.tail(random, dtype, call.epilogue(), dims[1], dims);
            CallRunner.apply(call.epilogue(), tail, expected, i -> i / 20 % (int) dims[1]);
            for (CallPlace target : targets.apply(dtype)) {
                Tensor before = RawTensor.random(random, dtype, 3, dims[1] + 5, 4, 5);
                Tensor whole = before.to(target.device());
                Tensor after = CallRunner.runInto(whole, 2 * 20, (dims[1] + 5) * 20, call, target, x, weight, tail);
                CallRunner.assertClose(call, "a region on " + target, channels(after, 2, dims[1]), expected, 4);
                assertThat(channels(after, 0, 2)).containsExactly(channels(before, 0, 2));
                long last = 2 + dims[1];
                assertThat(channels(after, last, 3)).containsExactly(channels(before, last, 3));
            }
        }
    }

    /** Some channels of images [images, channels, 4, 5]. */
    private static double[] channels(Tensor images, long first, long count) {
        double[] values = RawTensor.values(images);
        int channels = (int) images.dimension(1);
        return IntStream.range(0, values.length)
                .filter(i -> i / 20 % channels >= first && i / 20 % channels < first + count)
                .mapToDouble(i -> values[i])
                .toArray();
    }

    @Test
    @Tag("slow")
    void convolution2dCall_ofEmptySizes_isRight() {
        check(DType.F32, new long[] {0, 3, 5, 5}, new long[] {2, 3, 3, 3}, ONES, NO_PADS, ONES, 1);
        check(DType.F32, new long[] {2, 0, 5, 5}, new long[] {2, 0, 3, 3}, ONES, NO_PADS, ONES, 1, PostOp.BIAS);
        check(DType.F32, new long[] {2, 3, 5, 5}, new long[] {0, 3, 3, 3}, ONES, NO_PADS, ONES, 1);
    }

    @Test
    void channels_mustFit() {
        assertThatThrownBy(() -> run(new long[] {1, 4, 5, 5}, new long[] {6, 4, 3, 3}, 2))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("net: x [1, 4, 5, 5] and w [6, 4, 3, 3] with groups");
        assertThatThrownBy(() -> run(new long[] {1, 4, 5, 5}, new long[] {5, 2, 3, 3}, 2))
                .isInstanceOf(ShapeMismatchException.class);
    }

    @Test
    void kernel_mustFitIntoTheImage() {
        assertThatThrownBy(() -> run(new long[] {1, 1, 5, 2}, new long[] {1, 1, 3, 3}, 1))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("along axis 3")
                .hasMessageContaining("spans 3 positions, and the padded input has 2");
    }

    @Test
    void attributes_areChecked() {
        assertThatThrownBy(() -> new Convolution2dCall(
                        "net", "x", "w", DType.F32, DType.F32, new long[] {1, 0}, NO_PADS, ONES, 1))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("net: strides cannot be [1, 0]");
        assertThatThrownBy(() -> new Convolution2dCall(
                        "net", "x", "w", DType.F32, DType.F32, ONES, new long[] {1, 1, 1}, ONES, 1))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("pads cannot be [1, 1, 1]");
    }

    private static void run(long[] x, long[] weight, int groups) {
        Convolution2dCall call =
                new Convolution2dCall("net", "x", "w", DType.F32, DType.F32, ONES, NO_PADS, ONES, groups);
        CallRunner.run(call, CallPlace.HOST, Tensor.zeros(x), Tensor.zeros(weight), List.of(), 1);
    }

    /** Everywhere; twice, with other addresses. */
    private void check(
            DType dtype,
            long[] xDims,
            long[] weightDims,
            long[] strides,
            long[] pads,
            long[] dilations,
            int groups,
            PostOp... epilogue) {
        Convolution2dCall call =
                new Convolution2dCall("k", "x", "w", dtype, dtype, strides, pads, dilations, groups, epilogue);
        for (int seed = 0; seed < 2; seed++) {
            Random random = new Random(seed);
            Tensor x = RawTensor.random(random, dtype, xDims);
            Tensor weight = RawTensor.random(random, dtype, weightDims);
            long[] before = {pads[0], pads[2]};
            long[] after = {pads[1], pads[3]};
            long[] dims = {xDims[0], weightDims[0], 0, 0};
            for (int axis = 0; axis < 2; axis++) {
                long free = xDims[2 + axis] + before[axis] + after[axis] - (weightDims[2 + axis] - 1) * dilations[axis];
                dims[2 + axis] = (free - 1) / strides[axis] + 1;
            }
            double[] expected = naive(x, weight, dims, strides, before, dilations, groups);
            List<Tensor> tail = CallRunner.tail(random, dtype, call.epilogue(), dims[1], dims);
            int area = (int) (dims[2] * dims[3]);
            CallRunner.apply(call.epilogue(), tail, expected, i -> i / area % (int) dims[1]);
            for (CallPlace target : targets.apply(dtype)) {
                Tensor result = CallRunner.run(call, target, x, weight, tail, dims);
                String shapes = Arrays.toString(xDims) + " * " + Arrays.toString(weightDims) + " on " + target;
                CallRunner.assertClose(call, shapes, RawTensor.values(result), expected, 4);
            }
        }
    }

    /** The definition: each product of the image and a weight goes where it belongs. */
    private static double[] naive(
            Tensor x, Tensor weight, long[] dims, long[] strides, long[] before, long[] dilations, int groups) {
        double[] values = new double[(int) (dims[0] * dims[1] * dims[2] * dims[3])];
        double[] image = RawTensor.values(x);
        double[] factors = RawTensor.values(weight);
        int channels = (int) weight.dimension(1);
        int filtersPerGroup = (int) (dims[1] / groups);
        int at = 0;
        for (int n = 0; n < dims[0]; n++) {
            for (int filter = 0; filter < dims[1]; filter++) {
                for (int row = 0; row < dims[2]; row++) {
                    for (int column = 0; column < dims[3]; column++, at++) {
                        for (int c = 0; c < channels; c++) {
                            int channel = n * (int) x.dimension(1) + filter / filtersPerGroup * channels + c;
                            for (int i = 0; i < weight.dimension(2); i++) {
                                for (int j = 0; j < weight.dimension(3); j++) {
                                    long y = row * strides[0] - before[0] + i * dilations[0];
                                    long z = column * strides[1] - before[1] + j * dilations[1];
                                    if (y >= 0 && y < x.dimension(2) && z >= 0 && z < x.dimension(3)) {
                                        long from = (channel * x.dimension(2) + y) * x.dimension(3) + z;
                                        long factor = ((filter * channels + c) * weight.dimension(2) + i)
                                                        * weight.dimension(3)
                                                + j;
                                        values[at] += image[(int) from] * factors[(int) factor];
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        return values;
    }
}

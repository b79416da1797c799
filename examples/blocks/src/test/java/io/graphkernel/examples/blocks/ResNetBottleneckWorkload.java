package io.graphkernel.examples.blocks;

import static io.graphkernel.examples.blocks.Values.sum;

import java.util.List;
import java.util.function.BiFunction;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

final class ResNetBottleneckWorkload extends Workload {
    private static final double EPSILON = 1e-5;

    /** Operands of a convolution: its weight, and four of its batch normalization. */
    private static final int PER_CONVOLUTION = 5;

    ResNetBottleneckWorkload(int images, int channels, int middle, int height, int width) {
        super("ResNet bottleneck", ResNetBottleneck.class, "bottleneck");
        tensor(-2, 2, images, channels, height, width);
        convolution(channels, middle, 1);
        convolution(middle, middle, 3);
        convolution(middle, channels, 1);
    }

    private void convolution(int from, int to, int size) {
        double most = Math.sqrt(3.0 / (from * size * size));
        tensor(-most, most, to, from, size, size);
        tensor(0.5, 1.5, to);
        tensor(-0.5, 0.5, to);
        tensor(-0.5, 0.5, to);
        tensor(0.5, 1.5, to);
    }

    @Override
    List<Values> expected(List<Values> x) {
        Values image = x.get(0);
        Values third = normalized(x, 2, relu(normalized(x, 1, relu(normalized(x, 0, image)))));
        return List.of(relu(Values.of(p -> third.at(p) + image.at(p), image.dims())));
    }

    private static Values relu(Values x) {
        return Values.of(p -> Math.max(x.at(p), 0), x.dims());
    }

    /** The convolution of a number, from 0, and its batch normalization. */
    private static Values normalized(List<Values> x, int number, Values image) {
        int first = 1 + number * PER_CONVOLUTION;
        Values weight = x.get(first);
        int from = weight.dims()[1];
        int size = weight.dims()[2];
        int height = image.dims()[2];
        int width = image.dims()[3];
        Values convolved = Values.of(
                p -> sum(from * size * size, k -> {
                    int row = p[2] + k / size % size - size / 2;
                    int column = p[3] + k % size - size / 2;
                    boolean inside = row >= 0 && row < height && column >= 0 && column < width;
                    int channel = k / size / size;
                    return inside
                            ? image.at(p[0], channel, row, column) * weight.at(p[1], channel, k / size % size, k % size)
                            : 0;
                }),
                image.dims()[0],
                weight.dims()[0],
                height,
                width);
        return Values.of(
                p -> (convolved.at(p) - x.get(first + 3).at(p[1]))
                                / Math.sqrt(x.get(first + 4).at(p[1]) + EPSILON)
                                * x.get(first + 1).at(p[1])
                        + x.get(first + 2).at(p[1]),
                convolved.dims());
    }

    @Override
    List<Tensor> torch(List<Tensor> x) {
        return bottleneck(x, ResNetBottleneckWorkload::batchNorm);
    }

    /** The op of PyTorch takes statistics for constants. */
    @Override
    List<Tensor> differentiable(List<Tensor> x) {
        return bottleneck(x, ResNetBottleneckWorkload::writtenOut);
    }

    private static List<Tensor> bottleneck(List<Tensor> x, BiFunction<Tensor, List<Tensor>, Tensor> batchNorm) {
        Tensor first = normalized(x, 0, x.get(0), batchNorm).relu_();
        Tensor second = normalized(x, 1, first, batchNorm).relu_();
        return List.of(normalized(x, 2, second, batchNorm).add_(x.get(0)).relu_());
    }

    private static Tensor normalized(
            List<Tensor> x, int number, Tensor image, BiFunction<Tensor, List<Tensor>, Tensor> batchNorm) {
        int first = 1 + number * PER_CONVOLUTION;
        Tensor weight = x.get(first);
        long pad = weight.size(2) / 2;
        Tensor convolved = torch.conv2d(
                image, weight, new TensorOptional(), new long[] {1, 1}, new long[] {pad, pad}, new long[] {1, 1}, 1);
        return batchNorm.apply(convolved, x.subList(first + 1, first + PER_CONVOLUTION));
    }

    /** Returns the batch normalization with a scale, a bias, a mean and a variance. */
    private static Tensor batchNorm(Tensor x, List<Tensor> parameters) {
        return torch.batch_norm(
                x,
                new TensorOptional(parameters.get(0)),
                new TensorOptional(parameters.get(1)),
                new TensorOptional(parameters.get(2)),
                new TensorOptional(parameters.get(3)),
                false,
                0,
                EPSILON,
                false);
    }

    private static Tensor writtenOut(Tensor x, List<Tensor> parameters) {
        List<Tensor> ofChannels = parameters.stream()
                .map(parameter -> parameter.unsqueeze(-1).unsqueeze(-1))
                .toList();
        Tensor deviation = ofChannels.get(3).add(new Scalar(EPSILON)).sqrt();
        Tensor centred = x.sub(ofChannels.get(2)).div(deviation);
        return centred.mul(ofChannels.get(0)).add(ofChannels.get(1));
    }
}

package io.graphkernel.examples.blocks;

import static io.graphkernel.examples.blocks.Values.sum;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

final class GroupNormWorkload extends Workload {
    private static final int GROUPS = 32;
    private static final double EPSILON = 1e-5;

    GroupNormWorkload(int images, int channels, int height, int width) {
        super("Group norm", GroupNorm.class, "groupNorm");
        tensor(-2, 3, images, channels, height, width);
        tensor(0.5, 1.5, channels);
        tensor(-0.5, 0.5, channels);
    }

    @Override
    List<Values> expected(List<Values> x) {
        int[] dims = x.get(0).dims();
        int size = dims[1] / GROUPS * dims[2] * dims[3];
        Values groups = x.get(0).as(dims[0], GROUPS, size);
        Values mean = Values.of(p -> sum(size, k -> groups.at(p[0], p[1], k)) / size, dims[0], GROUPS);
        Values variance = Values.of(
                p -> sum(size, k -> Math.pow(groups.at(p[0], p[1], k) - mean.at(p), 2)) / size, dims[0], GROUPS);
        int perGroup = dims[1] / GROUPS;
        return List.of(Values.of(
                p -> (x.get(0).at(p) - mean.at(p[0], p[1] / perGroup))
                                / Math.sqrt(variance.at(p[0], p[1] / perGroup) + EPSILON)
                                * x.get(1).at(p[1])
                        + x.get(2).at(p[1]),
                dims));
    }

    @Override
    List<Tensor> torch(List<Tensor> x) {
        return List.of(torch.group_norm(
                x.get(0), GROUPS, new TensorOptional(x.get(1)), new TensorOptional(x.get(2)), EPSILON, false));
    }
}

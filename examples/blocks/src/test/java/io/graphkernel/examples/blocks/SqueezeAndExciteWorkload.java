package io.graphkernel.examples.blocks;

import static io.graphkernel.examples.blocks.Values.sigmoid;
import static io.graphkernel.examples.blocks.Values.sum;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

final class SqueezeAndExciteWorkload extends Workload {

    SqueezeAndExciteWorkload(int images, int channels, int squeezed, int height, int width) {
        super("Squeeze-and-excite", SqueezeAndExcite.class, "squeezeAndExcite");
        tensor(-2, 3, images, channels, height, width);
        weight(channels, squeezed);
        tensor(-0.5, 0.5, squeezed);
        weight(squeezed, channels);
        tensor(-0.5, 0.5, channels);
    }

    @Override
    List<Values> expected(List<Values> x) {
        Values image = x.get(0);
        int[] dims = image.dims();
        int area = dims[2] * dims[3];
        Values pooled =
                Values.of(p -> sum(area, k -> image.at(p[0], p[1], k / dims[3], k % dims[3])) / area, dims[0], dims[1]);
        Values small = pooled.linear(x.get(1), x.get(2));
        Values excited = Values.of(p -> Math.max(small.at(p), 0), small.dims()).linear(x.get(3), x.get(4));
        return List.of(Values.of(p -> image.at(p) * sigmoid(excited.at(p[0], p[1])), dims));
    }

    @Override
    List<Tensor> torch(List<Tensor> x) {
        Tensor pooled = x.get(0).mean(2, 3);
        Tensor squeezed = torch.addmm(x.get(2), pooled, x.get(1)).relu_();
        Tensor weights = torch.addmm(x.get(4), squeezed, x.get(3)).sigmoid_();
        return List.of(x.get(0).mul(weights.unsqueeze(-1).unsqueeze(-1)));
    }
}

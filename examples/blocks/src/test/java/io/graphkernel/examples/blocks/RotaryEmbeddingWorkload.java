package io.graphkernel.examples.blocks;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

final class RotaryEmbeddingWorkload extends Workload {

    RotaryEmbeddingWorkload(int batch, int length, int heads, int size) {
        super("Rotary embedding", RotaryEmbedding.class, "rotateBoth");
        tensor(-2, 2, batch, length, heads, size);
        tensor(-2, 2, batch, length, heads, size);
        tensor(-1, 1, length, size / 2);
        tensor(-1, 1, length, size / 2);
    }

    @Override
    List<Values> expected(List<Values> x) {
        return List.of(rotated(x.get(0), x.get(2), x.get(3)), rotated(x.get(1), x.get(2), x.get(3)));
    }

    private static Values rotated(Values x, Values cosine, Values sine) {
        int half = x.dims()[3] / 2;
        return Values.of(
                p -> {
                    boolean isFirst = p[3] < half;
                    double other = x.at(p[0], p[1], p[2], isFirst ? p[3] + half : p[3] - half);
                    double turned = other * sine.at(p[1], p[3] % half);
                    return x.at(p) * cosine.at(p[1], p[3] % half) + (isFirst ? -turned : turned);
                },
                x.dims());
    }

    @Override
    List<Tensor> torch(List<Tensor> x) {
        Tensor cosine = x.get(2).unsqueeze(1);
        Tensor sine = x.get(3).unsqueeze(1);
        return List.of(rotated(x.get(0), cosine, sine), rotated(x.get(1), cosine, sine));
    }

    private static Tensor rotated(Tensor x, Tensor cosine, Tensor sine) {
        TensorVector halves = x.chunk(2, -1);
        Tensor first = halves.get(0).mul(cosine).sub(halves.get(1).mul(sine));
        Tensor second = halves.get(1).mul(cosine).add(halves.get(0).mul(sine));
        return torch.cat(new TensorVector(first, second), -1);
    }
}

package io.graphkernel.examples.blocks;

import static io.graphkernel.examples.blocks.Torch.layerNorm;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

final class BertEncoderLayerWorkload extends Workload {
    private static final double EPSILON = 1e-12;
    private static final int SIZE = MaskedAttention.HEAD_SIZE;

    private final int batch;
    private final int length;
    private final int hidden;

    BertEncoderLayerWorkload(int batch, int length, int heads, int inner) {
        super("BERT encoder layer", BertEncoderLayer.class, "encoderLayer");
        this.batch = batch;
        this.length = length;
        this.hidden = heads * SIZE;
        tensor(-2, 2, batch, length, hidden);
        tensor(MaskedAttentionWorkload::mask, batch, 1, length, length);
        weight(hidden, 3 * hidden);
        tensor(-0.5, 0.5, 3 * hidden);
        weight(hidden, hidden);
        tensor(-0.5, 0.5, hidden);
        tensor(0.5, 1.5, hidden);
        tensor(-0.5, 0.5, hidden);
        weight(hidden, inner);
        tensor(-0.5, 0.5, inner);
        weight(inner, hidden);
        tensor(-0.5, 0.5, hidden);
        tensor(0.5, 1.5, hidden);
        tensor(-0.5, 0.5, hidden);
    }

    @Override
    List<Values> expected(List<Values> x) {
        Values tokens = x.get(0).as(batch * length, hidden);
        Values projected = tokens.linear(x.get(2), x.get(3));
        Values context = MaskedAttentionWorkload.attention(
                heads(projected, 0), heads(projected, 1), heads(projected, 2), x.get(1), length, length);
        Values merged = Values.of(
                p -> context.at(p[0] / length, p[1] / SIZE, p[0] % length, p[1] % SIZE), batch * length, hidden);
        Values output = merged.linear(x.get(4), x.get(5));
        Values middle =
                Values.of(p -> output.at(p) + tokens.at(p), tokens.dims()).layerNorm(x.get(6), x.get(7), EPSILON);
        Values up = middle.linear(x.get(8), x.get(9));
        Values activated = Values.of(p -> up.at(p) * normalDistribution(up.at(p)), up.dims());
        Values down = activated.linear(x.get(10), x.get(11));
        Values last = Values.of(p -> down.at(p) + middle.at(p), tokens.dims());
        return List.of(last.layerNorm(x.get(12), x.get(13), EPSILON).as(batch, length, hidden));
    }

    private Values heads(Values projected, int number) {
        return Values.of(
                p -> projected.at(p[0] * length + p[2], number * hidden + p[1] * SIZE + p[3]),
                batch,
                hidden / SIZE,
                length,
                SIZE);
    }

    /** Φ(x), by the series of Marsaglia, "Evaluating the Normal Distribution". */
    private static double normalDistribution(double x) {
        double sum = x;
        double term = x;
        for (int i = 3; i < 200; i += 2) {
            term *= x * x / i;
            sum += term;
        }
        return 0.5 + sum * Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
    }

    @Override
    List<Tensor> torch(List<Tensor> x) {
        Tensor tokens = x.get(0).view(batch * length, hidden);
        TensorVector chunks = torch.addmm(x.get(3), tokens, x.get(2))
                .view(batch, length, 3L * hidden)
                .chunk(3, -1);
        Tensor context = MaskedAttentionWorkload.attention(
                heads(chunks.get(0)), heads(chunks.get(1)), heads(chunks.get(2)), x.get(1));
        Tensor merged = context.transpose(1, 2).reshape(batch * length, hidden);
        Tensor attended = torch.addmm(x.get(5), merged, x.get(4)).add(tokens);
        Tensor middle = layerNorm(attended, x.get(6), x.get(7), EPSILON);
        Tensor activated = torch.gelu(torch.addmm(x.get(9), middle, x.get(8)));
        Tensor transformed = torch.addmm(x.get(11), activated, x.get(10)).add(middle);
        return List.of(layerNorm(transformed, x.get(12), x.get(13), EPSILON).view(batch, length, hidden));
    }

    private Tensor heads(Tensor x) {
        return x.view(batch, length, -1, SIZE).transpose(1, 2);
    }
}

package io.graphkernel.examples.blocks;

import static io.graphkernel.examples.blocks.Values.sigmoid;
import static io.graphkernel.examples.blocks.Values.sum;

import java.util.List;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

final class LlamaFeedForwardWorkload extends Workload {
    private static final double EPSILON = 1e-6;

    private final int hidden;
    private final int inner;

    LlamaFeedForwardWorkload(int tokens, int hidden, int inner) {
        super("LLaMA RMSNorm and SwiGLU", LlamaFeedForward.class, "feedForward");
        this.hidden = hidden;
        this.inner = inner;
        tensor(-2, 2, tokens, hidden);
        tensor(-2, 2, tokens, hidden);
        tensor(0.5, 1.5, hidden);
        weight(hidden, 2 * inner);
        weight(inner, hidden);
    }

    @Override
    List<Values> expected(List<Values> x) {
        Values residual =
                Values.of(p -> x.get(0).at(p) + x.get(1).at(p), x.get(0).dims());
        int tokens = residual.dims()[0];
        Values squares = Values.of(p -> sum(hidden, k -> Math.pow(residual.at(p[0], k), 2)) / hidden, tokens);
        Values normalized = Values.of(
                p -> residual.at(p)
                        / Math.sqrt(squares.at(p[0]) + EPSILON)
                        * x.get(2).at(p[1]),
                residual.dims());
        Values both = normalized.times(x.get(3));
        Values activated =
                Values.of(p -> both.at(p) * sigmoid(both.at(p)) * both.at(p[0], p[1] + inner), tokens, inner);
        Values down = activated.times(x.get(4));
        return List.of(Values.of(p -> down.at(p) + residual.at(p), residual.dims()));
    }

    @Override
    List<Tensor> torch(List<Tensor> x) {
        Tensor residual = x.get(0).add(x.get(1));
        Tensor normalized = torch.rms_norm(
                residual, new long[] {hidden}, new TensorOptional(x.get(2)), new DoubleOptional(EPSILON));
        TensorVector halves = torch.matmul(normalized, x.get(3)).chunk(2, -1);
        Tensor activated = torch.silu(halves.get(0)).mul(halves.get(1));
        return List.of(torch.addmm(residual, activated, x.get(4)));
    }
}

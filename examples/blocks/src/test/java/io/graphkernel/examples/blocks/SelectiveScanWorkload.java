package io.graphkernel.examples.blocks;

import io.graphkernel.examples.blocks.functions.SelectiveScan;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

final class SelectiveScanWorkload extends Workload {
    private final int length;
    private final int states;

    SelectiveScanWorkload(int batch, int length, int channels, int states) {
        super("Selective scan", SelectiveScan.class, "selectiveScan");
        this.length = length;
        this.states = states;
        tensor(-2, 2, batch, length, channels);
        tensor(0.01, 0.5, batch, length, channels);
        tensor(-2, -0.1, channels, states);
        tensor(-1, 1, batch, length, states);
        tensor(-1, 1, batch, length, states);
    }

    @Override
    List<Values> expected(List<Values> x) {
        int[] dims = x.get(0).dims();
        int channels = dims[2];
        double[][][] state = new double[dims[0]][channels][states];
        // Row-major order visits the positions of a channel in ascending order.
        return List.of(Values.of(
                p -> Values.sum(states, n -> {
                    double delta = x.get(1).at(p);
                    double added = delta * x.get(3).at(p[0], p[1], n) * x.get(0).at(p);
                    double[] ofChannel = state[p[0]][p[2]];
                    ofChannel[n] = Math.exp(delta * x.get(2).at(p[2], n)) * ofChannel[n] + added;
                    return x.get(4).at(p[0], p[1], n) * ofChannel[n];
                }),
                dims));
    }

    @Override
    List<Tensor> torch(List<Tensor> x) {
        Tensor a = x.get(2);
        TensorVector results = new TensorVector();
        Tensor state = null;
        for (int i = 0; i < length; i++) {
            Tensor delta = x.get(1).select(1, i);
            Tensor step = delta.unsqueeze(-1);
            Tensor added = delta.mul(x.get(0).select(1, i))
                    .unsqueeze(-1)
                    .mul(x.get(3).select(1, i).unsqueeze(1));
            state = state == null ? added : step.mul(a).exp().mul(state).add(added);
            Tensor output = x.get(4).select(1, i).unsqueeze(-1);
            results.push_back(state.matmul(output).squeeze(-1));
        }
        return List.of(torch.stack(results, 1));
    }
}

package io.graphkernel.examples.blocks;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

final class Gpt2MlpWorkload extends Workload {

    Gpt2MlpWorkload(int tokens, int hidden, int inner) {
        super("GPT-2 MLP", Gpt2Mlp.class, "mlp");
        tensor(-2, 2, tokens, hidden);
        weight(hidden, inner);
        tensor(-0.5, 0.5, inner);
        weight(inner, hidden);
        tensor(-0.5, 0.5, hidden);
    }

    @Override
    List<Values> expected(List<Values> x) {
        Values up = x.get(0).linear(x.get(1), x.get(2));
        Values activated = Values.of(p -> geLU(up.at(p)), up.dims());
        return List.of(activated.linear(x.get(3), x.get(4)));
    }

    /** With tanh: Hendrycks and Gimpel, "Gaussian Error Linear Units". */
    private static double geLU(double x) {
        return 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
    }

    @Override
    List<Tensor> torch(List<Tensor> x) {
        Tensor activated = torch.gelu(torch.addmm(x.get(2), x.get(0), x.get(1)), "tanh");
        return List.of(torch.addmm(x.get(4), activated, x.get(3)));
    }
}

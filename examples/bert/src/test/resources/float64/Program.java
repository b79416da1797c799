package float64;

import static io.graphkernel.runtime.Gradients.valueAndGradient;
import static io.graphkernel.runtime.Ops.assign;

import float64.Bert.Batch;
import float64.Bert.Model;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The gradients of the example's BERT, of which all is f64. */
public final class Program {

    private Program() {}

    @GraphKernel
    static Tensor gradients(Model model, Model gradients, Batch batch) {
        var loss = valueAndGradient(() -> Bert.loss(model, batch, 1, 0), model);
        Parameters.forEach(gradients, loss.gradient(), (target, gradient) -> assign(target, gradient));
        return loss.value();
    }

    /**
     * Computes the gradients.
     *
     * @param parameters by name, f32
     * @param batch the components of a batch, f32 and i32
     * @param vocabulary the number of tokens
     * @param positions the length of the longest text
     * @param width of the model
     * @return f64, by name
     */
    public static Map<String, double[]> gradients(
            Map<String, Tensor> parameters, List<Tensor> batch, long vocabulary, long positions, long width) {
        Weights weights = (name, dims) -> wide(parameters.get(name));
        Model model = weights.model(vocabulary, positions, width);
        Map<String, Tensor> targets = new LinkedHashMap<>();
        Weights zeros = (name, dims) -> {
            targets.put(name, Tensor.zeros(DType.F64, dims));
            return targets.get(name);
        };
        ProgramKernels.gradients(
                model,
                zeros.model(vocabulary, positions, width),
                new Batch(batch.get(0), batch.get(1), batch.get(2), batch.get(3), batch.get(4), wide(batch.get(5))));
        Map<String, double[]> gradients = new LinkedHashMap<>();
        targets.forEach((name, gradient) -> gradients.put(name, gradient.toDoubleArray()));
        return gradients;
    }

    private static Tensor wide(Tensor tensor) {
        return Tensor.of(tensor.toDoubleArray(), tensor.dimensions());
    }
}

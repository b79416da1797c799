package io.graphkernel.examples.blocks;

import static io.graphkernel.examples.blocks.Torch.scalar;

import io.graphkernel.examples.blocks.functions.Kepler;
import io.graphkernel.examples.blocks.functions.Orbit;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

final class KeplerWorkload extends Workload {
    private static final int ITERATIONS = 5;

    KeplerWorkload(int bodies) {
        super("Kepler equation", Kepler.class, "position");
        tensor(-Math.PI, Math.PI, bodies);
        tensor(0, 0.9, bodies);
    }

    @Override
    List<Values> expected(List<Values> x) {
        Values eccentricity = x.get(1);
        int[] dims = eccentricity.dims();
        Values angle = Values.of(p -> Orbit.eccentricAnomaly(x.get(0).at(p), eccentricity.at(p)), dims);
        return List.of(
                Values.of(p -> Math.cos(angle.at(p)) - eccentricity.at(p), dims),
                Values.of(p -> Math.sqrt(1 - Math.pow(eccentricity.at(p), 2)) * Math.sin(angle.at(p)), dims));
    }

    @Override
    List<Tensor> torch(List<Tensor> x) {
        Tensor anomaly = x.get(0);
        Tensor eccentricity = x.get(1);
        Tensor angle = anomaly.add(anomaly.sign().mul(scalar(0.85)).mul(eccentricity));
        for (int i = 0; i < ITERATIONS; i++) {
            Tensor error = angle.sub(eccentricity.mul(angle.sin())).sub(anomaly);
            angle = angle.sub(error.div(torch.rsub(eccentricity.mul(angle.cos()), scalar(1))));
        }
        Tensor ratio = torch.rsub(eccentricity.mul(eccentricity), scalar(1)).sqrt();
        return List.of(angle.cos().sub(eccentricity), ratio.mul(angle.sin()));
    }
}

package io.graphkernel.examples.blocks.functions;

import io.graphkernel.runtime.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Positions on orbits, against bisection in float64. */
class KeplerTest {
    private static final int COUNT = 1001;
    private static final double TOLERANCE = 4e-6;

    static final class Program implements Host.Program {

        @Override
        public double[][] run(double[]... operands) {
            Tensor anomaly = Numbers.tensor(operands[0], COUNT);
            Tensor eccentricity = Numbers.tensor(operands[1], COUNT);
            Kepler.Position position = KeplerKernels.position(anomaly, eccentricity);
            return Numbers.elements(position.x(), position.y());
        }
    }

    @ParameterizedTest
    @EnumSource
    void position_matchesFloat64(Host host) {
        double[] anomaly = Numbers.random(1, COUNT, -Math.PI, Math.PI);
        double[] eccentricity = Numbers.random(2, COUNT, 0, 0.9);
        anomaly[0] = 0;
        eccentricity[1] = 0;

        double[][] actual = host.run(Kepler.class, Program.class, anomaly, eccentricity);

        double[] x = new double[COUNT];
        double[] y = new double[COUNT];
        for (int i = 0; i < COUNT; i++) {
            double angle = Orbit.eccentricAnomaly(anomaly[i], eccentricity[i]);
            x[i] = Math.cos(angle) - eccentricity[i];
            y[i] = Math.sqrt(1 - eccentricity[i] * eccentricity[i]) * Math.sin(angle);
        }
        Numbers.check("x", actual[0], x, TOLERANCE);
        Numbers.check("y", actual[1], y, TOLERANCE);
    }
}

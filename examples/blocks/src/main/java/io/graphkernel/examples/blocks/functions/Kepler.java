package io.graphkernel.examples.blocks.functions;

import static io.graphkernel.runtime.Elementwise.map;
import static io.graphkernel.runtime.Ops.cos;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.sin;
import static io.graphkernel.runtime.Ops.sqrt;
import static io.graphkernel.runtime.Ops.square;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Positions on elliptic orbits, by Newton's method for Kepler's equation. */
public final class Kepler {

    private static final int ITERATIONS = 5;
    private static final float START = 0.85f;

    private Kepler() {}

    /**
     * Returns the solution E of Kepler's equation, E - e·sin E = M.
     *
     * @param anomaly mean anomaly M, from -π to π
     * @param eccentricity eccentricity e, from 0 to 0.9
     */
    static float eccentricAnomaly(float anomaly, float eccentricity) {
        float result = anomaly + (anomaly < 0 ? -START : START) * eccentricity;
        for (int i = 0; i < ITERATIONS; i++) {
            float error = result - eccentricity * (float) Math.sin(result) - anomaly;
            result -= error / (1 - eccentricity * (float) Math.cos(result));
        }
        return result;
    }

    /** Position in the plane of the orbit, relative to the focus, in units of the semi-major axis. */
    public record Position(Tensor x, Tensor y) {}

    /**
     * Returns the position of each body.
     *
     * @param anomaly mean anomaly, from -π to π
     * @param eccentricity eccentricity, from 0 to 0.9
     */
    @GraphKernel
    public static Position position(@TensorType("f32[n]") Tensor anomaly, @TensorType("f32[n]") Tensor eccentricity) {
        Tensor angle = map(anomaly, eccentricity, Kepler::eccentricAnomaly);
        Tensor ratio = sqrt(sub(1, square(eccentricity)));
        return new Position(sub(cos(angle), eccentricity), mul(ratio, sin(angle)));
    }
}

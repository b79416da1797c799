package io.graphkernel.examples.blocks.functions;

/** Kepler's equation in float64. */
public final class Orbit {

    private static final int BISECTIONS = 60;

    private Orbit() {}

    /**
     * Returns the eccentric anomaly, by bisection.
     *
     * @param anomaly mean anomaly, from -π to π
     * @param eccentricity eccentricity, below 1
     */
    public static double eccentricAnomaly(double anomaly, double eccentricity) {
        double below = -4;
        double above = 4;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (below + above) / 2;
            if (middle - eccentricity * Math.sin(middle) < anomaly) {
                below = middle;
            } else {
                above = middle;
            }
        }
        return (below + above) / 2;
    }
}

package io.graphkernel.op.definition.network;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import java.util.List;

/** Weights of the neighbors of a position between elements (Keys, Cubic convolution interpolation, 1981). */
final class InterpolationWeights {

    /** Coefficient of cubic interpolation. */
    static final double SHARP = -0.75;

    /** Coefficient of cubic interpolation with antialiasing. */
    static final double SMOOTH = -0.5;

    private InterpolationWeights() {}

    /**
     * Returns the weights of the two or four neighbors.
     *
     * @param mode constant of the sampling modes
     * @param fraction distance from the element before, from 0 to 1
     * @param coefficient coefficient of cubic interpolation
     */
    static List<Node> of(ExpansionBuilder b, String mode, Node fraction, double coefficient) throws TypeException {
        Node rest = b.sub(1, fraction);
        return mode.equals("CUBIC")
                ? List.of(
                        outer(b, b.add(fraction, 1), coefficient),
                        inner(b, fraction, coefficient),
                        inner(b, rest, coefficient),
                        outer(b, b.add(rest, 1), coefficient))
                : List.of(rest, fraction);
    }

    /** Returns the weights at nonnegative distances. */
    static Node at(ExpansionBuilder b, String mode, Node distance, double coefficient) throws TypeException {
        if (!mode.equals("CUBIC")) {
            return b.max(b.sub(1, distance), 0);
        }
        Node beyond = b.select(b.op("Less", distance, 2), outer(b, distance, coefficient), 0);
        return b.select(b.op("LessEqual", distance, 1), inner(b, distance, coefficient), beyond);
    }

    /** Returns ((a + 2) d - (a + 3)) d² + 1. */
    private static Node inner(ExpansionBuilder b, Node distance, double a) throws TypeException {
        Node linear = b.add(b.mul(distance, a + 2), -(a + 3));
        return b.add(b.mul(linear, b.square(distance)), 1);
    }

    /** Returns ((a d - 5 a) d + 8 a) d - 4 a. */
    private static Node outer(ExpansionBuilder b, Node distance, double a) throws TypeException {
        Node quadratic = b.add(b.mul(b.add(b.mul(distance, a), -5 * a), distance), 8 * a);
        return b.add(b.mul(quadratic, distance), -4 * a);
    }
}

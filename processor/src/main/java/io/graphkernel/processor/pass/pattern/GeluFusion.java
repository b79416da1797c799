package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * GeLU that is written as its formula, with the error function or with the hyperbolic tangent, half of it at either end: as
 * files of models have it.
 */
public final class GeluFusion extends PatternPass {

    /** What files say of a number has the precision of f32. */
    private static final double PRECISION = 1e-6;

    private static final double CUBIC = 0.044715;
    private static final String ROOT = "root";
    private static final String HALF = "half";

    /** How half of the product of x and a sum of 1 and something is written. */
    private static final List<String> HALVES = List.of(
            "product = Mul(x, share)\ny = Mul(product, half)",
            "halved = Mul(x, half)\ny = Mul(halved, share)",
            "halved = Mul(share, half)\ny = Mul(x, halved)");

    /** The pass. */
    public GeluFusion() {
        super("gelu_fusion", patterns());
    }

    private static String[] patterns() {
        List<String> patterns = new ArrayList<>();
        for (String halves : HALVES) {
            for (String scaling : List.of("Div(x, root)", "RealDiv(x, root)", "Mul(x, root)")) {
                patterns.add(String.join(
                        "\n",
                        "scaled = " + scaling,
                        "error = Erf(scaled)",
                        "share = Add(error, 1)",
                        halves,
                        "=>",
                        "y = GeLUErf(x)"));
            }
            for (String cube : List.of("cube = Pow(x, 3)", "square = Mul(x, x)\ncube = Mul(square, x)")) {
                patterns.add(String.join(
                        "\n",
                        cube,
                        "bent = Mul(cube, cubic)",
                        "sum = Add(x, bent)",
                        "scaled = Mul(sum, root)",
                        "curve = Tanh(scaled)",
                        "share = Add(curve, 1)",
                        halves,
                        "=>",
                        "y = GeLU(x)"));
            }
        }
        return patterns.toArray(String[]::new);
    }

    @Override
    String condition() {
        return "Numbers are, to six digits, 0.5, √2 to divide by or √½ to multiply with, 0.044715, and √(2/π) for the"
                + " tangent; nobody else reads what is in between.";
    }

    @Override
    boolean applies(PatternMatch match) {
        Node x = match.value("x");
        if (x.isNumber() || !x.dtype().isFloating() || !is(match.value(HALF), 0.5)) {
            return false;
        }
        Node root = match.value(ROOT);
        if (match.value("cubic") != null) {
            return is(match.value("cubic"), CUBIC) && is(root, Math.sqrt(2 / Math.PI));
        }
        boolean multiplies = match.found(match.pattern().giverOf("scaled").orElseThrow())
                .get(0)
                .op()
                .equals("Mul");
        return is(root, multiplies ? Math.sqrt(0.5) : Math.sqrt(2));
    }

    private static boolean is(Node node, double number) {
        return node.kind() == Node.Kind.CONSTANT && Math.abs(node.attributes().value() - number) <= PRECISION * number;
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE;
    }
}

package io.graphkernel.processor.pass.pattern;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;
import java.util.ArrayList;
import java.util.List;

/**
 * Recognizes GeLU written as its formula, with erf or tanh, and the factor 0.5 at either end, as model files have it.
 */
public final class GeluFusion extends PatternPass {

    /** Relative tolerance of constants, which files store in f32. */
    private static final double PRECISION = 1e-6;

    private static final double CUBIC = 0.044715;
    private static final String ROOT = "root";
    private static final String HALF = "half";

    /** Spellings of half of the product of x and 1 plus a term. */
    private static final List<String> HALVES = List.of(
            "product = Mul(x, share)\ny = Mul(product, half)",
            "halved = Mul(x, half)\ny = Mul(halved, share)",
            "halved = Mul(share, half)\ny = Mul(x, halved)");

    /** Creates the pass. */
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
    protected String condition() {
        return "Constants are, to six digits, 0.5, √2 as divisor or √½ as factor, 0.044715, and √(2/π) for tanh;"
                + " intermediate values have no other users.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        Node x = match.value("x");
        if (x.isNumber() || !x.dtype().isFloating() || !is(match.value(HALF), 0.5)) {
            return false;
        }
        Node root = match.value(ROOT);
        if (match.value("cubic") != null) {
            return is(match.value("cubic"), CUBIC) && is(root, Math.sqrt(2 / Math.PI));
        }
        boolean multiplies = match.found(match.pattern().definitionOf("scaled").orElseThrow())
                .get(0)
                .op()
                .equals("Mul");
        return is(root, multiplies ? Math.sqrt(0.5) : Math.sqrt(2));
    }

    private static boolean is(Node node, double number) {
        return node.kind() == Node.Kind.CONSTANT
                && Math.abs(node.attributes().value() - number) <= precision(node.dtype()) * number;
    }

    /** Returns the relative rounding error of constants of a dtype. */
    private static double precision(DataType dtype) {
        return switch (dtype) {
            case F16 -> 0x1p-11;
            case BF16 -> 0x1p-8;
            default -> PRECISION;
        };
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE;
    }
}

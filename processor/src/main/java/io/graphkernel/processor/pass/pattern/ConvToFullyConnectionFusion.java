package io.graphkernel.processor.pass.pattern;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.pass.EpilogueOp;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Replaces a convolution whose kernel is as large as its input by a matmul. Bias and activation after it are moved to
 * the matmul, before the reshape, so that the library can fuse them.
 */
public final class ConvToFullyConnectionFusion extends PatternPass {

    private static final String NONE = "";
    private static final String CHANNELS_FIRST = "NCHW";

    /** Creates the pass. */
    public ConvToFullyConnectionFusion() {
        super("ConvToFullyConnectionFusionPass", patterns());
    }

    /** Returns the patterns, those with more ops first, since the others are subpatterns. */
    private static String[] patterns() {
        List<String> activations = new ArrayList<>(EpilogueOp.activations());
        activations.add(NONE);
        return Stream.of(true, false)
                .flatMap(biased -> activations.stream().map(activation -> pattern(biased, activation)))
                .toArray(String[]::new);
    }

    private static String pattern(boolean biased, String activation) {
        boolean activated = !activation.equals(NONE);
        List<String> lines = new ArrayList<>();
        lines.add((biased || activated ? "convolved" : "y") + " = Conv2D(x, weight)");
        if (biased) {
            lines.add((activated ? "biased" : "y") + " = BiasAdd(convolved, bias)");
        }
        if (activated) {
            lines.add("y = " + activation + (biased ? "(biased)" : "(convolved)"));
        }
        lines.add("=>");
        lines.add("input = Reshape(x)");
        lines.add("kernel = Reshape(weight)");
        lines.add("matmul = MatMul(input, kernel)");
        if (biased) {
            lines.add("sum = BiasAdd(matmul, bias)");
        }
        if (activated) {
            lines.add("active = " + activation + (biased ? "(sum)" : "(matmul)"));
        }
        lines.add("y = Reshape(" + (activated ? "active" : biased ? "sum" : "matmul") + ")");
        return String.join("\n", lines);
    }

    /** Returns all patterns as one text, with optional ops in brackets. */
    @Override
    protected String pattern() {
        return """
                convolved = Conv2D(x, weight)
                biased = [BiasAdd](convolved, bias)
                y = [%s](biased)
                =>
                input = Reshape(x)
                kernel = Reshape(weight)
                matmul = MatMul(input, kernel)
                sum = [BiasAdd](matmul, bias)
                active = [the activation](sum)
                y = Reshape(active)""".formatted(String.join(" or ", EpilogueOp.activations()));
    }

    @Override
    protected String condition() {
        return "The kernel has the input's channels, height and width; no padding, one group, no dilation; a bias is per"
                + " channel.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        Attributes convolution = op(match, 0).attributes();
        List<Dim> input = match.value("x").shape().dims();
        List<Dim> kernel = match.value("weight").shape().dims();
        return input.subList(1, input.size()).equals(kernel.subList(1, kernel.size()))
                && convolution.integer(Attributes.GROUPS) == 1
                && convolution.longs(Attributes.PADS).stream().allMatch(pad -> pad == 0)
                && convolution.longs(Attributes.DILATIONS).stream().allMatch(dilation -> dilation == 1)
                && (match.value("bias") == null
                        || op(match, 1).attributes().text("format").equals(CHANNELS_FIRST));
    }

    private static Node op(PatternMatch match, int number) {
        return match.found(match.pattern().ops().get(number)).get(0);
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        return switch (result) {
            case "input" -> rows(match.value("x"));
            case "kernel" -> rows(match.value("weight"));
            case "matmul" -> Attributes.NONE.with(Attributes.TRANSPOSE_A, false).with(Attributes.TRANSPOSE_B, true);
            case "sum" -> op(match, 1).attributes();
            case "active" -> match.attributes("y");
            default ->
                Attributes.NONE.with(Attributes.DIMS, match.value("y").shape().dims());
        };
    }

    /** Returns the attributes of a reshape that collapses all but the first axis. */
    private static Attributes rows(Node value) {
        List<Dim> dims = value.shape().dims();
        List<Dim> matrix = List.of(dims.get(0), Dim.product(dims.subList(1, dims.size())));
        return Attributes.NONE.with(Attributes.DIMS, matrix);
    }
}

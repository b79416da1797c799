package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.pass.LibraryPostOp;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A convolution whose filter is as large as the image: the product of two matrices. The bias and the activation after it
 * are applied to the product, before it is images again, so that the library can take them.
 */
public final class ConvToFullyConnectionFusion extends PatternPass {

    private static final String NONE = "";
    private static final String CHANNELS_FIRST = "NCHW";

    /** The pass. */
    public ConvToFullyConnectionFusion() {
        super("ConvToFullyConnectionFusionPass", patterns());
    }

    /** Those with more ops first: the others match a part of them. */
    private static String[] patterns() {
        List<String> activations = new ArrayList<>(LibraryPostOp.activations());
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
        lines.add("images = Reshape(x)");
        lines.add("filters = Reshape(weight)");
        lines.add("product = MatMul(images, filters)");
        if (biased) {
            lines.add("sum = BiasAdd(product, bias)");
        }
        if (activated) {
            lines.add("active = " + activation + (biased ? "(sum)" : "(product)"));
        }
        lines.add("y = Reshape(" + (activated ? "active" : biased ? "sum" : "product") + ")");
        return String.join("\n", lines);
    }

    /** All patterns in one: what is in brackets may be missing. */
    @Override
    String pattern() {
        return """
                convolved = Conv2D(x, weight)
                biased = [BiasAdd](convolved, bias)
                y = [%s](biased)
                =>
                images = Reshape(x)
                filters = Reshape(weight)
                product = MatMul(images, filters)
                sum = [BiasAdd](product, bias)
                active = [the activation](sum)
                y = Reshape(active)""".formatted(String.join(" or ", LibraryPostOp.activations()));
    }

    @Override
    String condition() {
        return "Channels, height and width are those of the filter; no padding, one group, no dilation; a bias is of the"
                + " channels.";
    }

    @Override
    boolean applies(PatternMatch match) {
        Attributes convolution = op(match, 0).attributes();
        List<Dim> image = match.value("x").shape().dims();
        List<Dim> filter = match.value("weight").shape().dims();
        return image.subList(1, image.size()).equals(filter.subList(1, filter.size()))
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
    Attributes attributes(PatternMatch match, String result) {
        return switch (result) {
            case "images" -> rows(match.value("x"));
            case "filters" -> rows(match.value("weight"));
            case "product" ->
                Attributes.NONE.with(Attributes.TRANSPOSE_A, false).with(Attributes.TRANSPOSE_B, true);
            case "sum" -> op(match, 1).attributes();
            case "active" -> match.attributes("y");
            default ->
                Attributes.NONE.with(Attributes.DIMS, match.value("y").shape().dims());
        };
    }

    /** All but the first axis as one. */
    private static Attributes rows(Node value) {
        List<Dim> dims = value.shape().dims();
        List<Dim> matrix = List.of(dims.get(0), Dim.product(dims.subList(1, dims.size())));
        return Attributes.NONE.with(Attributes.DIMS, matrix);
    }
}

package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import java.util.List;

/** A convolution whose filter is as large as the image: the product of two matrices. */
public final class ConvToFullyConnectionFusion extends PatternPass {

    /** The pass. */
    public ConvToFullyConnectionFusion() {
        super("ConvToFullyConnectionFusionPass", """
                y = Conv2D(x, weight)
                =>
                images = Reshape(x)
                filters = Reshape(weight)
                product = MatMul(images, filters)
                y = Reshape(product)
                """);
    }

    @Override
    String condition() {
        return "Channels, height and width are those of the filter; no padding, one group, no dilation.";
    }

    @Override
    boolean applies(PatternMatch match) {
        Attributes convolution = match.attributes("y");
        List<Dim> image = match.value("x").shape().dims();
        List<Dim> filter = match.value("weight").shape().dims();
        return image.subList(1, image.size()).equals(filter.subList(1, filter.size()))
                && convolution.integer(Attributes.GROUPS) == 1
                && convolution.longs(Attributes.PADS).stream().allMatch(pad -> pad == 0)
                && convolution.longs(Attributes.DILATIONS).stream().allMatch(dilation -> dilation == 1);
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return switch (result) {
            case "images" -> rows(match.value("x"));
            case "filters" -> rows(match.value("weight"));
            case "product" ->
                Attributes.NONE.with(Attributes.TRANSPOSE_A, false).with(Attributes.TRANSPOSE_B, true);
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

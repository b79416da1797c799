package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import java.util.List;

/**
 * A convolution whose images are normalised by known statistics: the weights of each channel are scaled at each call, which
 * is little next to the images, and what is left of the batch norm is a bias. As sums and products that the library applies
 * to the images the batch norm would round as it does by itself, but oneDNN takes longer for them than a kernel of their
 * own. In 16 bits the scaled weights would lose digits: it stays whole there.
 */
public final class ConvBatchNormFusion extends PatternPass {

    private static final List<DType> WIDE = List.of(DType.F32, DType.F64);
    private static final String FORMAT = "format";
    private static final String CHANNELS_FIRST = "NCHW";

    /** The pass. */
    public ConvBatchNormFusion() {
        super("ConvBatchnormFusionPass", """
                images = Conv2D(x, weight)
                y = BatchNorm(images, scale, bias, mean, variance, epsilon)
                =>
                spread = Add(variance, epsilon)
                rstd = Rsqrt(spread)
                slope = Mul(rstd, scale)
                slopes = Reshape(slope)
                scaled = Mul(weight, slopes)
                convolved = Conv2D(x, scaled)
                moved = Mul(mean, slope)
                shift = Sub(bias, moved)
                y = BiasAdd(convolved, shift)
                """, """
                images = Conv2D(x, weight)
                biased = BiasAdd(images, offset)
                y = BatchNorm(biased, scale, bias, mean, variance, epsilon)
                =>
                spread = Add(variance, epsilon)
                rstd = Rsqrt(spread)
                slope = Mul(rstd, scale)
                slopes = Reshape(slope)
                scaled = Mul(weight, slopes)
                convolved = Conv2D(x, scaled)
                centre = Sub(offset, mean)
                moved = Mul(centre, slope)
                shift = Add(bias, moved)
                y = BiasAdd(convolved, shift)
                """);
    }

    @Override
    String condition() {
        return "The norm, and a bias before it, are those of channels, and the dtype is f32 or f64.";
    }

    @Override
    String standing() {
        return "every product is rounded another way than with the weights as they are, and on a CPU it gains a "
                + "tenth at most.";
    }

    @Override
    boolean applies(PatternMatch match) {
        boolean biasedByChannel = match.value("biased") == null || isByChannel(match.attributes("biased"));
        return WIDE.contains(match.value("y").dtype()) && isByChannel(match.attributes("y")) && biasedByChannel;
    }

    private static boolean isByChannel(Attributes attributes) {
        return attributes.text(FORMAT).equals(CHANNELS_FIRST);
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return switch (result) {
            case "convolved" -> match.attributes("images");
            case "slopes" -> {
                Dim channels = match.value("images").shape().dims().get(1);
                yield Attributes.NONE.with(Attributes.DIMS, List.of(channels, Dim.ONE, Dim.ONE, Dim.ONE));
            }
            case "y" -> Attributes.NONE.with(FORMAT, CHANNELS_FIRST);
            default -> Attributes.NONE;
        };
    }
}

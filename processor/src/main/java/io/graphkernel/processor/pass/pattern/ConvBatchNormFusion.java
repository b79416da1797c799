package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import java.util.List;

/**
 * A convolution whose images are normalised by known statistics: what the batch norm does to a channel becomes a sum, a
 * product and a sum with a vector each, which the library applies before it stores the images, and the vectors are
 * computed from the statistics beside it. They are the operations of the batch norm itself, in its order, so that no
 * result differs; scaling the weights instead would round every product another way. In 16 bits the vectors would be
 * rounded, which the batch norm does not do: it stays whole there.
 */
public final class ConvBatchNormFusion extends PatternPass {

    private static final List<DType> EXACT = List.of(DType.F32, DType.F64);
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
                shift = Neg(mean)
                convolved = Conv2D(x, weight)
                centred = BiasAdd(convolved, shift)
                scaled = Mul(centred, slopes)
                y = BiasAdd(scaled, bias)
                """, """
                images = Conv2D(x, weight)
                biased = BiasAdd(images, offset)
                y = BatchNorm(biased, scale, bias, mean, variance, epsilon)
                =>
                spread = Add(variance, epsilon)
                rstd = Rsqrt(spread)
                slope = Mul(rstd, scale)
                slopes = Reshape(slope)
                shift = Neg(mean)
                convolved = Conv2D(x, weight)
                moved = BiasAdd(convolved, offset)
                centred = BiasAdd(moved, shift)
                scaled = Mul(centred, slopes)
                y = BiasAdd(scaled, bias)
                """);
    }

    @Override
    boolean applies(PatternMatch match) {
        boolean biasedByChannel = match.value("biased") == null || isByChannel(match.attributes("biased"));
        return EXACT.contains(match.value("y").dtype()) && isByChannel(match.attributes("y")) && biasedByChannel;
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
                yield Attributes.NONE.with(Attributes.DIMS, List.of(channels, Dim.ONE, Dim.ONE));
            }
            case "moved", "centred", "y" -> Attributes.NONE.with(FORMAT, CHANNELS_FIRST);
            default -> Attributes.NONE;
        };
    }
}

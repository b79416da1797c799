package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;

/** A norm that is quantised to i8: the normalised values are not stored in between. */
public final class RmsNormQuantFusion extends PatternPass {

    /** The pass. */
    public RmsNormQuantFusion() {
        super("rms_norm_quant_fusion", """
                y, rstd = RmsNorm(x, gamma, epsilon)
                q = QuantV2(y, scale, offset)
                =>
                q = RmsNormQuant(x, gamma, scale, offset, epsilon)
                """);
    }

    @Override
    String condition() {
        return "gamma is a vector, scale and offset are vectors as long or of rank 0; nobody else reads " + "the norm.";
    }

    @Override
    boolean applies(PatternMatch match) {
        return isPerColumn(match);
    }

    /** Whether scale and offset are numbers or vectors along the axis of gamma, so that the result has the shape of x. */
    static boolean isPerColumn(PatternMatch match) {
        Node gamma = match.value("gamma");
        return gamma.shape().rank() == 1
                && isAlong(match.value("scale"), gamma)
                && isAlong(match.value("offset"), gamma);
    }

    private static boolean isAlong(Node parameter, Node gamma) {
        return parameter.shape().rank() == 0 || parameter.type().equals(gamma.type());
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return match.attributes("y");
    }
}

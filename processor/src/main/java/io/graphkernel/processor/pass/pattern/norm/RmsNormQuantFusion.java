package io.graphkernel.processor.pass.pattern.norm;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;

/** Fuses an RMS norm and its quantization to int8, without storing the normalized values. */
public final class RmsNormQuantFusion extends PatternPass {

    /** Creates the pass. */
    public RmsNormQuantFusion() {
        super("rms_norm_quant_fusion", """
                y, rstd = RmsNorm(x, gamma, epsilon)
                q = QuantV2(y, scale, offset)
                =>
                q = RmsNormQuant(x, gamma, scale, offset, epsilon)
                """);
    }

    @Override
    protected String condition() {
        return "gamma is a vector, scale and offset are vectors of the same size or of rank 0; the norm has no other users.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        return isPerColumn(match);
    }

    /**
     * Returns true if scale and offset are numbers or vectors along the axis of gamma, so that the result has the shape
     * of x.
     */
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
    protected Attributes attributes(PatternMatch match, String result) {
        return match.attributes("y");
    }
}

package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;

/**
 * A sum of 16 bits that is normalised in {@code f32} and cast back: one op over 16 bits, which computes in {@code f32}
 * anyway. The rstd of the f32 norm must not be read: that of the new op is rounded to 16 bits.
 */
public final class AddCastRmsNormCastFusion extends PatternPass {

    /** The pass. */
    public AddCastRmsNormCastFusion() {
        super("add_cast_rms_norm_cast_fusion", """
                s = Add(x1, x2)
                wide = Cast(s)
                normal, rstd = RmsNorm(wide, gamma, epsilon)
                y = Cast(normal)
                =>
                y, unread, s = AddRmsNorm(x1, x2, gamma, epsilon)
                """);
    }

    @Override
    String condition() {
        return "x1 and x2 are tensors of 16 bits, of one dtype and shape, the norm computes in f32, y has "
                + "the dtype of the sum; nobody reads rstd.";
    }

    @Override
    boolean applies(PatternMatch match) {
        return areAlike(match.value("x1"), match.value("x2"))
                && match.value("s").dtype().isHalf()
                && match.value("wide").dtype() == DType.F32
                && match.value("y").dtype() == match.value("s").dtype();
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return match.attributes("normal");
    }
}

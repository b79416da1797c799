package io.graphkernel.processor.pass.pattern.norm;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;

/**
 * Fuses a 16-bit sum that is normalized in {@code f32} and cast back into one op on 16-bit values, which computes in
 * {@code f32} anyway. The rstd of the f32 norm must not be used, because the new op rounds it to 16 bits.
 */
public final class AddCastRmsNormCastFusion extends PatternPass {

    /** Creates the pass. */
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
    protected String condition() {
        return "x1 and x2 are 16-bit tensors of one dtype and shape, the norm computes in f32, y has "
                + "the dtype of the sum; rstd is unused.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        return haveSameType(match.value("x1"), match.value("x2"))
                && match.value("s").dtype().isHalf()
                && match.value("wide").dtype() == DataType.F32
                && match.value("y").dtype() == match.value("s").dtype();
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        return match.attributes("normal");
    }
}

package io.graphkernel.runtime.generated.library;

import java.util.function.Supplier;
import org.bytedeco.dnnl.primitive_desc_base;

/** oneDNN has no fast code for a dtype on this processor. It stays within this package, so it has no message. */
final class NotImplementedByOneDnnException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final String REFERENCE_CODE = "ref";

    NotImplementedByOneDnnException(Throwable cause) {
        super(cause);
    }

    /**
     * A primitive's plan.
     *
     * @throws NotImplementedByOneDnnException if oneDNN refuses it, or has only its reference code for it
     */
    static <P extends primitive_desc_base> P unlessMade(Supplier<P> maker) {
        P plan;
        try {
            plan = maker.get();
        } catch (RuntimeException e) {
            throw new NotImplementedByOneDnnException(e);
        }
        if (plan.impl_info_str().getString().startsWith(REFERENCE_CODE)) {
            throw new NotImplementedByOneDnnException(null);
        }
        return plan;
    }
}

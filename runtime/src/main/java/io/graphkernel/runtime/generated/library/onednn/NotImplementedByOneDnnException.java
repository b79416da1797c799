package io.graphkernel.runtime.generated.library.onednn;

import java.util.function.Supplier;
import org.bytedeco.dnnl.primitive_desc_base;

/**
 * Thrown if oneDNN has no optimized implementation for a dtype on this processor. It does not leave this package and
 * has no message.
 */
final class NotImplementedByOneDnnException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final String REFERENCE_CODE = "ref";

    NotImplementedByOneDnnException(Throwable cause) {
        super(cause);
    }

    /**
     * Creates a primitive descriptor.
     *
     * @throws NotImplementedByOneDnnException if oneDNN rejects it, or only has a reference implementation
     */
    static <P extends primitive_desc_base> P create(Supplier<P> maker) {
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

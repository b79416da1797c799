package io.graphkernel.runtime.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.loading.Platform;
import java.util.List;

/** Whether oneDNN is there and what it is used for. This class can be loaded without oneDNN's. */
final class OneDnnLibrary {
    /** The version that the runtime is built against, for the message that asks for it. */
    static final String VERSION = "3.11-1.5.13";

    private OneDnnLibrary() {}

    /**
     * Loads oneDNN.
     *
     * @param method who needs it
     * @throws KernelLibraryException if it is not on the class path, or not for this platform
     */
    static void ensureLoaded(String method) {
        try {
            OneDnn.cpu();
        } catch (LinkageError | RuntimeException e) {
            String platform = Platform.current();
            throw new KernelLibraryException(e, RuntimeProblem.ONEDNN_MISSING, method, platform, e, VERSION);
        }
    }

    /**
     * Whether oneDNN computes the dtype exactly enough. Integers with a tail would be rounded to float in between, and
     * without the instructions for sums of products of bytes it saturates sums of two products to 16 bits.
     */
    static boolean supports(DType dtype, DType resultType, List<PostOp> epilogue) {
        return switch (dtype) {
            case F32, F16, BF16 -> true;
            case I8 -> resultType == DType.I32 && epilogue.isEmpty() && OneDnn.sumsBytesExactly();
            case F64, U8, I32, I64, BOOL -> false;
        };
    }
}

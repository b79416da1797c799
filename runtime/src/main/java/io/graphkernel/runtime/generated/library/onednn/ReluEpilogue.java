package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import java.util.List;

/**
 * ReLU on a chunk of a result right after oneDNN stored it, while it is in a cache. The ReLU of oneDNN returns 0 for
 * NaN, and none of its other post-ops is equivalent for NaN and infinities.
 */
final class ReluEpilogue {
    private static final int F16_MINUS_INFINITY = 0xfc00;
    private static final int BF16_MINUS_INFINITY = 0xff80;

    static {
        BridgeLibrary.ensureLoaded();
    }

    private ReluEpilogue() {}

    /** Returns true if the post-ops of a call end with ReLU, which is always the last one. */
    static boolean isIn(List<PostOp> epilogue) {
        return !epilogue.isEmpty() && epilogue.get(epilogue.size() - 1) == PostOp.RELU;
    }

    /**
     * Applies ReLU to rows.
     *
     * @param address address of the first element of the first row
     * @param rowStep row stride in elements
     */
    static void apply(DType dtype, long address, long rows, long columns, long rowStep) {
        NativeBridge.rectify(address, rows, columns, rowStep * dtype.bytes(), minusInfinity(dtype));
    }

    private static int minusInfinity(DType dtype) {
        return switch (dtype) {
            case F32 -> 0;
            case F16 -> F16_MINUS_INFINITY;
            case BF16 -> BF16_MINUS_INFINITY;
            default -> throw new IllegalArgumentException(dtype.toString());
        };
    }
}

package io.graphkernel.runtime.generated.library;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.loading.BridgeLibrary;
import java.util.List;

/**
 * ReLU of a part of a result right after oneDNN has stored it, while it is in a cache. oneDNN's own gives 0 for NaN, and
 * none of its other post-ops gives what ReLU gives of NaN, of infinities and of all else.
 */
final class StoredRelu {
    private static final int F16_MINUS_INFINITY = 0xfc00;
    private static final int BF16_MINUS_INFINITY = 0xff80;

    static {
        BridgeLibrary.ensureLoaded();
    }

    private StoredRelu() {}

    /** Whether a call ends with ReLU; nothing comes after it. */
    static boolean isIn(List<PostOp> epilogue) {
        return !epilogue.isEmpty() && epilogue.get(epilogue.size() - 1) == PostOp.RELU;
    }

    /**
     * Applies it to rows.
     *
     * @param address the first element of the first row
     * @param rowStep from one row to the next, in elements
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

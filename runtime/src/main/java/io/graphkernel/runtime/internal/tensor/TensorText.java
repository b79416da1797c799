package io.graphkernel.runtime.internal.tensor;

/** Text form of a tensor: {@code Tensor f32[2, 2] [[1.0, 2.0], [3.0, 4.0]]}; elements of another device are copied. */
public final class TensorText {
    /** Number of entries shown at either end of an axis longer than twice this. */
    private static final int EDGE = 3;

    private TensorText() {}

    public static String describe(AbstractTensor tensor) {
        StringBuilder text = new StringBuilder("Tensor ").append(Tensors.describe(tensor));
        boolean onHost = tensor.device().isHost();
        if (!onHost) {
            text.append(" on ").append(tensor.device());
        }
        if (tensor.isClosed()) {
            return text.append(" closed").toString();
        }
        if (!onHost && DeviceFrames.current(tensor.device()).recording() != null) {
            return text.append(" in a capture").toString();
        }
        DeviceCopies.read(tensor, text.append(' '), (host, to) -> append(to, host, 0, 0));
        return text.toString();
    }

    private static void append(StringBuilder text, AbstractTensor tensor, int axis, long offset) {
        if (axis == tensor.rank()) {
            appendElement(text, tensor, offset);
            return;
        }
        long size = tensor.dimension(axis);
        text.append('[');
        for (long i = 0; i < size; i++) {
            if (i > 0) {
                text.append(", ");
            }
            if (i == EDGE && size > 2 * EDGE) {
                text.append("…, ");
                i = size - EDGE;
            }
            append(text, tensor, axis + 1, offset * size + i);
        }
        text.append(']');
    }

    private static void appendElement(StringBuilder text, AbstractTensor tensor, long offset) {
        switch (tensor.dtype()) {
            case F64 -> text.append(TensorData.element(tensor, offset));
            case F32, F16, BF16, F8E4M3, F8E5M2 -> text.append((float) TensorData.element(tensor, offset));
            case BOOL -> text.append(TensorData.longElement(tensor, offset) != 0);
            case U64 -> text.append(Long.toUnsignedString(TensorData.longElement(tensor, offset)));
            default -> text.append(TensorData.longElement(tensor, offset));
        }
    }
}

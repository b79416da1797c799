package io.graphkernel.processor.graph;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The element types of tensors. */
public enum DType {
    F32(4),
    F64(8),
    F16(2),
    BF16(2),
    I8(1),
    U8(1),
    I32(4),
    I64(8),
    BOOL(1);

    private final int byteSize;

    DType(int byteSize) {
        this.byteSize = byteSize;
    }

    /**
     * Size of one element.
     *
     * @return bytes
     */
    public int byteSize() {
        return byteSize;
    }

    /**
     * The name used in {@code @TensorType} and in every text form.
     *
     * @return for example {@code f32}
     */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Finds a dtype by its text.
     *
     * @param text for example {@code f32}
     * @return the dtype, or empty
     */
    public static Optional<DType> byText(String text) {
        return Arrays.stream(values()).filter(d -> d.text().equals(text)).findFirst();
    }

    @Override
    public String toString() {
        return text();
    }
}

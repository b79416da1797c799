package io.graphkernel.training;

import io.graphkernel.runtime.DType;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Names of dtypes in the safetensors format. */
final class SafetensorsDTypes {

    private SafetensorsDTypes() {}

    /** Returns the name of a dtype. */
    static String name(DType dtype) {
        String name = dtype.toString().toUpperCase(Locale.ROOT);
        return dtype.isStorageOnly() ? name.replace("F8", "F8_") : name;
    }

    /** Returns the dtype with a name; null if tensors have no such dtype. */
    static @Nullable DType ofName(String name) {
        return Arrays.stream(DType.values())
                .filter(dtype -> name(dtype).equals(name))
                .findFirst()
                .orElse(null);
    }
}

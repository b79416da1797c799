package io.graphkernel.interop;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDArray;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The memory of DJL's arrays that were created from Java data: a Java buffer that is reachable only from a private
 * field of the array. Neither PyTorch nor the array's views retain it.
 */
final class DjlJavaMemory {
    private static final @Nullable Field DATA = dataField();

    private DjlJavaMemory() {}

    private static @Nullable Field dataField() {
        try {
            Field field = PtNDArray.class.getDeclaredField("dataRef");
            field.setAccessible(true);
            return field;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null; // Another version of DJL; each use reports it.
        }
    }

    /** Returns the buffer that contains an address, of the array or of its base array; null if there is none. */
    static @Nullable ByteBuffer at(long address, PtNDArray array) {
        ByteBuffer own = data(array);
        if (own != null) {
            return own;
        }
        NDManager manager = array.getManager();
        while (true) {
            for (NDArray other : manager.getManagedArrays()) {
                ByteBuffer buffer = other instanceof PtNDArray base ? data(base) : null;
                if (buffer != null) {
                    long start = DjlArrays.addressOf(buffer);
                    if (start <= address && address < start + buffer.capacity()) {
                        return buffer;
                    }
                }
            }
            NDManager parent = manager.getParentManager();
            if (parent == null || parent == manager) {
                return null;
            }
            manager = parent;
        }
    }

    private static @Nullable ByteBuffer data(PtNDArray array) {
        if (DATA == null) {
            throw DjlArrays.ADAPTER.kind(
                    "wrap",
                    "arrays of this version of DJL",
                    "where it keeps arrays of Java data is not known",
                    "DjlArrays.copy(x)");
        }
        try {
            return (ByteBuffer) DATA.get(array);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the field is accessible since the class was loaded", e);
        }
    }
}

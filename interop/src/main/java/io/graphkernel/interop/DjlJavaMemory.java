package io.graphkernel.interop;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDArray;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;

/**
 * The memory of DJL's arrays that were made from Java data. It is a buffer of Java that nothing keeps but a private field
 * of the array: not PyTorch, nor the array's views.
 */
final class DjlJavaMemory {
    private static final Field DATA = dataField();

    private DjlJavaMemory() {}

    private static Field dataField() {
        try {
            Field field = PtNDArray.class.getDeclaredField("dataRef");
            field.setAccessible(true);
            return field;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null; // Another version of DJL; each use says so.
        }
    }

    /** The buffer that an address is in, of the array or of one that it may be a view of; null if there is none. */
    static ByteBuffer at(long address, PtNDArray array) {
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

    private static ByteBuffer data(PtNDArray array) {
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

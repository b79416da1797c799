package io.graphkernel.runtime.internal.foreign;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ForeignMemory;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import org.bytedeco.javacpp.BoolPointer;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.ShortPointer;

/**
 * The memory of a JavaCPP pointer from its position to its limit. Its owner, the pointer itself or another object, is
 * kept reachable. An owner that is a pointer is retained, so that it stays valid even if it is closed.
 */
final class PointerMemory implements ForeignMemory {
    private final Object owner;
    /** The retained owner if it is a pointer; null otherwise. */
    private final Pointer retained;

    private final long address;
    private final long bytes;

    private PointerMemory(Object owner, Pointer retained, long address, long bytes) {
        this.owner = owner;
        this.retained = retained;
        this.address = address;
        this.bytes = bytes;
    }

    /**
     * Returns the memory of a pointer for a tensor.
     *
     * @param type dtype and dims for messages
     * @param owner owner of the memory; null for the pointer itself
     * @throws InvalidArgumentException if the pointer cannot be wrapped
     */
    static PointerMemory of(Pointer pointer, Object owner, DType dtype, String type) {
        requireClass(pointer, dtype, type);
        JavaCpp.ensureLoaded();
        if (Pointer.isNull(pointer)) {
            throw invalid(type, "is null or closed", "pass an open pointer");
        }
        long position = pointer.position();
        long limit = pointer.limit();
        long capacity = pointer.capacity();
        if (capacity <= 0) {
            throw invalid(
                    type,
                    "does not say how large its memory is: its capacity is " + capacity,
                    "set it with pointer.capacity(elements)");
        }
        if (position < 0 || position > limit || limit > capacity) {
            throw invalid(
                    type,
                    "has the position " + position + ", the limit " + limit + " and the capacity " + capacity,
                    "set 0 <= position <= limit <= capacity");
        }
        int width = JavaCpp.elementBytes(pointer);
        if (capacity > Long.MAX_VALUE / width || pointer.address() > Long.MAX_VALUE - capacity * width) {
            throw invalid(type, "has the capacity " + capacity + ", which no memory has", "set the capacity it has");
        }
        Object keeper = owner == null ? pointer : owner;
        return new PointerMemory(
                keeper,
                keeper instanceof Pointer p ? retain(p, type) : null,
                pointer.address() + position * width,
                (limit - position) * width);
    }

    /** Reading a native float as an integer would yield wrong numbers silently. */
    private static void requireClass(Pointer pointer, DType dtype, String type) {
        boolean fits = pointer.getClass() == Pointer.class
                || pointer instanceof BytePointer
                || switch (dtype) {
                    case F32 -> pointer instanceof FloatPointer;
                    case F64 -> pointer instanceof DoublePointer;
                    case F16, BF16, I16, U16 -> pointer instanceof ShortPointer;
                    case I32, U32 -> pointer instanceof IntPointer;
                    case I64, U64 -> pointer instanceof LongPointer;
                    case BOOL -> pointer instanceof BoolPointer;
                    case I8, U8, F8E4M3, F8E5M2 -> false;
                };
        if (!fits) {
            throw invalid(
                    type,
                    "is of the class " + pointer.getClass().getName() + ", which does not go with " + dtype,
                    "name the dtype that is there, or pass a BytePointer to the elements");
        }
    }

    /**
     * Retains a pointer that owns memory. JavaCPP starts the reference count of a new pointer at 0, and closing it
     * frees the memory at 0 or below. One of the threads that wrap a new pointer therefore also counts its current
     * holder. A concurrent close has either freed it, which the final check detects, or not.
     */
    private static Pointer retain(Pointer owner, String type) {
        synchronized (owner) {
            int before = owner.referenceCount();
            requireMemory(owner, before >= 0, type);
            owner.retainReference();
            if (before == 0) {
                owner.retainReference();
            }
            requireMemory(owner, true, type);
            return owner;
        }
    }

    private static void requireMemory(Pointer owner, boolean counted, String type) {
        if (!counted || Pointer.isNull(owner)) {
            throw new InvalidArgumentException(
                    RuntimeProblem.POINTER_WITHOUT_MEMORY,
                    type,
                    owner.getClass().getSimpleName());
        }
    }

    private static InvalidArgumentException invalid(String type, String detail, String fix) {
        return new InvalidArgumentException(RuntimeProblem.INVALID_MEMORY, "the pointer", type, detail, fix);
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long byteCount() {
        return bytes;
    }

    @Override
    public boolean isAlive() {
        return retained == null || retained.referenceCount() > 0;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public void release() {
        if (retained != null) {
            retained.releaseReference();
        }
    }

    @Override
    public String toString() {
        return "of " + owner.getClass().getName();
    }
}

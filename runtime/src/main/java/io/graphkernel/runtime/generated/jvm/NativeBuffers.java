package io.graphkernel.runtime.generated.jvm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bytedeco.javacpp.Pointer;

/**
 * Direct buffers over memory at an address, created by Java code. JNI's {@code NewDirectByteBuffer} returns null if the
 * heap is full or the stack overflows, and some callers crash then. Here, both are regular Java errors.
 */
public final class NativeBuffers {
    private static final MemoryAccess.BufferFactory FACTORY = factory();

    private NativeBuffers() {}

    private static MemoryAccess.BufferFactory factory() {
        try {
            return MemoryAccess.ofThisVirtualMachine().buffers();
        } catch (IllegalStateException e) {
            // The JVM is older than 22 and lacks the module jdk.unsupported.
            return new JavaCppBuffers();
        }
    }

    /** Buffers by JNI, the fallback. */
    private static final class JavaCppBuffers implements MemoryAccess.BufferFactory {
        @Override
        public ByteBuffer at(long address, int bytes) {
            return new AddressPointer(address, bytes).asByteBuffer().limit(bytes);
        }

        @Override
        public long address(ByteBuffer buffer) {
            return new Pointer(buffer.duplicate().clear()).address();
        }
    }

    private static final class AddressPointer extends Pointer {
        AddressPointer(long address, int bytes) {
            this.address = address;
            this.limit = bytes;
            this.capacity = bytes;
        }

        @Override
        public int sizeof() {
            return 1;
        }
    }

    /** Returns the address of the first byte of a direct buffer, regardless of its position. */
    public static long address(ByteBuffer buffer) {
        try {
            return FACTORY.address(buffer);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable unexpected) {
            throw new IllegalStateException("no address of a buffer", unexpected);
        }
    }

    /**
     * Returns a buffer in native byte order over memory that the caller keeps alive.
     *
     * @param address address of the first byte
     * @param bytes nonnegative capacity
     */
    public static ByteBuffer at(long address, int bytes) {
        try {
            return FACTORY.at(address, bytes).order(ByteOrder.nativeOrder());
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable unexpected) {
            throw new IllegalStateException("no buffer at an address", unexpected);
        }
    }
}

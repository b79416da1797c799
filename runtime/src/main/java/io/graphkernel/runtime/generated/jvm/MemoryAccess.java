package io.graphkernel.runtime.generated.jvm;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * Memory access by address, through memory segments from JDK 22 on, and through {@code sun.misc.Unsafe} before, for
 * which newer JDKs print warnings. Both are accessed by reflection, since the code is compiled for JDK 17.
 */
interface MemoryAccess {

    /** Returns a handle {@code (long address) -> type}. */
    MethodHandle getter(Class<?> type);

    /** Returns a handle {@code (long address, type value) -> void}. */
    MethodHandle setter(Class<?> type);

    /** Returns a handle {@code (Object floats, long address, int count) -> void} that copies an array to memory. */
    MethodHandle arrayWriter();

    /** Returns a handle {@code (Object floats, long address, int count) -> void} that fills an array from memory. */
    MethodHandle arrayReader();

    /** A factory of buffers over memory at an address. */
    interface BufferFactory {
        /** Returns a buffer of a nonnegative number of bytes. */
        ByteBuffer at(long address, int bytes) throws Throwable;

        /** Returns the address of the first byte of a direct buffer. */
        long address(ByteBuffer buffer) throws Throwable;
    }

    /** Returns the factory of buffers. */
    BufferFactory buffers();

    /** Type of the handles that copy arrays. */
    MethodType ARRAY_COPY = MethodType.methodType(void.class, Object.class, long.class, int.class);

    static MemoryAccess ofThisVirtualMachine() {
        try {
            return Runtime.version().feature() >= 22 ? new SegmentMemory() : new UnsafeMemory();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM does not support memory access by address", e);
        }
    }

    /** Access through one segment over the whole address space. */
    final class SegmentMemory implements MemoryAccess {
        private final Object everything;
        private final Class<?> layouts = Class.forName("java.lang.foreign.ValueLayout");

        SegmentMemory() throws ReflectiveOperationException {
            Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
            Object empty = segment.getField("NULL").get(null);
            everything = segment.getMethod("reinterpret", long.class).invoke(empty, Long.MAX_VALUE);
        }

        @Override
        public MethodHandle getter(Class<?> type) {
            return handle(type, VarHandle.AccessMode.GET);
        }

        @Override
        public MethodHandle setter(Class<?> type) {
            return handle(type, VarHandle.AccessMode.SET);
        }

        private MethodHandle handle(Class<?> type, VarHandle.AccessMode mode) {
            try {
                String unaligned = type == byte.class ? "" : "_UNALIGNED";
                String name = "JAVA_" + type.getName().toUpperCase(Locale.ROOT) + unaligned;
                Object layout = layouts.getField(name).get(null);
                VarHandle access = (VarHandle) Class.forName("java.lang.foreign.MemoryLayout")
                        .getMethod("varHandle", Class.forName("[Ljava.lang.foreign.MemoryLayout$PathElement;"))
                        .invoke(layout, (Object) noPath());
                return MethodHandles.insertArguments(access.toMethodHandle(mode), 0, everything);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("no memory access to " + type, e);
            }
        }

        @Override
        public MethodHandle arrayWriter() {
            return copy(true);
        }

        @Override
        public MethodHandle arrayReader() {
            return copy(false);
        }

        private MethodHandle copy(boolean write) {
            try {
                Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
                Object floats = layouts.getField("JAVA_FLOAT_UNALIGNED").get(null);
                MethodHandles.Lookup lookup = MethodHandles.publicLookup();
                if (write) {
                    MethodHandle copy = lookup.findStatic(
                            segment,
                            "copy",
                            MethodType.methodType(
                                    void.class, Object.class, int.class, segment, layouts, long.class, int.class));
                    return MethodHandles.insertArguments(copy, 1, 0, everything, floats);
                }
                MethodHandle copy = lookup.findStatic(
                        segment,
                        "copy",
                        MethodType.methodType(
                                void.class, segment, layouts, long.class, Object.class, int.class, int.class));
                MethodHandle bound =
                        MethodHandles.insertArguments(MethodHandles.insertArguments(copy, 4, 0), 0, everything, floats);
                return MethodHandles.permuteArguments(bound, ARRAY_COPY, 1, 0, 2);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("no copies between arrays and memory", e);
            }
        }

        @Override
        public BufferFactory buffers() {
            try {
                Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
                MethodHandles.Lookup lookup = MethodHandles.publicLookup();
                MethodHandle slice = lookup.findVirtual(
                                segment, "asSlice", MethodType.methodType(segment, long.class, long.class))
                        .bindTo(everything);
                MethodHandle buffer =
                        lookup.findVirtual(segment, "asByteBuffer", MethodType.methodType(ByteBuffer.class));
                MethodHandle view = MethodHandles.filterReturnValue(slice, buffer);
                MethodHandle address = MethodHandles.filterReturnValue(
                        lookup.findStatic(segment, "ofBuffer", MethodType.methodType(segment, Buffer.class)),
                        lookup.findVirtual(segment, "address", MethodType.methodType(long.class)));
                return new BufferFactory() {
                    @Override
                    public ByteBuffer at(long begin, int bytes) throws Throwable {
                        return (ByteBuffer) view.invokeExact(begin, (long) bytes);
                    }

                    @Override
                    public long address(ByteBuffer buffer) throws Throwable {
                        return (long)
                                address.invokeExact((Buffer) buffer.duplicate().clear());
                    }
                };
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("no buffers over memory", e);
            }
        }

        private static Object[] noPath() throws ClassNotFoundException {
            Class<?> element = Class.forName("java.lang.foreign.MemoryLayout$PathElement");
            return (Object[]) java.lang.reflect.Array.newInstance(element, 0);
        }
    }

    /** Access through {@code sun.misc.Unsafe}. */
    final class UnsafeMemory implements MemoryAccess {
        /** {@link #floatBytes} as a handle. */
        private static final MethodHandle FLOAT_BYTES = floatBytes();

        private final Class<?> type = Class.forName("sun.misc.Unsafe");
        private final Object unsafe;

        UnsafeMemory() throws ReflectiveOperationException {
            Field field = type.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            unsafe = field.get(null);
        }

        @Override
        public MethodHandle getter(Class<?> value) {
            return handle("get" + suffix(value), long.class);
        }

        @Override
        public MethodHandle setter(Class<?> value) {
            return handle("put" + suffix(value), long.class, value);
        }

        @Override
        public MethodHandle arrayWriter() {
            // Of the parameters (source, offset, target, address, bytes).
            MethodHandle copy = MethodHandles.insertArguments(copyMemory(), 1, floatOffset(), null);
            return MethodHandles.filterArguments(copy, 2, FLOAT_BYTES);
        }

        @Override
        public MethodHandle arrayReader() {
            // Of the parameters (source, address, target, offset, bytes).
            MethodHandle copy = MethodHandles.insertArguments(copyMemory(), 3, floatOffset());
            copy = MethodHandles.filterArguments(MethodHandles.insertArguments(copy, 0, (Object) null), 2, FLOAT_BYTES);
            return MethodHandles.permuteArguments(copy, ARRAY_COPY, 1, 0, 2);
        }

        private MethodHandle copyMemory() {
            return handle("copyMemory", Object.class, long.class, Object.class, long.class, long.class);
        }

        private long floatOffset() {
            try {
                return type.getField("ARRAY_FLOAT_BASE_OFFSET").getInt(null);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("no offset of the elements of arrays", e);
            }
        }

        private static MethodHandle floatBytes() {
            try {
                return MethodHandles.lookup()
                        .findStatic(UnsafeMemory.class, "floatBytes", MethodType.methodType(long.class, int.class));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }

        @SuppressWarnings("UnusedMethod") // Called through FLOAT_BYTES.
        private static long floatBytes(int count) {
            return (long) count * Float.BYTES;
        }

        /** Duplicates a buffer and changes its address, as LWJGL and Netty do on these versions. */
        @Override
        public BufferFactory buffers() {
            ByteBuffer template = ByteBuffer.allocateDirect(1);
            MethodHandle putAddress;
            MethodHandle putCapacity;
            MethodHandle putAttachment;
            MethodHandle getAddress;
            try {
                Class<?> buffers = Class.forName("java.nio.Buffer");
                putAddress = field(buffers.getDeclaredField("address"), "putLong", long.class);
                getAddress = field(buffers.getDeclaredField("address"), "getLong");
                putCapacity = field(buffers.getDeclaredField("capacity"), "putInt", int.class);
                putAttachment = field(
                        Class.forName("java.nio.DirectByteBuffer").getDeclaredField("att"), "putObject", Object.class);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("no access to the fields of buffers", e);
            }
            return new BufferFactory() {
                @Override
                public ByteBuffer at(long address, int bytes) throws Throwable {
                    ByteBuffer buffer = template.duplicate();
                    putAddress.invokeExact((Object) buffer, address);
                    putCapacity.invokeExact((Object) buffer, bytes);
                    // Otherwise, views of the buffer would retain the template instead of the buffer.
                    putAttachment.invokeExact((Object) buffer, (Object) null);
                    return buffer.limit(bytes);
                }

                @Override
                public long address(ByteBuffer buffer) throws Throwable {
                    return (long) getAddress.invokeExact((Object) buffer);
                }
            };
        }

        /** Returns a method for a field: {@code (Object buffer, values) -> result}. */
        private MethodHandle field(Field field, String method, Class<?>... values) throws ReflectiveOperationException {
            Class<?>[] parameters = new Class<?>[2 + values.length];
            parameters[0] = Object.class;
            parameters[1] = long.class;
            System.arraycopy(values, 0, parameters, 2, values.length);
            long offset =
                    (long) type.getMethod("objectFieldOffset", Field.class).invoke(unsafe, field);
            return MethodHandles.insertArguments(handle(method, parameters), 1, offset);
        }

        private MethodHandle handle(String name, Class<?>... parameters) {
            try {
                return MethodHandles.lookup()
                        .unreflect(type.getMethod(name, parameters))
                        .bindTo(unsafe);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("no memory access " + name, e);
            }
        }

        private static String suffix(Class<?> value) {
            String name = value.getName();
            return Character.toUpperCase(name.charAt(0)) + name.substring(1);
        }
    }
}

package io.graphkernel.runtime.generated.jvm;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.Locale;

/**
 * How this virtual machine reaches memory by address: from JDK 22 on through memory segments, before through
 * {@code sun.misc.Unsafe}, which newer ones warn about. Both are found by reflection, since the code is compiled for
 * JDK 17.
 */
interface MemoryAccess {

    /** A handle {@code (long address) -> type}. */
    MethodHandle getter(Class<?> type);

    /** A handle {@code (long address, type value) -> void}. */
    MethodHandle setter(Class<?> type);

    static MemoryAccess ofThisVirtualMachine() {
        try {
            return Runtime.version().feature() >= 22 ? new Segments() : new UnsafeMemory();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this virtual machine has no access to memory by address", e);
        }
    }

    /** One segment over the whole address space. */
    final class Segments implements MemoryAccess {
        private final Object everything;
        private final Class<?> layouts = Class.forName("java.lang.foreign.ValueLayout");

        Segments() throws ReflectiveOperationException {
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

        private static Object[] noPath() throws ClassNotFoundException {
            Class<?> element = Class.forName("java.lang.foreign.MemoryLayout$PathElement");
            return (Object[]) java.lang.reflect.Array.newInstance(element, 0);
        }
    }

    /** The methods of {@code sun.misc.Unsafe}. */
    final class UnsafeMemory implements MemoryAccess {
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

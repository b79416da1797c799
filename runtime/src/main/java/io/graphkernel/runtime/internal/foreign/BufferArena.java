package io.graphkernel.runtime.internal.foreign;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.Buffer;
import java.util.Set;

/**
 * Arena of a buffer's memory on Java 22 and later. The memory of an automatic arena lives as long as the buffer, that
 * of the global one forever. A confined or shared one can be closed explicitly, which the public API cannot prevent.
 */
final class BufferArena {
    private static final BufferArena KNOWN = find();

    private final MethodHandle segmentOf;
    private final MethodHandle scopeOf;
    /** Classes of the scopes of closeable arenas. */
    private final Set<Class<?>> closeable;

    private BufferArena(MethodHandle segmentOf, MethodHandle scopeOf, Set<Class<?>> closeable) {
        this.segmentOf = segmentOf;
        this.scopeOf = scopeOf;
        this.closeable = closeable;
    }

    /** Returns true if closing an arena would free the memory of a direct buffer. */
    static boolean canBeClosed(Buffer buffer) {
        if (KNOWN == null) {
            return false;
        }
        try {
            Object segment = KNOWN.segmentOf.invoke(buffer);
            return KNOWN.closeable.contains(KNOWN.scopeOf.invoke(segment).getClass());
        } catch (Throwable e) {
            throw new IllegalStateException("the arena of a buffer is not accessible", e);
        }
    }

    /** Returns null if this Java version has no arenas. */
    private static BufferArena find() {
        try {
            Class<?> arena = Class.forName("java.lang.foreign.Arena");
            Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
            Class<?> scope = Class.forName("java.lang.foreign.MemorySegment$Scope");
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            MethodHandle segmentOf =
                    lookup.findStatic(segment, "ofBuffer", MethodType.methodType(segment, Buffer.class));
            MethodHandle scopeOf = lookup.findVirtual(segment, "scope", MethodType.methodType(scope));
            MethodHandle scopeOfArena = lookup.findVirtual(arena, "scope", MethodType.methodType(scope));
            return new BufferArena(
                    segmentOf,
                    scopeOf,
                    Set.of(
                            scopeClass(lookup, arena, scopeOfArena, "ofConfined"),
                            scopeClass(lookup, arena, scopeOfArena, "ofShared")));
        } catch (ClassNotFoundException | NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }

    private static Class<?> scopeClass(MethodHandles.Lookup lookup, Class<?> arena, MethodHandle scopeOf, String maker)
            throws NoSuchMethodException, IllegalAccessException {
        MethodHandle make = lookup.findStatic(arena, maker, MethodType.methodType(arena));
        try (AutoCloseable instance = (AutoCloseable) make.invoke()) {
            return scopeOf.invoke(instance).getClass();
        } catch (Throwable e) {
            throw new IllegalStateException("an arena cannot be created", e);
        }
    }
}

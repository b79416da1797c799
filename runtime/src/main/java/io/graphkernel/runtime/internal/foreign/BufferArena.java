package io.graphkernel.runtime.internal.foreign;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.Buffer;
import java.util.Set;

/**
 * What is known of the arena that a buffer's memory comes from, on Java 22 and later. The memory of an automatic arena
 * lives as long as the buffer, that of the global one for ever; a confined or shared one is closed by hand, and nothing
 * in the public API keeps it open.
 */
final class BufferArena {
    private static final BufferArena KNOWN = find();

    private final MethodHandle segmentOf;
    private final MethodHandle scopeOf;
    /** The classes of the scopes of arenas that can be closed. */
    private final Set<Class<?>> closeable;

    private BufferArena(MethodHandle segmentOf, MethodHandle scopeOf, Set<Class<?>> closeable) {
        this.segmentOf = segmentOf;
        this.scopeOf = scopeOf;
        this.closeable = closeable;
    }

    /** Whether somebody can free the memory of a direct buffer by closing an arena. */
    static boolean canBeClosed(Buffer buffer) {
        if (KNOWN == null) {
            return false;
        }
        try {
            Object segment = KNOWN.segmentOf.invoke(buffer);
            return KNOWN.closeable.contains(KNOWN.scopeOf.invoke(segment).getClass());
        } catch (Throwable e) {
            throw new IllegalStateException("a buffer does not tell its arena", e);
        }
    }

    /** Null where this Java has no arenas. */
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
        try (AutoCloseable made = (AutoCloseable) make.invoke()) {
            return scopeOf.invoke(made).getClass();
        } catch (Throwable e) {
            throw new IllegalStateException("an arena cannot be made", e);
        }
    }
}

package io.graphkernel.runtime.internal.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Written against Java 17, which has no arenas: the newer API is called by reflection. */
@DisplayName("A1: buffers of an Arena")
class ArenaBufferTest {
    private Class<?> arenas;

    @BeforeEach
    void findArenas() {
        assumeTrue(Runtime.version().feature() >= 22, "arenas come with Java 22");
        try {
            arenas = Class.forName("java.lang.foreign.Arena");
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private Object arena(String maker) throws ReflectiveOperationException {
        return arenas.getMethod(maker).invoke(null);
    }

    private ByteBuffer buffer(Object arena) throws ReflectiveOperationException {
        Object segment = arenas.getMethod("allocate", long.class, long.class).invoke(arena, 64L, 64L);
        Class<?> segments = Class.forName("java.lang.foreign.MemorySegment");
        return ((ByteBuffer) segments.getMethod("asByteBuffer").invoke(segment)).order(ByteOrder.nativeOrder());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ofAuto", "global"})
    void buffers_ofUnclosableArenas_areWrapped(String maker) throws ReflectiveOperationException {
        ByteBuffer buffer = buffer(arena(maker));
        try (Tensor tensor = Tensor.wrap(buffer.asFloatBuffer(), 4, 4)) {
            tensor.copyFrom(new float[16]);
            buffer.putFloat(4, 3);
            assertThat(Ops.reduceSum(tensor).get()).isEqualTo(3);
        }
        assertThat(Tensor.wrap(buffer.slice(8, 8).asReadOnlyBuffer(), DType.U8, 8)
                        .isReadOnly())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ofConfined", "ofShared"})
    void buffers_ofClosableArenas_areRejected(String maker) throws Exception {
        Object arena = arena(maker);
        ByteBuffer buffer = buffer(arena);
        assertThatThrownBy(() -> Tensor.wrap(buffer.asFloatBuffer(), 4))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("[GK-6075]")
                .hasMessageContaining("Arena.ofAuto()");
        assertThatThrownBy(() -> Tensor.wrap(buffer.slice(4, 8), DType.U8, 4)).hasMessageContaining("[GK-6075]");
        ((AutoCloseable) arena).close();
        assertThatThrownBy(() -> Tensor.wrap(buffer, DType.U8, 4)).isInstanceOf(InvalidArgumentException.class);
    }

    @Test
    void buffers_withoutArena_areWrapped() {
        assertThat(Tensor.wrap(ByteBuffer.allocateDirect(16), DType.U8, 16).toByteArray())
                .containsOnly(0);
    }
}

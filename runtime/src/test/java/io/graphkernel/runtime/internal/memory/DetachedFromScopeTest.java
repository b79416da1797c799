package io.graphkernel.runtime.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.Test;

class DetachedFromScopeTest {

    @Test
    void callersScope_freesOnlyItsOwn() {
        BytePointer scoped;
        BytePointer unscoped;
        try (PointerScope scope = new PointerScope()) {
            scoped = new BytePointer(8);
            unscoped = DetachedFromScope.create(() -> new BytePointer(8));
        }
        assertThat(scoped.isNull()).isTrue();
        assertThat(unscoped.isNull()).isFalse();
        unscoped.close();
        assertThat(unscoped.isNull()).isTrue();
    }

    @Test
    void failedAction_leavesNoScope() {
        PointerScope before = PointerScope.getInnerScope();
        try {
            DetachedFromScope.create(() -> {
                throw new IllegalStateException();
            });
        } catch (IllegalStateException expected) {
            assertThat(PointerScope.getInnerScope()).isSameAs(before);
        }
    }

    @Test
    void blocks_stayWhenTheCallersScopeIsClosed() {
        long bytes = 4 << 20;
        MemoryPool pool = new MemoryPool(1 << 30);
        long before = Pointer.totalBytes();
        HostBlock block;
        try (PointerScope scope = new PointerScope()) {
            block = pool.acquire(bytes);
        }
        assertThat(Pointer.totalBytes()).isGreaterThanOrEqualTo(before + bytes);
        block.free();
        assertThat(Pointer.totalBytes()).isLessThan(before + bytes);
    }
}

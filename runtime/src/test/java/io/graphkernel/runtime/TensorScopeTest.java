package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.internal.memory.Storage;
import io.graphkernel.runtime.internal.tensor.OpenScope;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TensorScopeTest {
    @Test
    void tensorScope_closesWhatWasCreatedInside() {
        Tensor before = Tensor.scalar(1);
        TensorScope scope = TensorScope.open();
        Tensor inside = Tensor.scalar(2);
        assertThat(inside.isClosed()).isFalse();
        scope.close();
        Tensor after = Tensor.scalar(3);
        assertThat(inside.isClosed()).isTrue();
        assertThat(before.isClosed()).isFalse();
        assertThat(after.isClosed()).isFalse();
        before.close();
        after.close();
    }

    @Test
    void tensorScope_keepsOneLevelOutwards() {
        Tensor kept;
        Tensor free;
        try (TensorScope outer = TensorScope.open()) {
            try (TensorScope inner = TensorScope.open()) {
                kept = inner.keep(Tensor.scalar(1));
                free = outer.keep(inner.keep(Tensor.scalar(2)));
            }
            assertThat(kept.isClosed()).isFalse();
        }
        assertThat(kept.isClosed()).isTrue();
        assertThat(free.isClosed()).isFalse();
        free.close();
    }

    @Test
    void tensorScope_leavesTensorsOfOtherScopesAlone() {
        try (Tensor outside = Tensor.scalar(1);
                TensorScope scope = TensorScope.open()) {
            assertThat(scope.keep(outside)).isSameAs(outside);
        }
    }

    @Test
    void tensorScope_closesManyAndForgetsTheClosed() {
        Tensor[] held = new Tensor[100];
        TensorScope scope = TensorScope.open();
        for (int i = 0; i < held.length; i++) {
            held[i] = Tensor.empty(1);
            for (int j = 0; j < 100; j++) {
                Tensor.empty(1).close();
            }
        }
        scope.close();
        assertThat(held).allMatch(Tensor::isClosed);
    }

    @Test
    void tensorScope_rejectsMisuse() {
        TensorScope outer = TensorScope.open();
        TensorScope inner = TensorScope.open();
        assertThatThrownBy(outer::close)
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("while one inside it is open");
        assertThatThrownBy(() -> CompletableFuture.runAsync(inner::close).join())
                .hasMessageContaining("a thread that did not open it");
        inner.close();
        outer.close();
        outer.close();
        assertThatThrownBy(() -> outer.keep(null)).hasMessageContaining("after it was closed");
    }

    /** Memory that fails when it is released. */
    private record Failing(RuntimeException failure) implements Storage {
        @Override
        public long address() {
            return 64;
        }

        @Override
        public void release() {
            throw failure;
        }
    }

    private static Tensor failing(RuntimeException failure) {
        Tensor tensor = new Tensor(DType.F32, Device.cpu(), new long[1], 0, 64, new Failing(failure), null);
        return OpenScope.adopt(tensor);
    }

    @Test
    @DisplayName("A4: a tensor whose close fails leaves no other one open")
    void tensorScope_closesAllThoughSomeFail() {
        RuntimeException early = new IllegalStateException("early");
        RuntimeException late = new IllegalStateException("late");
        TensorScope scope = TensorScope.open();
        Tensor first = Tensor.scalar(1);
        Tensor second = failing(early);
        Tensor third = Tensor.scalar(1);
        Tensor fourth = failing(late);
        assertThatThrownBy(scope::close).isSameAs(late).hasSuppressedException(early);
        assertThat(new Tensor[] {first, second, third, fourth}).allMatch(Tensor::isClosed);
        Tensor after = Tensor.scalar(2);
        scope.close();
        assertThat(after.isClosed()).isFalse();
        after.close();
    }
}

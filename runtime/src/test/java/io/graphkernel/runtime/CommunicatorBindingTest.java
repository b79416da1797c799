package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CommunicatorBindingTest {
    private static Communicator bound() {
        return Communicator.bound("method", Communicator.WORLD);
    }

    private static void assertNothingBound() {
        assertThatThrownBy(CommunicatorBindingTest::bound)
                .isInstanceOfSatisfying(
                        CommunicatorException.class,
                        e -> assertThat(e.problem()).isEqualTo(RuntimeProblem.COMMUNICATOR_MISSING))
                .hasMessageContaining("method: the group world has no communicator on this thread")
                .hasMessageContaining("communicator.bind()");
    }

    @Test
    void bindings_areNestedByGroup() {
        Communicator outer = Communicator.single();
        Communicator inner = Communicator.single();
        Communicator other = Communicator.single("other");
        assertNothingBound();
        try (Communicator.Binding first = outer.bind();
                Communicator.Binding ofOther = other.bind()) {
            assertThat(bound()).isSameAs(outer);
            try (Communicator.Binding second = inner.bind()) {
                assertThat(bound()).isSameAs(inner);
                second.close();
                assertThat(bound()).isSameAs(outer);
            }
            assertThat(Communicator.bound("method", "other")).isSameAs(other);
        }
        assertNothingBound();
    }

    @Test
    void bindings_areThoseOfOneThread() {
        try (Communicator.Binding bound = Communicator.single().bind()) {
            CompletableFuture.runAsync(CommunicatorBindingTest::assertNothingBound)
                    .join();
        }
    }

    @Test
    void bindings_endInOrder() {
        Communicator.Binding first = Communicator.single().bind();
        Communicator.Binding second = Communicator.single().bind();
        assertThatThrownBy(first::close)
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("of the group world");
        second.close();
        first.close();
        assertNothingBound();
    }
}

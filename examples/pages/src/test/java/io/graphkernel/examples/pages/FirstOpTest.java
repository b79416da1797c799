package io.graphkernel.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.examples.pages.Page.Block;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the runtime mistake in docs/first-op.md; the user projects build the rest of the page. */
class FirstOpTest {

    @Test
    void mistakeAtRunTime_isReportedInTheseWords() {
        List<String> messages = Page.read(Page.ROOT.resolve("docs/first-op.md")).blocks().stream()
                .map(Block::text)
                .filter(text -> text.startsWith("[GK-6"))
                .toList();
        assertThat(messages).hasSize(1);
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.zeros(2, 2);
            Tensor y = Tensor.zeros(3);

            assertThatThrownBy(() -> MyOpsKernels.myNet(x, y))
                    .isInstanceOf(GraphKernelException.class)
                    .hasMessage(messages.get(0));
            assertThat(scope).isNotNull();
        }
    }
}

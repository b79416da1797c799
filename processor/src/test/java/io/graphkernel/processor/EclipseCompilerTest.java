package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.UserCompilation.Outcome;
import java.nio.file.Path;
import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EclipseCompilerTest {

    @TempDir
    Path directory;

    @Test
    void getsOneClearMessage() {
        String source = """
            import io.graphkernel.annotations.GraphKernel;
            import io.graphkernel.runtime.Ops;
            import io.graphkernel.runtime.Tensor;
            final class Example {
                @GraphKernel
                static Tensor twice(Tensor x) {
                    return Ops.mul(x, 2);
                }
                @GraphKernel
                static Tensor thrice(Tensor x) {
                    return Ops.mul(x, 3);
                }
            }
            """;
        Outcome outcome = new UserCompilation(directory)
                .compiler(new EclipseCompiler())
                .option("--release")
                .option("17")
                .compile("Example.java", source);
        assertThat(outcome.success()).isFalse();
        assertThat(outcome.ours()).singleElement().satisfies(message -> {
            assertThat(message.id()).isEqualTo("GK-0002");
            assertThat(message.line()).isEqualTo(6);
            assertThat(message.text()).contains("delegate the build to Maven");
        });
        assertThat(outcome.messages()).hasSize(1);
    }
}

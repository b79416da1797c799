package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The loop of an element function is that of the ops with the same arithmetic: kernels with the same code are one. The constants are not quite those of GeLU, which
 * a pass would recognize in the ops.
 */
@Tag("slow")
class ElementFunctionCodeTest {

    private static final String SOURCE = """
            import static io.graphkernel.runtime.Ops.*;
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            final class Gelu {
                static float gelu(float x) {
                    float inner = (x + x * x * x * 0.044715f) * 0.8f;
                    return x * 0.5f * ((float) Math.tanh(inner) + 1);
                }
                @GraphKernel
                static Tensor function(@TensorType("f32[n]") Tensor x) {
                    return Elementwise.map(x, Gelu::gelu);
                }
                @GraphKernel
                static Tensor written(@TensorType("f32[n]") Tensor x) {
                    Tensor inner = mul(add(x, mul(mul(mul(x, x), x), 0.044715f)), 0.8f);
                    return mul(mul(x, 0.5f), add(tanh(inner), 1));
                }
            }
            """;

    @TempDir
    Path directory;

    @Test
    void loop_ofAnElementFunction_isThatOfTheOps() throws IOException {
        UserCompilation.Outcome outcome = new UserCompilation(directory)
                .processor(new GraphKernelProcessor())
                .option("-Agraphkernel.targets=cpu")
                .option("-Agraphkernel.reportDir=" + directory.resolve("report"))
                .compile("Gelu.java", SOURCE);
        assertThat(outcome.success()).as("%s", outcome.messages()).isTrue();

        assertThat(Files.readString(directory.resolve("report/Gelu/kernels.c")))
                .contains("void function_0(", "gk_tanh(", "GK_TABLE_SIZE = 1;")
                .doesNotContain("void written_");
    }
}

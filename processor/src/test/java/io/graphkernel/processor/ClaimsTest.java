package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.UserCompilation.Message;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimsTest {

    private static final String SERVICES = "META-INF/services/javax.annotation.processing.Processor";

    @TempDir
    Path directory;

    @Test
    void javacHasNothingToWarnOf() {
        Outcome outcome = new UserCompilation(directory)
                .processor(new GraphKernelProcessor())
                .option("-Agraphkernel.targets=jvm")
                .option("-Xlint:all,-path")
                .option("-Werror")
                .compile("Twice.java", GraphKernelProcessorTest.HEAD + """
                    final class Twice {
                        @GraphKernel
                        static Tensor twice(@TensorType("f32[n]") Tensor x) { return mul(x, 2); }
                    }
                    """);
        assertThat(outcome.messages())
                .extracting(Message::text)
                .singleElement()
                .asString()
                .startsWith("[GK-3001]");
        assertThat(outcome.success()).isTrue();
    }

    @Test
    void nothingIsClaimedNextToAnotherProcessor() throws Exception {
        assertThat(Claims.services(ClaimsTest.class.getClassLoader()))
                .containsExactly(GraphKernelProcessor.class.getName());
        Path services = directory.resolve(SERVICES);
        Files.createDirectories(services.getParent());
        Files.writeString(services, "# two\nother.One # and\n\nother.Two\n");
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, ClaimsTest.class.getClassLoader())) {
            assertThat(Claims.services(loader))
                    .containsExactly(GraphKernelProcessor.class.getName(), "other.One", "other.Two");
        }
    }
}

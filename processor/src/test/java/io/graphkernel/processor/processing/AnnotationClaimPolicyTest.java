package io.graphkernel.processor.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.GraphKernelProcessor;
import io.graphkernel.processor.GraphKernelProcessorTest;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Message;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnnotationClaimPolicyTest {

    private static final String SERVICES = "META-INF/services/javax.annotation.processing.Processor";

    @TempDir
    Path directory;

    @Test
    void javac_hasNothingToWarnOf() {
        Outcome outcome = new UserCompilation(directory)
                .processor(new GraphKernelProcessor())
                .option("-Agraphkernel.targets=jvm")
                .option("-Xlint:all,-path")
                .option("-Werror")
                .compile("Twice.java", GraphKernelProcessorTest.IMPORTS + """
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
    void nothing_isClaimedNextToAnotherProcessor() throws Exception {
        assertThat(AnnotationClaimPolicy.services(AnnotationClaimPolicyTest.class.getClassLoader()))
                .containsExactly(GraphKernelProcessor.class.getName());
        Path services = directory.resolve(SERVICES);
        Files.createDirectories(services.getParent());
        Files.writeString(services, "# two\nother.One # and\n\nother.Two\n");
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, AnnotationClaimPolicyTest.class.getClassLoader())) {
            assertThat(AnnotationClaimPolicy.services(loader))
                    .containsExactly(GraphKernelProcessor.class.getName(), "other.One", "other.Two");
        }
    }
}

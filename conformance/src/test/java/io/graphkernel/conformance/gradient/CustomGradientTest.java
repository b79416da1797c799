package io.graphkernel.conformance.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kernels with {@code @GradientOf}, in their class and called from another one to which they come in a jar. */
@Tag("process")
class CustomGradientTest {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("own-gradient");
    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, CustomGradientProgram.class);

    @BeforeAll
    static void compile() throws IOException {
        compile("OwnMethods", List.of());
        Path jar = CLASSES.resolve("library.jar");
        write(jar);
        compile("OwnCallers", List.of("-cp", jar + File.pathSeparator + System.getProperty("java.class.path")));
    }

    private static void compile(String name, List<String> further) throws IOException {
        String text;
        try (InputStream in = CustomGradientTest.class.getResourceAsStream(name + ".java")) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        assertThat(KernelCompiler.compile(CLASSES, Map.of(name, text), "cpu,jvm", further))
                .noneMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR);
    }

    private static void write(Path jar) throws IOException {
        try (Stream<Path> files = Files.walk(CLASSES.resolve("gradients"));
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
                out.putNextEntry(
                        new ZipEntry(CLASSES.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
            }
        }
    }

    @Test
    void customGradients_onTheCpu_areRight() throws IOException, InterruptedException {
        PROCESS.onCpu();
    }

    @Test
    void customGradients_onTheJvm_areRight() throws IOException, InterruptedException {
        PROCESS.onJvm();
    }
}

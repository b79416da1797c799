package io.graphkernel.examples.bert;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The model's sources with f64 in the place of f32, compiled for the JVM: what remains of a difference in f32 is not rounding. */
final class Float64Gradients {

    private static final String PACKAGE = "float64";
    private static final List<Path> SOURCES = List.of(
            Path.of("src/main/java/io/graphkernel/examples/bert/Bert.java"),
            Path.of("src/main/java/io/graphkernel/examples/bert/Weights.java"),
            Path.of("target/generated-sources/layers/io/graphkernel/examples/bert/Layers.java"),
            Path.of("src/test/resources/float64/Program.java"));

    private Float64Gradients() {}

    /**
     * Returns the gradients of the loss without dropout.
     *
     * @param directory directory for the compilation
     * @param model f32 tensors by name
     * @param batch batch of texts
     * @param vocabulary number of tokens
     * @param positions maximum number of tokens of a text
     * @param width width of a layer
     * @return gradients by name
     */
    @SuppressWarnings("unchecked")
    static Map<String, double[]> of(
            Path directory, Map<String, Tensor> model, Bert.Batch batch, long vocabulary, long positions, long width)
            throws IOException, ReflectiveOperationException {
        compile(directory);
        List<Tensor> components = List.of(
                batch.tokens(), batch.segments(), batch.seen(), batch.masked(), batch.labels(), batch.weights());
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
            return (Map<String, double[]>) loader.loadClass(PACKAGE + ".Program")
                    .getMethod("gradients", Map.class, List.class, long.class, long.class, long.class)
                    .invoke(null, model, components, vocabulary, positions, width);
        }
    }

    private static void compile(Path directory) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            Path sources = Files.createDirectories(directory.resolve(PACKAGE));
            List<String> options = List.of(
                    "-d",
                    directory.toString(),
                    "-s",
                    directory.toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-processor",
                    "io.graphkernel.processor.GraphKernelProcessor",
                    "-Agraphkernel.targets=jvm",
                    "-Agraphkernel.cacheDir=" + directory.resolve("cache"),
                    "-Agraphkernel.reportDir=" + directory.resolve("report"));
            Stream<Path> wide = SOURCES.stream().map(source -> wide(source, sources));
            DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
            JavaCompiler.CompilationTask task = compiler.getTask(
                    null, files, messages, options, null, files.getJavaFileObjectsFromPaths(wide.toList()));
            assertThat(task.call())
                    .as(() -> "the sources in f64 are compiled: " + messages.getDiagnostics())
                    .isTrue();
        }
    }

    private static Path wide(Path source, Path directory) {
        try {
            String text = Files.readString(source)
                    .replace("io.graphkernel.examples.bert", PACKAGE)
                    .replace("\"f32[", "\"f64[")
                    .replace("DType.F32", "DType.F64");
            return Files.writeString(directory.resolve(source.getFileName()), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

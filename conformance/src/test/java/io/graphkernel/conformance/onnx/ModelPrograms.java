package io.graphkernel.conformance.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import javax.tools.Diagnostic;

/** Compiled classes of package {@code demo}: declared models, their stubs, and programs that call them. */
final class ModelPrograms implements AutoCloseable {

    private final URLClassLoader loader;

    private ModelPrograms(URLClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Compiles models and programs.
     *
     * @param directory directory of the classes, and of the models
     * @param models models by file name
     * @param texts sources by class name
     */
    static ModelPrograms compile(Path directory, Map<String, byte[]> models, Map<String, String> texts)
            throws IOException {
        Path folder = Files.createDirectories(directory.resolve("models"));
        for (Map.Entry<String, byte[]> model : models.entrySet()) {
            Files.write(folder.resolve(model.getKey()), model.getValue());
        }
        Path classes = directory.resolve("classes");
        assertThat(KernelCompiler.compile(classes, texts, "cpu", NpmPackage.sourcePath(folder)))
                .filteredOn(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .isEmpty();
        URL[] path = {classes.toUri().toURL()};
        return new ModelPrograms(new URLClassLoader(path, ModelPrograms.class.getClassLoader()));
    }

    /**
     * Returns the source of a declared model.
     *
     * @param name name of the interface
     * @param file file name of the model
     * @param further text after the first member of the annotation, which begins with a comma, or nothing
     */
    static String declared(String name, String file, String further) {
        return """
                package demo;

                import io.graphkernel.annotations.*;

                @OnnxModel(value = "%s"%s)
                public interface %s {}
                """.formatted(file, further, name);
    }

    /** Returns numbers between -0.5 and 0.5. */
    static float[] random(int count, long seed) {
        Random random = new Random(seed);
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = random.nextFloat() - 0.5f;
        }
        return numbers;
    }

    /** Returns a class by its name in the package. */
    Class<?> type(String name) {
        try {
            return loader.loadClass("demo." + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    /** Calls a static method of a class in the package, by its name and its number of parameters. */
    @SuppressWarnings("unchecked")
    <T> T call(String type, String name, Object... arguments) {
        Method method = Stream.of(type(type).getMethods())
                .filter(candidate ->
                        candidate.getName().equals(name) && candidate.getParameterCount() == arguments.length)
                .findFirst()
                .orElseThrow();
        try {
            return (T) method.invoke(null, arguments);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}

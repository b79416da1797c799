package io.graphkernel.examples.benchmarks.onnx;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles an interface with a model, and finds the method of its stub. */
final class Compilation {

    private final Path directory;
    private final Path folder;

    /**
     * For several models.
     *
     * @param directory receives classes and the build cache
     * @param folder has the files of models that are on no class path
     */
    Compilation(Path directory, Path folder) {
        this.directory = directory;
        this.folder = folder;
    }

    /** Compiles a model for the CPU of this platform, and gives the seconds. */
    double run(Model model) throws IOException {
        return run(model.interfaceName(), model.file(), "");
    }

    /**
     * Compiles a model for the CPU of this platform, and gives the seconds.
     *
     * @param name name of the interface
     * @param file file of the model
     * @param further further members of the annotation, after a comma
     */
    double run(String name, String file, String further) throws IOException {
        Path source = directory.resolve(name + ".java");
        Files.writeString(source, """
            @io.graphkernel.annotations.OnnxModel(value = "%s"%s)
            public interface %s {}
            """.formatted(file, further, name));
        Path classes = Files.createDirectories(classes(name));
        String classPath = System.getProperty("java.class.path");
        List<String> options = List.of(
                "-d",
                classes.toString(),
                "-classpath",
                classPath,
                "-processorpath",
                classPath,
                "-sourcepath",
                folder.toString(),
                "-Agraphkernel.targets=cpu",
                "-Agraphkernel.cacheDir=" + directory.resolve("cache"),
                "-Agraphkernel.reportDir=" + directory.resolve("report-" + name));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        long start = System.nanoTime();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            if (!compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
                    .call()) {
                throw new IOException("javac rejected " + file + ": " + messages);
            }
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private Path classes(String name) {
        return directory.resolve("classes-" + name);
    }

    /** The method of the stub that takes all inputs. */
    Method method(Model model, int inputs) throws IOException, ReflectiveOperationException {
        Class<?>[] parameters = new Class<?>[inputs];
        Arrays.fill(parameters, io.graphkernel.runtime.Tensor.class);
        return method(model.interfaceName(), parameters);
    }

    /** Returns the method of the stub of an interface. */
    Method method(String name, Class<?>... parameters) throws IOException, ReflectiveOperationException {
        // The classes stay loaded as long as the process runs.
        URLClassLoader loader =
                new URLClassLoader(new URL[] {classes(name).toUri().toURL()});
        return loader.loadClass(name + "Kernels").getMethod("run", parameters);
    }
}

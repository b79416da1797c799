package io.graphkernel.processor;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The class files of the runtime, on which the processor does not depend: compiled from their sources once in a test
 * run.
 */
public final class RuntimeClasses {

    private static final Path PROCESSOR =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    /** Of this process: the tests run in several. */
    private static final Path OWN = Path.of(System.getProperty(
            "processor.tests", PROCESSOR.resolve("target/tests").toString()));

    private static final Path DIRECTORY = compile();

    private RuntimeClasses() {}

    /**
     * The class path of a user's compilation.
     *
     * @return the runtime, the annotations and JavaCPP
     */
    public static String classPath() {
        return DIRECTORY + File.pathSeparator + System.getProperty("java.class.path");
    }

    /** What kernels call and what generated classes name; javac finds what these need. */
    private static List<Path> roots(Path runtime) throws IOException {
        List<Path> roots = new ArrayList<>(List.of(
                runtime.resolve("Ops.java"), runtime.resolve("Gradients.java"), runtime.resolve("Parameters.java")));
        try (Stream<Path> generated = Files.walk(runtime.resolve("generated"))) {
            generated.filter(file -> file.toString().endsWith(".java")).forEach(roots::add);
        }
        return roots;
    }

    private static Path compile() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Path repository = PROCESSOR.getParent();
        Path runtime = repository.resolve("runtime/src/main/java");
        Path bridge = repository.resolve("native/src/main/java");
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            Path directory = Files.createDirectories(OWN.resolve("runtime-classes"));
            List<String> options = List.of(
                    "-proc:none",
                    "-nowarn",
                    "-implicit:class",
                    "-sourcepath",
                    runtime + File.pathSeparator + bridge,
                    "-d",
                    directory.toString());
            boolean success = compiler.getTask(
                            null,
                            files,
                            null,
                            options,
                            null,
                            files.getJavaFileObjects(roots(runtime.resolve("io/graphkernel/runtime"))
                                    .toArray(Path[]::new)))
                    .call();
            if (!success) {
                throw new IllegalStateException("the runtime does not compile");
            }
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

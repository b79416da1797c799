package io.graphkernel.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles generated classes as a user's build would. */
final class Compilation {

    private final Path directory;
    private final List<String> options = new ArrayList<>();
    private final List<JavaFileObject> sources = new ArrayList<>();

    /**
     * A compilation.
     *
     * @param directory where classes, kernels, report and cache go
     */
    Compilation(Path directory) {
        this.directory = directory;
        options.add("-Agraphkernel.cacheDir=" + directory.resolve("cache"));
    }

    Compilation option(String option) {
        options.add(option);
        return this;
    }

    Compilation source(String className, String text) {
        sources.add(
                new SimpleJavaFileObject(URI.create("string:///" + className + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return text;
                    }
                });
        return this;
    }

    Path classes() {
        return directory.resolve("classes");
    }

    /** Compiles and gives the diagnostics. */
    List<Diagnostic<? extends JavaFileObject>> run() throws IOException {
        Files.createDirectories(classes());
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<String> extended = new ArrayList<>(options);
        extended.addAll(List.of("-d", classes().toString(), "-s", classes().toString()));
        String path = System.getProperty("java.class.path");
        extended.addAll(List.of("-cp", path, "-processorpath", path));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(diagnostics, null, null)) {
            compiler.getTask(null, files, diagnostics, extended, null, sources).call();
        }
        return diagnostics.getDiagnostics();
    }

    /** Compiles without errors and gives a loader of the classes. */
    URLClassLoader load() throws IOException {
        List<String> errors = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> diagnostic : run()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                errors.add(diagnostic.toString());
            }
        }
        assertThat(errors).isEmpty();
        return new URLClassLoader(new URL[] {classes().toUri().toURL()}, Compilation.class.getClassLoader());
    }
}

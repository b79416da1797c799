package io.graphkernel.examples.benchmarks.sweep;

import io.graphkernel.examples.benchmarks.sweep.KernelClass.Kernel;
import io.graphkernel.runtime.DType;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The compiled kernels of cases: a user's build in this process. */
final class Kernels implements AutoCloseable {
    private static final int KERNELS_PER_CLASS = 32;

    private final Path directory;
    private final URLClassLoader loader;
    private final Map<Key, String> stubs = new LinkedHashMap<>();
    private final Map<Key, String> names = new LinkedHashMap<>();
    private final Map<Key, String> rejected = new LinkedHashMap<>();

    private record Key(Case tested, DType dtype) {}

    /**
     * Compiles cases for dtypes. A case that does not compile is skipped; {@link #rejection} returns the reason.
     *
     * @param directory for class files and kernels
     */
    Kernels(Path directory, List<Case> cases, List<DType> dtypes) throws IOException {
        this.directory = directory;
        loader = new URLClassLoader(new URL[] {directory.toUri().toURL()}, Kernels.class.getClassLoader());
        List<Kernel> kernels = new ArrayList<>();
        for (DType dtype : dtypes) {
            for (Case tested : cases) {
                if (tested.isKnown()) {
                    kernels.add(new Kernel("kernel" + kernels.size(), tested, dtype));
                } else {
                    rejected.put(new Key(tested, dtype), "the op table has no such op");
                }
            }
        }
        for (int first = 0; first < kernels.size(); first += KERNELS_PER_CLASS) {
            List<Kernel> group = kernels.subList(first, Math.min(first + KERNELS_PER_CLASS, kernels.size()));
            compile(new KernelClass("Sweep" + first / KERNELS_PER_CLASS, group));
        }
    }

    /** Why a case has no kernel, if it has none. */
    Optional<String> rejection(Case tested, DType dtype) {
        return Optional.ofNullable(rejected.get(new Key(tested, dtype)));
    }

    /** The class with the stub of a case. */
    Class<?> stub(Case tested, DType dtype) throws ClassNotFoundException {
        return Class.forName(stubs.get(new Key(tested, dtype)), true, loader);
    }

    /** The name of the stub's methods. */
    String method(Case tested, DType dtype) {
        return names.get(new Key(tested, dtype));
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }

    /** Leaves out what does not compile, so that one error does not hide the others. */
    private void compile(KernelClass source) throws IOException {
        List<Diagnostic<? extends JavaFileObject>> errors = javac(source);
        Map<Kernel, String> blamed = new LinkedHashMap<>();
        for (Diagnostic<? extends JavaFileObject> error : errors) {
            source.at(error.getLineNumber()).ifPresent(kernel -> blamed.putIfAbsent(kernel, message(error)));
        }
        if (errors.isEmpty()) {
            for (Kernel kernel : source.kernels()) {
                stubs.put(key(kernel), KernelClass.PACKAGE + "." + source.name() + "Kernels");
                names.put(key(kernel), kernel.name());
            }
        } else if (!blamed.isEmpty()) {
            blamed.forEach((kernel, message) -> rejected.put(key(kernel), message));
            compile(source.without(List.copyOf(blamed.keySet())));
        } else if (source.kernels().size() == 1) {
            rejected.put(key(source.kernels().get(0)), message(errors.get(0)));
        } else {
            for (KernelClass half : source.halves()) {
                compile(half);
            }
        }
    }

    private static Key key(Kernel kernel) {
        return new Key(kernel.tested(), kernel.dtype());
    }

    /** Returns the message and its cause: the first lines, joined into one. */
    private static String message(Diagnostic<? extends JavaFileObject> error) {
        return error.getMessage(Locale.ROOT).lines().limit(3).map(String::strip).collect(Collectors.joining("; "));
    }

    private List<Diagnostic<? extends JavaFileObject>> javac(KernelClass source) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        String path = System.getProperty("java.class.path");
        List<String> options =
                List.of("-Agraphkernel.targets=cpu", "-d", directory.toString(), "-cp", path, "-processorpath", path);
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(diagnostics, Locale.ROOT, StandardCharsets.UTF_8)) {
            compiler.getTask(null, files, diagnostics, options, null, List.of(text(source)))
                    .call();
        }
        return diagnostics.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .toList();
    }

    private static JavaFileObject text(KernelClass source) {
        URI name = URI.create("string:///" + KernelClass.PACKAGE + "/" + source.name() + ".java");
        return new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source.text();
            }
        };
    }
}

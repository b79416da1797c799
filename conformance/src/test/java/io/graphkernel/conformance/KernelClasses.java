package io.graphkernel.conformance;

import io.graphkernel.testing.SharedFileManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaCompiler.CompilationTask;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The kernel classes of the cases, compiled once for all tests of a run, also where these are in two processes. */
final class KernelClasses {

    private static final Path TARGET = Path.of(System.getProperty("conformance.directory", "target/conformance"));

    private static final String PROCESSED = "processed";
    private static final String INDEX = "index.txt";
    private static final String LOCK = "lock";
    private static final String COMPILED_BY = "run.txt";

    /** Names the run of Maven that this process is of; empty elsewhere, where each process compiles. */
    private static final String RUN = System.getProperty("conformance.run", "");
    /** A system property: take the classes that another process has compiled. */
    static final String REUSE = "conformance.reuse";

    private static KernelClasses plain;
    private static KernelClasses processed;

    private final Path directory;
    /** Root of the reports, of these classes alone: another process may compile the same cases for another target. */
    private final Path reports;

    private final boolean processor;
    /** Further ones of the processor. */
    private final List<String> options;

    private final ClassLoader loader;
    /** Class of each kernel method. */
    private final Map<String, String> classes = new HashMap<>();
    /** The messages for cases that do not compile. */
    private final Map<String, String> rejected = new LinkedHashMap<>();

    private KernelClasses(Path directory, boolean processor) {
        this(directory, processor, List.of());
    }

    private KernelClasses(Path directory, boolean processor, List<String> options) {
        this.directory = directory;
        this.reports = TARGET.resolve("report").resolve(TARGET.relativize(directory));
        this.processor = processor;
        this.options = options;
        try {
            Files.createDirectories(directory);
            URL[] path = {directory.toUri().toURL()};
            loader = new URLClassLoader(path, KernelClasses.class.getClassLoader());
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The methods as written, compiled without the annotation processor. */
    static synchronized KernelClasses plain() {
        if (plain == null) {
            plain = of(Cases.eager(), TARGET.resolve("plain"), false);
        }
        return plain;
    }

    /** The methods of the cases that are compiled as a user's build does, with their stubs. */
    static synchronized KernelClasses processed() {
        if (processed == null) {
            processed = of(Cases.compiled(), TARGET.resolve(PROCESSED), true);
        }
        return processed;
    }

    /** Compiles once per run: one process compiles, and the other one waits. */
    private static KernelClasses of(List<Case> cases, Path directory, boolean processor) {
        KernelClasses classes = new KernelClasses(directory, processor);
        if (Boolean.getBoolean(REUSE)) {
            classes.readIndex();
            return classes;
        }
        Path compiledBy = directory.resolve(COMPILED_BY);
        try (FileChannel file =
                        FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.lock()) {
            if (!RUN.isEmpty()
                    && Files.exists(compiledBy)
                    && Files.readString(compiledBy).equals(RUN)) {
                classes.readIndex();
            } else {
                Files.deleteIfExists(compiledBy);
                classes.compileAll(KernelSource.of(cases));
                classes.writeIndex();
                Files.writeString(compiledBy, RUN);
            }
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Cases of a test of its own as written. */
    static KernelClasses plain(String directory, List<Case> cases) {
        return compiled(directory, false, cases);
    }

    /** Cases of a test of its own, compiled as a user's build does. */
    static KernelClasses processed(String directory, List<Case> cases) {
        return compiled(directory, true, cases);
    }

    /** Cases of a test of its own, compiled for one target alone. */
    static KernelClasses forTarget(String target, List<Case> cases) {
        return compiled(TARGET.resolve(target), cases, "-Agraphkernel.targets=" + target);
    }

    /** Cases of a test of its own, compiled for a chip of one target: in the environment there is a toolkit for it. */
    static KernelClasses forChip(String target, String chip, List<Case> cases) {
        return compiled(
                TARGET.resolve(target + "-" + chip),
                cases,
                "-Agraphkernel.targets=" + target,
                "-Agraphkernel.binaries=" + chip);
    }

    private static KernelClasses compiled(Path directory, List<Case> cases, String... options) {
        KernelClasses classes = new KernelClasses(directory, true, List.of(options));
        classes.compileAll(KernelSource.of(cases));
        return classes;
    }

    /**
     * Cases compiled for another platform.
     *
     * @param platform its name
     * @return the directory in which a process of that platform finds them as its own, by the property {@code conformance.directory}
     */
    static Path forPlatform(String platform, List<Case> cases) {
        Path target = TARGET.resolve(platform);
        KernelClasses classes = new KernelClasses(
                target.resolve(PROCESSED),
                true,
                List.of("-Agraphkernel.targets=cpu", "-Agraphkernel.platforms=" + platform));
        classes.compileAll(KernelSource.of(cases));
        classes.writeIndex();
        return target;
    }

    /**
     * Compiles the cases of {@link Cases#compiled()} for one target, for a process with {@link #REUSE}.
     *
     * @param target target name
     * @return the messages of the cases that do not compile
     */
    static List<String> compileForReuse(String target) {
        KernelClasses classes =
                new KernelClasses(TARGET.resolve(PROCESSED), true, List.of("-Agraphkernel.targets=" + target));
        classes.compileAll(KernelSource.of(Cases.compiled()));
        classes.writeIndex();
        return classes.rejected.entrySet().stream()
                .map(rejected -> rejected.getKey() + ": " + rejected.getValue())
                .toList();
    }

    private static KernelClasses compiled(String directory, boolean processor, List<Case> cases) {
        KernelClasses classes = new KernelClasses(TARGET.resolve(directory), processor);
        classes.compileAll(KernelSource.of(cases));
        return classes;
    }

    /** Why a case has no kernel. */
    String rejection(Case tested) {
        return tested + " does not compile: " + rejected.getOrDefault(tested.kernel(), "see the compiling process");
    }

    /** Returns true if the kernels are called through stubs. */
    boolean haveStubs() {
        return processor;
    }

    /** Returns true if a case has been compiled. */
    boolean has(Case tested) {
        return classes.containsKey(tested.kernel());
    }

    /** The class of the method as written, or of the stub. */
    Class<?> owner(Case tested) {
        String name = classes.get(tested.kernel()) + (processor ? "Kernels" : "");
        try {
            return Class.forName(name, true, loader);
        } catch (ClassNotFoundException e) {
            throw new AssertionError("no class " + name, e);
        }
    }

    /** Returns the directory of these classes and their resources. */
    Path directory() {
        return directory;
    }

    /** Returns the directory of the classes of all processes. */
    static Path target() {
        return TARGET;
    }

    private void writeIndex() {
        List<String> lines = new ArrayList<>();
        classes.forEach((kernel, name) -> lines.add(kernel + " " + name));
        try {
            Files.write(directory.resolve(INDEX), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readIndex() {
        try {
            for (String line : Files.readAllLines(directory.resolve(INDEX))) {
                String[] words = line.split(" ");
                classes.put(words[0], words[1]);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void compileAll(List<KernelSource> sources) {
        sources.parallelStream().forEach(this::compile);
    }

    /** Cases with errors are left out, so that one of them does not hide the others. */
    private void compile(KernelSource source) {
        KernelSource left = source;
        Map<Case, String> errors = javac(left);
        while (!errors.isEmpty() && left.kernels().size() > errors.size()) {
            reject(errors);
            left = left.without(List.copyOf(errors.keySet()));
            errors = javac(left);
        }
        if (errors.size() > 1) {
            left.halves().forEach(this::compile);
        } else if (errors.size() == 1) {
            reject(errors);
        } else {
            accept(left);
        }
    }

    private synchronized void reject(Map<Case, String> errors) {
        errors.forEach((tested, message) -> rejected.put(tested.kernel(), message));
    }

    private synchronized void accept(KernelSource source) {
        String name = KernelSource.PACKAGE + "." + source.className();
        source.kernels().forEach(tested -> classes.put(tested.kernel(), name));
    }

    private Map<Case, String> javac(KernelSource source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        String path = System.getProperty("java.class.path");
        List<String> extended =
                new ArrayList<>(List.of("-d", directory.toString(), "-s", directory.toString(), "-cp", path));
        if (processor) {
            extended.addAll(options.isEmpty() ? KernelClassTargets.options(source.number()) : options);
            extended.addAll(List.of(
                    "-Agraphkernel.cacheDir=" + TARGET.resolve("cache"),
                    // A page of all classes would be written again for each of them.
                    "-Agraphkernel.reportDir=" + reports.resolve(source.className())));
        } else {
            extended.add("-proc:none");
        }
        CompilationTask task = compiler.getTask(
                null, SharedFileManager.current(), diagnostics, extended, null, List.of(fileObject(source)));
        if (processor) {
            // Handed over, not named: javac would load it, and the JVM compile it, again for each class.
            task.setProcessors(List.of(KernelClassTargets.processor(source.number())));
        }
        task.call();
        Map<Case, String> errors = new LinkedHashMap<>();
        for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                String message = diagnostic.getMessage(Locale.ROOT);
                blamed(source, diagnostic).forEach(tested -> errors.merge(tested, message, (a, b) -> a + "\n" + b));
            }
        }
        return errors;
    }

    /** The case of the line; all cases if the error is not one line's. */
    private static List<Case> blamed(KernelSource source, Diagnostic<? extends JavaFileObject> diagnostic) {
        int line = (int) diagnostic.getLineNumber();
        Case tested =
                line < 1 || line > source.cases().size() ? null : source.cases().get(line - 1);
        return tested == null ? source.kernels() : List.of(tested);
    }

    private static JavaFileObject fileObject(KernelSource source) {
        URI name = URI.create("string:///" + KernelSource.PACKAGE + "/" + source.className() + ".java");
        return new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source.text();
            }
        };
    }
}

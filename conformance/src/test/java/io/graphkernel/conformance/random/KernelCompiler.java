package io.graphkernel.conformance.random;

import io.graphkernel.processor.MachineTargets;
import io.graphkernel.testing.SharedFileManager;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles kernel classes as a user's build does, for this machine. */
public final class KernelCompiler {

    /** PTX, which costs a quarter of the compilation, is for those who run it. */
    private static final String TARGETS = "cpu,jvm,opencl";

    private KernelCompiler() {}

    /**
     * Returns the sources of test programs, by class name.
     *
     * @param directory directory of the resources of tests
     * @param names names of the classes
     * @return a map that may be extended
     */
    public static Map<String, String> sources(String directory, String... names) {
        Map<String, String> sources = new LinkedHashMap<>();
        try {
            for (String name : names) {
                sources.put(name, Files.readString(Path.of("src/test/resources", directory, name + ".java")));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sources;
    }

    /**
     * Compiles a class.
     *
     * @param directory directory for classes, kernels and the report
     * @param further further options of the processor
     * @return diagnostics of javac and the processor
     */
    static List<Diagnostic<? extends JavaFileObject>> compile(
            Path directory, String className, String text, List<String> further) {
        return compile(directory, Map.of(className, text), TARGETS, further);
    }

    /** Compiles a class with the options of the tests. */
    static List<Diagnostic<? extends JavaFileObject>> compile(Path directory, String className, String text) {
        return compile(directory, className, text, List.of());
    }

    /** Compiles classes together with the options of the tests. */
    public static List<Diagnostic<? extends JavaFileObject>> compile(
            Path directory, Map<String, String> texts, String targets) {
        return compile(directory, texts, targets, List.of());
    }

    /**
     * Compiles classes together.
     *
     * @param directory directory for classes, kernels and the report
     * @param texts sources by class name
     * @param targets value of the processor's option
     * @param further further options of the processor
     * @return diagnostics of javac and the processor
     */
    public static List<Diagnostic<? extends JavaFileObject>> compile(
            Path directory, Map<String, String> texts, String targets, List<String> further) {
        return compile(MachineTargets.processor(), directory, texts, targets, further);
    }

    /**
     * Compiles classes together.
     *
     * @param processor generates the kernels
     * @param directory directory for classes, kernels and the report
     * @param texts sources by class name
     * @param targets value of the processor's option
     * @param further further options of the processor
     * @return diagnostics of javac and the processor
     */
    public static List<Diagnostic<? extends JavaFileObject>> compile(
            Processor processor, Path directory, Map<String, String> texts, String targets, List<String> further) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<Text> sources = texts.entrySet().stream()
                .map(text -> new Text(text.getKey(), text.getValue()))
                .toList();
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        JavaCompiler.CompilationTask task = compiler.getTask(
                null, SharedFileManager.current(), diagnostics, options(directory, targets, further), null, sources);
        task.setProcessors(List.of(processor));
        task.call();
        return diagnostics.getDiagnostics();
    }

    private static List<String> options(Path directory, String targets, List<String> further) {
        String path = System.getProperty("java.class.path");
        List<String> options = new ArrayList<>(List.of(
                // javac drops the messages after the hundredth.
                "-Xmaxerrs",
                Integer.toString(Integer.MAX_VALUE),
                "-d",
                directory.toString(),
                "-s",
                directory.toString(),
                "-cp",
                path,
                "-Agraphkernel.targets=" + targets,
                "-Agraphkernel.cacheDir=" + cache(directory),
                "-Agraphkernel.reportDir=" + directory.resolve("report")));
        options.addAll(further);
        return options;
    }

    /**
     * Returns the build cache of a compilation: all tests share the precompiled headers and equal kernels, except in the
     * exhaustive tier, whose kernels would fill the disk.
     */
    private static Path cache(Path directory) {
        return TestTier.isExhaustive()
                ? directory.resolve("cache")
                : Path.of(System.getProperty("conformance.directory", "target/conformance"))
                        .resolve("cache");
    }

    /** Returns true if a diagnostic is about the compiled text and not about what the processor generated. */
    static boolean isOfText(Diagnostic<? extends JavaFileObject> diagnostic) {
        return diagnostic.getSource() instanceof Text;
    }

    /** A class in memory. */
    private static final class Text extends SimpleJavaFileObject {

        private final String text;

        Text(String className, String text) {
            super(URI.create("string:///" + className + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}

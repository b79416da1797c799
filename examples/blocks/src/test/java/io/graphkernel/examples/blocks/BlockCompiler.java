package io.graphkernel.examples.blocks;

import io.graphkernel.processor.MachineTargets;
import io.graphkernel.testing.SharedFileManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles the sources of blocks, as a user's build does, for this machine. */
final class BlockCompiler {

    private BlockCompiler() {}

    /**
     * Compiles blocks.
     *
     * @param directory directory for classes and report, and for the cache of compiled kernels, shared by its
     *     compilations
     * @param name name of the compilation
     * @param workloads the blocks
     * @param change change of the source of a block
     * @param flags graph kernel flags
     * @param targets targets such as {@code cpu,jvm}
     * @return errors of the compiler; empty for none
     */
    static String errors(
            Path directory,
            String name,
            List<Workload> workloads,
            UnaryOperator<String> change,
            String flags,
            String targets) {
        Path classes = directory.resolve(name);
        String path = System.getProperty("java.class.path");
        List<String> options = List.of(
                "-d",
                classes.toString(),
                "-s",
                classes.toString(),
                "-cp",
                path,
                "-Agraphkernel.flags=" + flags,
                "-Agraphkernel.targets=" + targets,
                "-Agraphkernel.cacheDir=" + directory.resolve("cache"),
                "-Agraphkernel.reportDir=" + CompiledBlocks.report(directory, name));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<Source> sources = workloads.stream()
                .map(workload -> new Source(workload.type(), change))
                .toList();
        try {
            Files.createDirectories(classes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        JavaCompiler.CompilationTask task =
                compiler.getTask(null, SharedFileManager.current(), diagnostics, options, null, sources);
        task.setProcessors(List.of(MachineTargets.processor()));
        task.call();
        return diagnostics.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(Diagnostic::toString)
                .collect(Collectors.joining("\n"));
    }

    private static final class Source extends SimpleJavaFileObject {
        private final UnaryOperator<String> change;

        Source(Class<?> type, UnaryOperator<String> change) {
            super(
                    Path.of(System.getProperty("basedir", ""))
                            .resolve("src/main/java")
                            .resolve(type.getName().replace('.', '/') + Kind.SOURCE.extension)
                            .toUri(),
                    Kind.SOURCE);
            this.change = change;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
            return change.apply(Files.readString(Path.of(toUri())));
        }
    }
}

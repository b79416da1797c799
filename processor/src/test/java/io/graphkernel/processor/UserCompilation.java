package io.graphkernel.processor;

import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.compilation.KernelClassCompiler;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.KernelClassDeclaration;
import io.graphkernel.processor.option.Vocabulary;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.toolchain.EmbeddedLlvm;
import io.graphkernel.processor.toolchain.ToolchainException;
import io.graphkernel.testing.SharedFileManager;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a user's sources with the processor, as javac would. */
public final class UserCompilation {

    /**
     * A message of the compiler.
     *
     * @param kind error, warning or note
     * @param line line from 1, or -1
     * @param column column from 1, or -1
     * @param text all lines
     */
    public record Message(Diagnostic.Kind kind, long line, long column, String text) {

        /** Returns the id in brackets at the head of the text, or an empty string. */
        public String id() {
            return text.startsWith("[GK-") ? text.substring(1, text.indexOf(']')) : "";
        }
    }

    /**
     * The outcome of a compilation.
     *
     * @param success true if javac wrote class files
     * @param messages messages in print order, without the note that links to explanations
     * @param explained the note that links to explanations, or empty
     * @param classes the classes that reached the back end, in order
     * @param sources sources of each class by its name, where they were known before
     */
    public record Outcome(
            boolean success,
            List<Message> messages,
            String explained,
            List<KernelClass> classes,
            Map<String, String> sources) {

        /** Returns the messages of the processor. */
        public List<Message> ours() {
            return messages.stream().filter(message -> !message.id().isEmpty()).toList();
        }

        /** Returns the reported faults: messages of the processor and errors of javac. */
        public List<Message> faults() {
            return messages.stream()
                    .filter(message -> message.kind() == Diagnostic.Kind.ERROR
                            || !message.id().isEmpty())
                    .toList();
        }
    }

    private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();

    private final List<String> options = new ArrayList<>();
    private final List<Path> sources = new ArrayList<>();
    private final List<KernelClass> compiled = new ArrayList<>();
    private final Map<String, String> known = new HashMap<>();
    private final Path directory;
    private JavaCompiler compiler = JAVAC;
    private String classPath = RuntimeClasses.classPath();
    private final List<Processor> processors = new ArrayList<>(List.of(recordingProcessor()));

    static {
        // A user's first build reports that it unpacks the compiler; which test is first depends on their order.
        try {
            EmbeddedLlvm.unpacked();
        } catch (ToolchainException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Creates a compilation.
     *
     * @param directory empty directory for sources and class files
     */
    public UserCompilation(Path directory) {
        this.directory = directory;
    }

    /** Adds a javac option. */
    public UserCompilation option(String option) {
        options.add(option);
        return this;
    }

    /** Adds a source file to the one that is passed to {@link #compile}. */
    public UserCompilation source(String fileName, String text) {
        try {
            sources.add(Files.writeString(directory.resolve(fileName), text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Replaces the compiler. */
    public UserCompilation compiler(JavaCompiler other) {
        compiler = other;
        return this;
    }

    /** Returns a processor with a back end that records the classes that reach it. */
    public Processor recordingProcessor() {
        return new GraphKernelProcessor(new Recorder());
    }

    /** Replaces the processor. */
    public UserCompilation processor(Processor other) {
        processors.set(0, other);
        return this;
    }

    /** Adds a processor. */
    public UserCompilation alsoProcessor(Processor other) {
        processors.add(other);
        return this;
    }

    /** Prepends a directory to the class path. */
    public UserCompilation library(Path classes) {
        classPath = classes + File.pathSeparator + classPath;
        return this;
    }

    /** Returns the directory of the class files. */
    public Path classes() {
        return directory.resolve("classes");
    }

    /**
     * Compiles a source.
     *
     * @param fileName for example {@code MyOps.java}
     * @param source text of the file
     * @return the outcome
     */
    public Outcome compile(String fileName, String source) {
        DiagnosticCollector<JavaFileObject> collector = new DiagnosticCollector<>();
        try {
            Files.createDirectories(classes());
            sources.add(Files.writeString(directory.resolve(fileName), source));
            boolean hasDefaultPaths = compiler == JAVAC
                    && classPath.equals(RuntimeClasses.classPath())
                    && options.stream().allMatch(option -> option.startsWith("-A"));
            if (hasDefaultPaths) {
                return compile(SharedFileManager.current(), collector);
            }
            // javac stores paths and encoding in the file manager.
            try (StandardJavaFileManager files = compiler.getStandardFileManager(collector, Locale.ROOT, null)) {
                return compile(files, collector);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Outcome compile(StandardJavaFileManager files, DiagnosticCollector<JavaFileObject> collector) {
        List<String> extended = new ArrayList<>(options);
        extended.addAll(List.of("-cp", classPath, "-d", classes().toString()));
        JavaCompiler.CompilationTask task = compiler.getTask(
                new StringWriter(),
                files,
                collector,
                extended,
                null,
                files.getJavaFileObjects(sources.toArray(Path[]::new)));
        task.setProcessors(processors);
        boolean success = task.call();
        Map<Boolean, List<Message>> messages = messages(collector)
                .collect(Collectors.partitioningBy(message -> message.text().startsWith("GraphKernel explains ")));
        return new Outcome(
                success,
                messages.get(false),
                messages.get(true).stream().map(Message::text).collect(Collectors.joining()),
                List.copyOf(compiled),
                Map.copyOf(known));
    }

    private static Stream<Message> messages(DiagnosticCollector<JavaFileObject> collector) {
        return collector.getDiagnostics().stream()
                .map(diagnostic -> new Message(
                        diagnostic.getKind(),
                        diagnostic.getLineNumber(),
                        diagnostic.getColumnNumber(),
                        diagnostic.getMessage(Locale.ROOT).lines().collect(Collectors.joining("\n"))));
    }

    private final class Recorder implements KernelClassCompiler, KernelClassCompiler.Invocation {

        @Override
        public Invocation open(Context context) {
            return this;
        }

        @Override
        public List<Target> targets() {
            return Targets.ALL;
        }

        @Override
        public Vocabulary vocabulary() {
            return PassPipeline.vocabulary();
        }

        @Override
        public boolean restore(KernelClassDeclaration type, Supplier<Optional<String>> sources) {
            sources.get().ifPresent(text -> known.put(type.qualifiedName(), text));
            return false;
        }

        @Override
        public void compile(KernelClass kernelClass) {
            compiled.add(kernelClass);
        }

        @Override
        public void complete(KernelClass kernelClass) {}
    }
}

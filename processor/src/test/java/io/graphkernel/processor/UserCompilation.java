package io.graphkernel.processor;

import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.frontend.KernelType;
import io.graphkernel.processor.option.Vocabulary;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.toolchain.EmbeddedLlvm;
import io.graphkernel.processor.toolchain.ToolchainException;
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
     * One message.
     *
     * @param kind error, warning or note
     * @param line from 1, or -1
     * @param column from 1, or -1
     * @param text all lines
     */
    public record Message(Diagnostic.Kind kind, long line, long column, String text) {

        /** The id in brackets at the head of the text, or empty. */
        public String id() {
            return text.startsWith("[GK-") ? text.substring(1, text.indexOf(']')) : "";
        }
    }

    /**
     * What came of a compilation.
     *
     * @param success whether javac gave class files
     * @param messages in the order in which they were printed, but for the note that says where they are explained
     * @param explained that note, or empty
     * @param classes the classes that reached the back end, in order
     * @param sources what each class is read from, by its name, where that was known before
     */
    public record Outcome(
            boolean success,
            List<Message> messages,
            String explained,
            List<KernelClass> classes,
            Map<String, String> sources) {

        /** The messages of the processor. */
        public List<Message> ours() {
            return messages.stream().filter(message -> !message.id().isEmpty()).toList();
        }

        /** What is said to be wrong: the messages of the processor, and the errors of javac. */
        public List<Message> faults() {
            return messages.stream()
                    .filter(message -> message.kind() == Diagnostic.Kind.ERROR
                            || !message.id().isEmpty())
                    .toList();
        }
    }

    private final List<String> options = new ArrayList<>();
    private final List<Path> sources = new ArrayList<>();
    private final List<KernelClass> compiled = new ArrayList<>();
    private final Map<String, String> known = new HashMap<>();
    private final Path directory;
    private JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private String classPath = RuntimeClasses.classPath();
    private final List<Processor> processors = new ArrayList<>(List.of(recordingProcessor()));

    static {
        // The first build of a user says that it unpacks the compiler. Which test would be the first depends on their
        // order.
        try {
            EmbeddedLlvm.unpacked();
        } catch (ToolchainException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * A compilation.
     *
     * @param directory an empty directory for sources and class files
     */
    public UserCompilation(Path directory) {
        this.directory = directory;
    }

    /** Adds a javac option. */
    public UserCompilation option(String option) {
        options.add(option);
        return this;
    }

    /** Adds a source file next to the one that is given to {@link #compile}. */
    public UserCompilation source(String fileName, String text) {
        try {
            sources.add(Files.writeString(directory.resolve(fileName), text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Takes another compiler. */
    public UserCompilation compiler(JavaCompiler other) {
        compiler = other;
        return this;
    }

    /** The processor with a back end that records what reaches it. */
    public Processor recordingProcessor() {
        return new GraphKernelProcessor(new Recorder());
    }

    /** Takes another processor. */
    public UserCompilation processor(Processor other) {
        processors.set(0, other);
        return this;
    }

    /** Adds a processor. */
    public UserCompilation alsoProcessor(Processor other) {
        processors.add(other);
        return this;
    }

    /** Adds a directory in front of the class path. */
    public UserCompilation library(Path classes) {
        classPath = classes + File.pathSeparator + classPath;
        return this;
    }

    /** The directory of the class files. */
    public Path classes() {
        return directory.resolve("classes");
    }

    /**
     * Compiles.
     *
     * @param fileName for example {@code MyOps.java}
     * @param source its text
     * @return what came of it
     */
    public Outcome compile(String fileName, String source) {
        DiagnosticCollector<JavaFileObject> collector = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(collector, Locale.ROOT, null)) {
            Files.createDirectories(classes());
            sources.add(Files.writeString(directory.resolve(fileName), source));
            List<String> all = new ArrayList<>(options);
            all.addAll(List.of("-cp", classPath, "-d", classes().toString()));
            JavaCompiler.CompilationTask task = compiler.getTask(
                    new StringWriter(),
                    files,
                    collector,
                    all,
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
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Message> messages(DiagnosticCollector<JavaFileObject> collector) {
        return collector.getDiagnostics().stream()
                .map(diagnostic -> new Message(
                        diagnostic.getKind(),
                        diagnostic.getLineNumber(),
                        diagnostic.getColumnNumber(),
                        diagnostic.getMessage(Locale.ROOT).lines().collect(Collectors.joining("\n"))));
    }

    private final class Recorder implements KernelClassCompiler {

        @Override
        public Vocabulary vocabulary() {
            return PassPipeline.vocabulary();
        }

        @Override
        public boolean restore(KernelType type, Supplier<Optional<String>> sources, Context context) {
            sources.get().ifPresent(text -> known.put(type.qualifiedName(), text));
            return false;
        }

        @Override
        public void compile(KernelClass kernelClass, Context context) {
            compiled.add(kernelClass);
        }

        @Override
        public void complete(KernelClass kernelClass, Context context) {}
    }
}

package io.graphkernel.processor.eclipse;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic.Kind;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compilation by Eclipse, for which an embedded javac runs the processor. It receives all files of the compilation,
 * including those of earlier rounds, since a class that waits for a generated one is read again.
 */
public final class EclipseCompilation {

    private static final String ECLIPSE = "org.eclipse.jdt.";
    private static final String OURS = "[GK-";

    private final ProcessingEnvironment environment;
    private final Filer filer;
    private final EclipseFiles files;
    private final JavaCompiler javac;
    private final EclipseMessages messages;
    private final Map<String, SourceFile> sources = new LinkedHashMap<>();

    private EclipseCompilation(ProcessingEnvironment environment, Filer filer, EclipseFiles files, JavaCompiler javac) {
        this.environment = environment;
        this.filer = filer;
        this.files = files;
        this.javac = javac;
        this.messages = new EclipseMessages(environment);
    }

    /**
     * Returns the compilation of an environment.
     *
     * @param environment environment of a compiler
     * @param filer filer for the output
     * @return the compilation; empty if the compiler is not Eclipse's, or javac is not available in this process
     */
    public static Optional<EclipseCompilation> of(ProcessingEnvironment environment, Filer filer) {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        if (!environment.getClass().getName().startsWith(ECLIPSE) || javac == null) {
            return Optional.empty();
        }
        return EclipseFiles.of(environment).map(files -> new EclipseCompilation(environment, filer, files, javac));
    }

    /**
     * Adds the files of a round.
     *
     * @param roots root elements of the round
     * @throws IOException if a file cannot be read
     */
    public void add(Collection<? extends Element> roots) throws IOException {
        for (Element root : roots) {
            if (root instanceof TypeElement type) {
                Optional<SourceFile> source = files.source(type);
                source.ifPresent(file -> sources.putIfAbsent(file.eclipseName(), file));
                if (source.isPresent() && files instanceof BatchCompilerFiles batch) {
                    batch.module(type, packageDepth(type))
                            .ifPresent(file -> sources.putIfAbsent(file.eclipseName(), file));
                }
            }
        }
    }

    private int packageDepth(TypeElement type) {
        String name = environment
                .getElementUtils()
                .getPackageOf(type)
                .getQualifiedName()
                .toString();
        return name.isEmpty() ? 0 : name.split("\\.").length;
    }

    /**
     * Runs a processor in a javac over all files so far. The processor's messages are shown; javac's are not, since
     * Eclipse reports the same errors.
     *
     * @param processor function from the filer, in place of javac's, to the processor
     * @return the first error of javac, if any
     * @throws IOException if javac cannot be set up
     */
    public Optional<String> run(Function<UnaryOperator<Filer>, Processor> processor) throws IOException {
        List<String> errors = new ArrayList<>();
        try (StandardJavaFileManager manager =
                javac.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            set(manager, StandardLocation.CLASS_PATH, files.classPath());
            set(manager, StandardLocation.MODULE_PATH, files.modulePath());
            set(manager, StandardLocation.SOURCE_PATH, files.sourcePath());
            if (files.classOutput().isPresent()) {
                Path output = Files.createDirectories(files.classOutput().get());
                set(manager, StandardLocation.CLASS_OUTPUT, List.of(output));
            }
            JavaCompiler.CompilationTask task = javac.getTask(
                    new StringWriter(),
                    manager,
                    message -> {
                        String text = message.getMessage(Locale.ROOT);
                        if (text.startsWith(OURS)) {
                            messages.show(message);
                        } else if (message.getKind() == Kind.ERROR) {
                            errors.add(text);
                        }
                    },
                    options(),
                    null,
                    List.<JavaFileObject>copyOf(sources.values()));
            task.setProcessors(List.of(
                    processor.apply(reading -> new EclipseFiler(filer, environment.getElementUtils(), reading))));
            task.call();
        }
        return errors.stream().findFirst();
    }

    private static void set(StandardJavaFileManager manager, JavaFileManager.Location location, List<Path> paths)
            throws IOException {
        if (!paths.isEmpty()) {
            manager.setLocationFromPaths(location, paths);
        }
    }

    private List<String> options() {
        List<String> options = new ArrayList<>(List.of("-proc:only", "-implicit:none", "-nowarn"));
        SourceVersion version = environment.getSourceVersion();
        if (version != SourceVersion.latest()) {
            options.addAll(List.of("-source", String.valueOf(version.ordinal()), "-Xlint:-options"));
        }
        if (environment.isPreviewEnabled()) {
            options.add("--enable-preview");
        }
        environment
                .getOptions()
                .forEach((name, value) -> options.add("-A" + name + (value == null ? "" : "=" + value)));
        return options;
    }
}

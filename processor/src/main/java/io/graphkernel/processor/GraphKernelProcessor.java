package io.graphkernel.processor;

import com.google.auto.service.AutoService;
import io.graphkernel.abi.ManifestFormat;
import io.graphkernel.annotations.GradientOf;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.ClassGeneration;
import io.graphkernel.processor.frontend.FrontEnd;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.frontend.KernelType;
import io.graphkernel.processor.frontend.NotJavacException;
import io.graphkernel.processor.frontend.StubNames;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.Option;
import io.graphkernel.processor.option.OptionParser;
import io.graphkernel.processor.report.ReportDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.tools.StandardLocation;

/**
 * javac's entry: finds the classes with {@code @GraphKernel} methods, reads each with the {@link FrontEnd}, and hands
 * those without errors to the {@link KernelClassCompiler}. A class that uses a type which does not exist yet is read
 * again in the next round. No exception leaves it.
 */
@AutoService(Processor.class)
public final class GraphKernelProcessor extends AbstractProcessor {

    /** How many classes are in memory while their kernels are compiled. */
    private static final int MOST_BEGUN = 4;

    private final KernelClassCompiler compiler;
    private final FlagParser flagParser;
    private final DiagnosticReporter reporter = new DiagnosticReporter();
    private final SortedSet<String> waiting = new TreeSet<>();
    private final StubNames stubNames = new StubNames();
    /** The classes that were given to the back end. */
    private final SortedMap<String, KernelType> compiled = new TreeMap<>();

    private final Queue<KernelClass> begun = new ArrayDeque<>();

    private final Set<String> announced = new HashSet<>();
    /** Null before the first class that an earlier compilation has not left. */
    private CompletableFuture<?> prepared;

    private ProcessingEnvironment environment;
    private KernelClassCompiler.Context context;
    private WrittenFiles files;
    private boolean errorRaised;
    private boolean badOptions;
    private boolean notJavac;
    private boolean listening;

    /** The processor as javac starts it. */
    public GraphKernelProcessor() {
        this(new Pipeline(Targets.ALL));
    }

    /**
     * A processor with another back end.
     *
     * @param compiler takes the classes that were read
     */
    GraphKernelProcessor(KernelClassCompiler compiler) {
        this.compiler = compiler;
        this.flagParser = new FlagParser(compiler::vocabulary);
    }

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of(GraphKernel.class.getName(), GradientOf.class.getName());
    }

    @Override
    public Set<String> getSupportedOptions() {
        return Option.keys();
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public synchronized void init(ProcessingEnvironment given) {
        super.init(given);
        environment = WrappedEnvironments.unwrap(given);
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        if (round.processingOver()) {
            errorRaised = round.errorRaised();
            finish();
            return false;
        }
        if (notJavac) {
            return false;
        }
        SortedMap<String, TypeElement> types = new TreeMap<>();
        try {
            stubNames.addSources(round.getRootElements());
            types.putAll(kernelClasses(round));
            if (!types.isEmpty()) {
                processClasses(types);
            }
        } catch (Throwable e) {
            internalError(types.values().stream().findFirst(), Optional.empty(), e);
        } finally {
            // javac may close the loader of this processor as soon as it returns: no thread may need a class after
            // that.
            if (prepared != null) {
                prepared.join();
            }
        }
        return false;
    }

    private void finish() {
        if (context == null || badOptions) {
            return;
        }
        try {
            compiler.finish(context);
        } catch (IOException e) {
            SourcePosition nowhere = SourcePosition.nowhere(environment.getMessager());
            reporter.report(nowhere, Diagnostic.CANNOT_WRITE, "the report of the module", e);
        } catch (Throwable e) {
            internalError(Optional.empty(), Optional.empty(), e);
        }
    }

    private SortedMap<String, TypeElement> kernelClasses(RoundEnvironment round) {
        SortedMap<String, TypeElement> types = new TreeMap<>();
        for (String name : waiting) {
            types.put(name, environment.getElementUtils().getTypeElement(name));
        }
        for (Element method : round.getElementsAnnotatedWithAny(Set.of(GraphKernel.class, GradientOf.class))) {
            // Elsewhere, for example on a class, javac says that the annotation does not belong there.
            if (method.getKind() == ElementKind.METHOD && method.getEnclosingElement() instanceof TypeElement type) {
                types.put(type.getQualifiedName().toString(), type);
            }
        }
        waiting.clear();
        return types;
    }

    private void processClasses(SortedMap<String, TypeElement> types) {
        Flags flags = context().options().flags();
        FrontEnd frontEnd;
        if (environment.getSourceVersion().compareTo(SourceVersion.RELEASE_17) < 0) {
            types.forEach((name, type) -> reporter.report(
                    position(type),
                    Diagnostic.OLD_SOURCE,
                    name,
                    environment.getSourceVersion().ordinal()));
            return;
        }
        try {
            frontEnd = new FrontEnd(environment, reporter, flagParser, flags, compiler::recognised);
        } catch (NotJavacException | LinkageError e) {
            notJavac = true;
            TypeElement first = types.get(types.firstKey());
            report(first, Diagnostic.NOT_JAVAC, environment.getClass().getName());
            return;
        }
        if (!listening) {
            listening = true;
            ClassGeneration.listen(environment, this::generated, this::end);
        }
        types.forEach((name, type) -> processClass(name, type, frontEnd));
        frontEnd.checkVariables(types.values());
        completeBut(0);
    }

    /** Ends the classes that were begun first, but for some: a class is read while clang compiles those before it. */
    private void completeBut(int most) {
        while (begun.size() > most) {
            KernelClass kernelClass = begun.remove();
            guarded(kernelClass.type(), Optional.of(kernelClass), () -> {
                files.begin(kernelClass.qualifiedName());
                compiler.complete(kernelClass, context());
            });
        }
    }

    private void processClass(String name, TypeElement type, FrontEnd frontEnd) {
        Optional<KernelClass> kernelClass = Optional.empty();
        int errors = reporter.errorCount();
        try {
            Optional<String> clash = stubNames.take(type, environment);
            if (clash.isPresent()) {
                String stub = StubNames.stub(type, environment);
                reporter.report(position(type), Diagnostic.STUB_NAME_TAKEN, name, stub, clash.get());
                return;
            }
            if (!badOptions && restore(frontEnd.type(type), frontEnd)) {
                return;
            }
            if (prepared == null) {
                prepared = compiler.prepare(context());
            }
            kernelClass = frontEnd.read(type);
            if (kernelClass.isPresent()) {
                if (!badOptions) {
                    files.begin(name);
                    compiled.put(name, kernelClass.get().type());
                    compiler.compile(kernelClass.get(), context());
                    begun.add(kernelClass.get());
                    completeBut(MOST_BEGUN);
                }
            } else if (frontEnd.isUnresolved(type) && reporter.errorCount() == errors) {
                waiting.add(name);
            }
        } catch (IOException e) {
            report(type, Diagnostic.CANNOT_WRITE, "the generated files of " + name, e);
        } catch (Throwable e) {
            // javac would end with this stack trace as its only message, so errors are not let through either.
            internalError(Optional.of(type), kernelClass, e);
        }
    }

    private boolean restore(KernelType type, FrontEnd frontEnd) throws IOException {
        files.begin(type.qualifiedName());
        boolean restored = compiler.restore(type, () -> frontEnd.sources(type.element()), context());
        if (restored) {
            compiled.put(type.qualifiedName(), type);
        }
        return restored;
    }

    private void generated(String className) {
        KernelType type = compiled.get(className);
        if (type != null) {
            guarded(type, () -> reportOf(className).markGenerated());
        }
        announce(className);
    }

    private ReportDirectory reportOf(String className) {
        return new ReportDirectory(context.options().reportDir(), className);
    }

    private void announce(String className) {
        KernelType type = compiled.get(className);
        if (type != null && announced.add(className)) {
            guarded(type, () -> compiler.announce(type, context));
        }
    }

    /** After an error nothing stays of a class: its stub would call a library that the next build makes anew. */
    private void end(Predicate<TypeElement> isRefused) {
        boolean discarded = false;
        for (KernelType type : compiled.values()) {
            if (isRefused.test(type.element()) || errorRaised) {
                discarded = true;
                guarded(type, () -> {
                    files.remove(type.qualifiedName());
                    compiler.discard(type, context);
                });
            } else {
                announce(type.qualifiedName());
                guarded(type, () -> removeNextTo(type.qualifiedName()));
            }
        }
        compiled.clear();
        if (discarded) {
            finish();
        }
    }

    private void removeNextTo(String className) throws IOException {
        Optional<Path> manifest = files.path(className, ManifestFormat.directory(className) + ManifestFormat.FILE);
        if (manifest.isPresent()) {
            RemovedClasses.removeNextTo(
                    manifest.get(), className, name -> reportOf(name).isGenerated());
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private void guarded(KernelType type, Step step) {
        guarded(type, Optional.empty(), step);
    }

    private void guarded(KernelType type, Optional<KernelClass> kernelClass, Step step) {
        try {
            step.run();
        } catch (IOException e) {
            reporter.report(
                    type.position(), Diagnostic.CANNOT_WRITE, "the generated files of " + type.qualifiedName(), e);
        } catch (Throwable e) {
            internalError(Optional.of(type.element()), kernelClass, e);
        }
    }

    private KernelClassCompiler.Context context() {
        if (context == null) {
            int errors = reporter.errorCount();
            files = new WrittenFiles(environment.getFiler());
            SourcePosition nowhere = SourcePosition.nowhere(environment.getMessager());
            OptionParser parser = new OptionParser(
                    Targets.platformNames(compiler.targets()),
                    Targets.ids(compiler.targets()),
                    Targets.defaultIds(compiler.targets()),
                    flagParser,
                    (diagnostic, arguments) -> reporter.report(nowhere, diagnostic, arguments));
            context = new KernelClassCompiler.Context(
                    parser.parse(environment.getOptions(), System.getenv(), defaultReportDirectory()), reporter, files);
            // What would be built is not what was asked for.
            badOptions = reporter.errorCount() > errors;
        }
        return context;
    }

    /** Next to the class directory, so in Maven {@code target/graph-kernel}. */
    private Path defaultReportDirectory() {
        try {
            Path probe = Path.of(environment
                    .getFiler()
                    .getResource(StandardLocation.CLASS_OUTPUT, "", "graph-kernel")
                    .toUri());
            return probe.getParent().resolveSibling("graph-kernel");
        } catch (IOException | RuntimeException notOnDisk) {
            return Path.of("graph-kernel").toAbsolutePath();
        }
    }

    private void internalError(Optional<TypeElement> type, Optional<KernelClass> kernelClass, Throwable error) {
        String where = type.map(element -> element.getQualifiedName().toString())
                .orElse(getClass().getSimpleName());
        String file;
        try {
            Path directory = context == null
                    ? defaultReportDirectory()
                    : context.options().reportDir();
            file = CrashReport.write(directory, where, kernelClass, error);
        } catch (Throwable again) {
            file = "no file, since writing it fails with " + again;
        }
        if (type.isPresent()) {
            report(type.get(), Diagnostic.INTERNAL_ERROR, where, error, file);
        } else {
            SourcePosition nowhere = SourcePosition.nowhere(environment.getMessager());
            reporter.report(nowhere, Diagnostic.INTERNAL_ERROR, where, error, file);
        }
    }

    private void report(TypeElement type, Diagnostic diagnostic, Object... arguments) {
        Element kernel = type;
        for (Element member : type.getEnclosedElements()) {
            if (kernel == type && member.getAnnotation(GraphKernel.class) != null) {
                kernel = member;
            }
        }
        reporter.report(position(kernel), diagnostic, arguments);
    }

    private SourcePosition position(Element element) {
        return SourcePosition.of(environment.getMessager(), element);
    }
}

package io.graphkernel.processor;

import com.google.auto.service.AutoService;
import io.graphkernel.annotations.GradientOf;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.OnnxModel;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.eclipse.EclipseCompilation;
import io.graphkernel.processor.frontend.ClassGeneration;
import io.graphkernel.processor.frontend.FrontEnd;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.frontend.KernelType;
import io.graphkernel.processor.frontend.NotJavacException;
import io.graphkernel.processor.frontend.StubNames;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.onnx.OnnxFrontEnd;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.Option;
import io.graphkernel.processor.option.OptionParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Filer;
import javax.annotation.processing.Generated;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic.Kind;
import javax.tools.StandardLocation;

/**
 * javac's entry: finds the classes with {@code @GraphKernel} methods, reads each with the {@link FrontEnd}, and the interfaces of
 * models, each with the {@link OnnxFrontEnd}, and hands
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
    private final Queue<KernelClass> begun = new ArrayDeque<>();
    /** The graphs of models, by the names of their stubs: kernels of later rounds call them. */
    private final Map<String, Graph> models = new HashMap<>();

    /** Null before the first class that an earlier compilation has not left. */
    private CompletableFuture<?> prepared;

    private final Claims claims;
    private final UnaryOperator<Filer> filers;
    private final Predicate<String> isWanted;
    private final Set<String> answered = new HashSet<>();

    private ProcessingEnvironment environment;
    private Filer filer;
    /** Empty unless Eclipse compiles. */
    private Optional<EclipseRounds> eclipse = Optional.empty();

    private KernelClassCompiler.Context context;
    private FailureReporter failures;
    private WrittenFiles files;
    /** Null before the first class. */
    private CompiledClasses compiled;

    private boolean errorRaised;
    private boolean badOptions;
    private boolean notJavac;

    /** The processor as javac starts it. */
    public GraphKernelProcessor() {
        this(new Pipeline(Targets.ALL), UnaryOperator.identity(), name -> true, Claims.ofServices());
    }

    /**
     * A processor with another back end.
     *
     * @param compiler takes the classes that were read
     */
    GraphKernelProcessor(KernelClassCompiler compiler) {
        this(compiler, UnaryOperator.identity(), name -> true);
    }

    /**
     * A processor that writes files in a way of its own.
     *
     * @param compiler takes the classes that were read
     * @param filers gives what is written with, by what the compiler gives
     * @param isWanted which classes it is for, by their names
     */
    GraphKernelProcessor(KernelClassCompiler compiler, UnaryOperator<Filer> filers, Predicate<String> isWanted) {
        this(compiler, filers, isWanted, Claims.none());
    }

    private GraphKernelProcessor(
            KernelClassCompiler compiler, UnaryOperator<Filer> filers, Predicate<String> isWanted, Claims claims) {
        this.claims = claims;
        this.compiler = compiler;
        this.filers = filers;
        this.isWanted = isWanted;
        this.flagParser = new FlagParser(compiler::vocabulary);
    }

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        // All of ours: those on parameters say something to this processor alone, too.
        return Set.of(GraphKernel.class.getPackageName() + ".*", Generated.class.getName());
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
        // A wrapper's filer records what follows from which class.
        filer = filers.apply(given.getFiler());
        eclipse = EclipseCompilation.of(environment, filer)
                .map(compilation -> new EclipseRounds(compilation, compiler, environment, reporter));
        failures = new FailureReporter(environment.getMessager(), reporter, this::reportDirectory);
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        if (eclipse.isPresent()) {
            failures.guard(() -> eclipse.get().process(round));
            // Eclipse does not warn of annotations that no processor claims.
            return false;
        }
        if (round.processingOver()) {
            errorRaised = round.errorRaised();
            finish();
            reporter.explained().ifPresent(where -> environment.getMessager().printMessage(Kind.NOTE, where));
        } else if (!notJavac) {
            processRound(round);
        }
        return claims.areSafe(round, environment.getElementUtils());
    }

    private void processRound(RoundEnvironment round) {
        SortedMap<String, TypeElement> types = new TreeMap<>();
        try {
            stubNames.addSources(round.getRootElements());
            types.putAll(kernelClasses(round));
            if (!types.isEmpty()) {
                processClasses(types);
            }
        } catch (Throwable e) {
            failures.internalError(types.values().stream().findFirst(), Optional.empty(), e);
        } finally {
            // javac may close the loader of this processor as soon as it returns: no thread may need a class after
            // that.
            if (prepared != null) {
                prepared.join();
            }
        }
    }

    /** The classes that have kernels or an error of ours; not those that javac was the first to refuse. */
    Set<String> answered() {
        return errorRaised && reporter.errorCount() == 0 ? Set.of() : answered;
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
            failures.internalError(Optional.empty(), Optional.empty(), e);
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
        for (Element type : round.getElementsAnnotatedWith(OnnxModel.class)) {
            types.put(((TypeElement) type).getQualifiedName().toString(), (TypeElement) type);
        }
        waiting.clear();
        types.keySet().removeIf(isWanted.negate());
        return types;
    }

    private void processClasses(SortedMap<String, TypeElement> types) {
        Flags flags = context().options().flags();
        FrontEnd frontEnd;
        if (environment.getSourceVersion().compareTo(SourceVersion.RELEASE_17) < 0) {
            types.forEach((name, type) -> reporter.report(
                    SourcePosition.of(environment.getMessager(), type),
                    Diagnostic.OLD_SOURCE,
                    name,
                    environment.getSourceVersion().ordinal()));
            return;
        }
        try {
            frontEnd = new FrontEnd(environment, reporter, flagParser, flags, compiler::recognised, models);
        } catch (NotJavacException | LinkageError e) {
            notJavac = true;
            SourcePosition first = failures.positionIn(types.get(types.firstKey()));
            reporter.report(first, Diagnostic.NOT_JAVAC, environment.getClass().getName());
            return;
        }
        if (compiled == null) {
            compiled = new CompiledClasses(compiler, context(), files, failures);
            ClassGeneration.listen(environment, compiled::markGenerated, this::end);
        }
        // Models first: kernels that call one take its graph, in the next round, when the class of the model is there.
        Set<String> generated = new TreeSet<>();
        types.forEach((name, type) -> {
            if (isModel(type)) {
                processClass(name, type, frontEnd);
                generated.add(StubNames.simpleStub(type));
            }
        });
        Map<String, TypeElement> read = new TreeMap<>(types);
        read.values().removeIf(type -> isModel(type) || frontEnd.defer(type, generated));
        types.keySet().stream()
                .filter(name -> !isModel(types.get(name)) && !read.containsKey(name))
                .forEach(waiting::add);
        read.forEach((name, type) -> processClass(name, type, frontEnd));
        types.keySet().stream().filter(name -> !waiting.contains(name)).forEach(answered::add);
        frontEnd.checkVariables(read.values());
        completeBut(0);
    }

    /** Ends the classes that were begun first, but for some: a class is read while clang compiles those before it. */
    private void completeBut(int most) {
        while (begun.size() > most) {
            KernelClass kernelClass = begun.remove();
            failures.guard(kernelClass, () -> {
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
                SourcePosition position = SourcePosition.of(environment.getMessager(), type);
                reporter.report(position, Diagnostic.STUB_NAME_TAKEN, name, stub, clash.get());
                return;
            }
            boolean isModel = isModel(type);
            if (!badOptions && !isModel && restore(frontEnd.type(type), frontEnd)) {
                return;
            }
            if (prepared == null) {
                prepared = compiler.prepare(context());
            }
            kernelClass = isModel ? models(frontEnd).read(type) : frontEnd.read(type);
            if (kernelClass.isPresent()) {
                if (isModel) {
                    models.put(
                            StubNames.stub(type, environment),
                            kernelClass.get().methods().get(0).graph());
                }
                if (!badOptions) {
                    files.begin(name);
                    compiled.add(kernelClass.get().type());
                    compiler.compile(kernelClass.get(), context());
                    begun.add(kernelClass.get());
                    completeBut(MOST_BEGUN);
                }
            } else if (frontEnd.isUnresolved(type) && reporter.errorCount() == errors) {
                waiting.add(name);
            }
        } catch (IOException e) {
            reporter.report(failures.positionIn(type), Diagnostic.CANNOT_WRITE, "the generated files of " + name, e);
        } catch (Throwable e) {
            failures.internalError(Optional.of(type), kernelClass, e);
        }
    }

    private static boolean isModel(TypeElement type) {
        return type.getAnnotation(OnnxModel.class) != null;
    }

    private OnnxFrontEnd models(FrontEnd frontEnd) {
        return new OnnxFrontEnd(
                environment, reporter, flagParser, context().options().flags(), compiler::recognised, frontEnd::type);
    }

    private boolean restore(KernelType type, FrontEnd frontEnd) throws IOException {
        files.begin(type.qualifiedName());
        boolean restored = compiler.restore(type, () -> frontEnd.sources(type.element()), context());
        if (restored) {
            compiled.add(type);
        }
        return restored;
    }

    private void end(Predicate<TypeElement> isRefused) {
        if (compiled.end(type -> errorRaised || isRefused.test(type))) {
            finish();
        }
    }

    private KernelClassCompiler.Context context() {
        if (context == null) {
            int errors = reporter.errorCount();
            files = new WrittenFiles(filer);
            SourcePosition nowhere = SourcePosition.nowhere(environment.getMessager());
            OptionParser parser = new OptionParser(
                    Targets.platformNames(compiler.targets()),
                    Targets.ids(compiler.targets()),
                    Targets.binaryTargets(compiler.targets()),
                    flagParser,
                    (diagnostic, arguments) -> reporter.report(nowhere, diagnostic, arguments));
            context = new KernelClassCompiler.Context(
                    parser.parse(environment.getOptions(), System.getenv(), defaultReportDirectory()), reporter, files);
            // What would be built is not what was asked for.
            badOptions = reporter.errorCount() > errors;
        }
        return context;
    }

    private Path reportDirectory() {
        return context == null ? defaultReportDirectory() : context.options().reportDir();
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
}

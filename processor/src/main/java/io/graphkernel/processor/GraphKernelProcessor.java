package io.graphkernel.processor;

import com.google.auto.service.AutoService;
import io.graphkernel.annotations.GradientOf;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.OnnxModel;
import io.graphkernel.graph.Graph;
import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.compilation.KernelClassCompiler;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.eclipse.EclipseCompilation;
import io.graphkernel.processor.frontend.FrontEnd;
import io.graphkernel.processor.frontend.javac.AnnotationPlaces;
import io.graphkernel.processor.frontend.javac.BodyAnnotations;
import io.graphkernel.processor.frontend.javac.ClassGeneration;
import io.graphkernel.processor.frontend.javac.NotJavacException;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.KernelClassDeclaration;
import io.graphkernel.processor.frontend.kernel.StubNames;
import io.graphkernel.processor.onnx.OnnxFrontEnd;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.Option;
import io.graphkernel.processor.option.OptionParser;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.output.PendingOutputs;
import io.graphkernel.processor.output.TrackingFiler;
import io.graphkernel.processor.processing.AnnotationClaimPolicy;
import io.graphkernel.processor.processing.EclipseRounds;
import io.graphkernel.processor.processing.ElementFunctionExports;
import io.graphkernel.processor.processing.FailureReporter;
import io.graphkernel.processor.processing.FurtherRound;
import io.graphkernel.processor.processing.ProcessingEnvironments;
import io.graphkernel.processor.report.PhaseTimes;
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
import java.util.stream.Collectors;
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
 * Annotation processor that javac starts. It reads classes with {@code @GraphKernel} methods with the {@link FrontEnd},
 * and model interfaces with the {@link OnnxFrontEnd}. Classes without errors go to the {@link KernelClassCompiler}. A
 * class that uses a missing type is read again in the next round. Exceptions are reported, never propagated.
 */
@AutoService(Processor.class)
public final class GraphKernelProcessor extends AbstractProcessor implements EclipseRounds.EmbeddedProcessor {

    /** Maximum number of classes in memory while their kernels are compiled. */
    private static final int MAX_IN_FLIGHT_CLASSES = 4;

    private final KernelClassCompiler compiler;
    private final FlagParser flagParser;
    private final DiagnosticReporter reporter = new DiagnosticReporter();
    private final SortedSet<String> waiting = new TreeSet<>();
    /** Number of rounds that each class has waited. */
    private final Map<String, Integer> awaitedRounds = new HashMap<>();

    private final FurtherRound furtherRound = new FurtherRound();
    private final StubNames stubNames = new StubNames();
    private final Queue<KernelClass> inFlight = new ArrayDeque<>();
    /** Graphs of models by stub name. Kernel methods of later rounds call them. */
    private final Map<String, Graph> models = new HashMap<>();

    /** Null before the first class that is not restored from the cache. */
    private CompletableFuture<?> prepared;

    private final AnnotationClaimPolicy claims;
    private final UnaryOperator<Filer> filers;
    private final Predicate<String> isWanted;
    private final Set<String> answered = new HashSet<>();

    private ProcessingEnvironment environment;
    private Filer filer;
    /** Present only if the Eclipse compiler runs the processor. */
    private Optional<EclipseRounds> eclipse = Optional.empty();

    /** Null before the first class. */
    private Options options;

    /** Null before the first class. */
    private PhaseTimes times;

    /** Null before the first class. */
    private KernelClassCompiler.Invocation compilation;

    private FailureReporter failures;
    private AnnotationPlaces annotationPlaces;
    private ElementFunctionExports exports;
    private TrackingFiler files;
    /** Null before the first class. */
    private PendingOutputs compiled;

    private boolean errorRaised;
    private boolean badOptions;
    private boolean notJavac;

    /** Creates the processor; javac calls this constructor. */
    public GraphKernelProcessor() {
        this(
                Pipeline.of(Targets.ALL),
                UnaryOperator.identity(),
                name -> true,
                AnnotationClaimPolicy.ofServices(GraphKernelProcessor.class));
    }

    /**
     * Creates a processor with a custom back end.
     *
     * @param compiler compiler for the classes that are read
     */
    public GraphKernelProcessor(KernelClassCompiler compiler) {
        this(compiler, UnaryOperator.identity(), name -> true, AnnotationClaimPolicy.none());
    }

    private GraphKernelProcessor(
            KernelClassCompiler compiler,
            UnaryOperator<Filer> filers,
            Predicate<String> isWanted,
            AnnotationClaimPolicy claims) {
        this.claims = claims;
        this.compiler = compiler;
        this.filers = filers;
        this.isWanted = isWanted;
        this.flagParser = new FlagParser(compiler::vocabulary);
    }

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        // Includes the annotations on parameters, which only this processor interprets.
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
        environment = ProcessingEnvironments.unwrap(given);
        // The filer of a wrapper records the originating classes of each file.
        filer = filers.apply(given.getFiler());
        eclipse = EclipseCompilation.of(environment, filer)
                .map(compilation -> new EclipseRounds(compilation, this::embedded, environment, reporter));
        failures = new FailureReporter(environment.getMessager(), reporter, this::reportDirectory);
        exports = new ElementFunctionExports(reporter, failures);
        annotationPlaces = new AnnotationPlaces(environment, reporter, isWanted);
        if (eclipse.isEmpty()) {
            BodyAnnotations.listen(environment, reporter, isWanted);
        }
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        if (eclipse.isPresent()) {
            failures.guard(() -> eclipse.get().process(round));
            // Eclipse does not warn about unclaimed annotations.
            return false;
        }
        failures.guard(furtherRound::end);
        failures.guard(() -> annotationPlaces.check(round));
        if (round.processingOver()) {
            errorRaised = round.errorRaised();
            finish();
            if (options != null && options.times()) {
                environment.getMessager().printMessage(Kind.NOTE, times.text());
            }
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
            SortedMap<String, TypeElement> exporting = exports.classes(round, environment.getElementUtils());
            exporting.keySet().removeIf(isWanted.negate());
            if (!types.isEmpty() || !exporting.isEmpty()) {
                processClasses(types, exporting);
            }
        } catch (Throwable e) {
            failures.internalError(types.values().stream().findFirst(), Optional.empty(), e);
        } finally {
            // javac may close the class loader of this processor after it returns; no thread may load a class after
            // that.
            if (prepared != null) {
                prepared.join();
            }
        }
    }

    /** Returns the processor for an embedded javac, which writes its files through the filer of the outer compiler. */
    private GraphKernelProcessor embedded(UnaryOperator<Filer> embeddedFilers, Predicate<String> isWantedThere) {
        return new GraphKernelProcessor(compiler, embeddedFilers, isWantedThere, AnnotationClaimPolicy.none());
    }

    /** Classes that javac rejected first are excluded. */
    @Override
    public Set<String> answered() {
        return errorRaised && reporter.errorCount() == 0 ? Set.of() : answered;
    }

    private void finish() {
        if (compilation == null || badOptions) {
            return;
        }
        try {
            compilation.finish();
        } catch (IOException e) {
            SourcePosition nowhere = SourcePosition.nowhere(environment.getMessager());
            failures.cannotWrite(nowhere, "the report of the module", e);
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
            // On other elements, such as a class, javac itself reports the misplaced annotation.
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

    private void reportNotJavac(SortedMap<String, TypeElement> types) {
        notJavac = true;
        SourcePosition first = failures.positionIn(types.get(types.firstKey()));
        reporter.report(first, Diagnostic.NOT_JAVAC, environment.getClass().getName());
    }

    private void processClasses(SortedMap<String, TypeElement> types, SortedMap<String, TypeElement> exporting) {
        open();
        Flags flags = options.flags();
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
            frontEnd = new FrontEnd(environment, reporter, flagParser, flags, compiler::recognized, models);
        } catch (NotJavacException e) {
            reportNotJavac(types.isEmpty() ? exporting : types);
            return;
        } catch (NoClassDefFoundError e) {
            if (!NotJavacException.isMissing(e)) {
                throw e;
            }
            reportNotJavac(types.isEmpty() ? exporting : types);
            return;
        }
        if (compiled == null) {
            compiled = new PendingOutputs(compilation, options.reportDir(), files, failures);
            ClassGeneration.listen(environment, compiled::markGenerated, this::end);
        }
        // Models first: kernel methods that call a model use its graph in the next round, once the class of the model
        // exists.
        Set<String> generated = new TreeSet<>();
        types.forEach((name, type) -> {
            if (isModel(type)) {
                processClass(name, type, frontEnd);
                generated.add(StubNames.simpleStub(type));
            }
        });
        Map<String, TypeElement> read = new TreeMap<>(types);
        Set<String> stubs = read.values().stream().map(StubNames::simpleStub).collect(Collectors.toSet());
        read.values()
                .removeIf(type ->
                        isModel(type) || awaitTransformation(type, frontEnd, stubs) || frontEnd.defer(type, generated));
        types.keySet().stream()
                .filter(name -> !isModel(types.get(name)) && !read.containsKey(name))
                .forEach(waiting::add);
        frontEnd.rejectOperators(read.values());
        read.forEach((name, type) -> processClass(name, type, frontEnd));
        exporting.forEach((name, type) -> {
            if (waiting.contains(name) || awaitTransformation(type, frontEnd, stubs)) {
                exports.defer(name);
            } else {
                files.begin(name);
                exports.write(
                        name,
                        type,
                        () -> frontEnd.exports(type),
                        frontEnd::areExportsUnresolved,
                        badOptions ? Optional.empty() : Optional.of(files));
            }
        });
        types.keySet().stream().filter(name -> !waiting.contains(name)).forEach(answered::add);
        exporting.keySet().stream()
                .filter(name -> !waiting.contains(name) && !exports.isDeferred(name))
                .forEach(answered::add);
        frontEnd.checkVariables(read.values());
        completeUntil(0);
    }

    /**
     * Returns true if a class is to be read after another processor has rewritten it, in a round that is certain to
     * follow.
     */
    private boolean awaitTransformation(TypeElement type, FrontEnd frontEnd, Set<String> stubs) {
        String name = type.getQualifiedName().toString();
        // The embedded javac, which reads for another compiler, runs no other processor.
        boolean waits = eclipse.isEmpty()
                && !isEmbedded()
                && frontEnd.awaitTransformation(type, stubs, awaitedRounds.getOrDefault(name, 0));
        if (waits) {
            awaitedRounds.merge(name, 1, Integer::sum);
            failures.guard(frontEnd.type(type), () -> furtherRound.request(type, filer, environment.getElementUtils()));
        }
        return waits;
    }

    /**
     * Completes the oldest in-flight classes until at most the given number remain. Clang compiles those while the next
     * class is read.
     */
    private void completeUntil(int remaining) {
        while (inFlight.size() > remaining) {
            KernelClass kernelClass = inFlight.remove();
            failures.guard(kernelClass, () -> {
                files.begin(kernelClass.qualifiedName());
                compilation.complete(kernelClass);
            });
        }
    }

    private void processClass(String name, TypeElement type, FrontEnd frontEnd) {
        Optional<KernelClass> kernelClass = Optional.empty();
        int errors = reporter.errorCount();
        try {
            Optional<String> clash = stubNames.claim(type, environment);
            if (clash.isPresent()) {
                String stub = StubNames.stub(type, environment);
                SourcePosition position = SourcePosition.of(environment.getMessager(), type);
                reporter.report(position, Diagnostic.STUB_NAME_TAKEN, name, stub, clash.get());
                return;
            }
            boolean isModel = isModel(type);
            if (!badOptions && !isModel && restore(frontEnd.restoredType(type), frontEnd)) {
                return;
            }
            if (prepared == null) {
                prepared = compilation.prepare();
            }
            try (PhaseTimes.Timer timer = times.start(PhaseTimes.Phase.READ)) {
                kernelClass = isModel ? models(frontEnd).read(type) : frontEnd.read(type);
            }
            if (kernelClass.isPresent()) {
                if (isModel) {
                    models.put(
                            StubNames.stub(type, environment),
                            kernelClass.get().methods().get(0).graph());
                }
                if (!badOptions) {
                    files.begin(name);
                    compiled.add(kernelClass.get().type());
                    compilation.compile(kernelClass.get());
                    inFlight.add(kernelClass.get());
                    completeUntil(MAX_IN_FLIGHT_CLASSES);
                }
            } else if (frontEnd.isUnresolved(type) && reporter.errorCount() == errors) {
                waiting.add(name);
            }
        } catch (IOException e) {
            failures.cannotWrite(failures.positionIn(type), "the generated files of " + name, e);
        } catch (Throwable e) {
            failures.internalError(Optional.of(type), kernelClass, e);
        }
    }

    private static boolean isModel(TypeElement type) {
        return type.getAnnotation(OnnxModel.class) != null;
    }

    private OnnxFrontEnd models(FrontEnd frontEnd) {
        return new OnnxFrontEnd(
                environment, reporter, flagParser, options.flags(), compiler::recognized, frontEnd::type);
    }

    private boolean restore(KernelClassDeclaration type, FrontEnd frontEnd) throws IOException {
        files.begin(type.qualifiedName());
        boolean restored = compilation.restore(type, () -> frontEnd.sources(type.element()));
        if (restored) {
            compiled.add(type);
        }
        return restored;
    }

    private void end(Predicate<TypeElement> isRefused, SortedSet<String> classFiles) {
        if (compiled.end(type -> errorRaised || isRefused.test(type), classFiles)) {
            finish();
        }
    }

    /** Reads the options and opens the compilation, before the first class. */
    private void open() {
        if (compilation == null) {
            int errors = reporter.errorCount();
            times = new PhaseTimes();
            files = new TrackingFiler(filer);
            SourcePosition nowhere = SourcePosition.nowhere(environment.getMessager());
            OptionParser parser = new OptionParser(
                    Targets.platformNames(compiler.targets()),
                    Targets.ids(compiler.targets()),
                    Targets.binaryTargets(compiler.targets()),
                    flagParser,
                    (diagnostic, arguments) -> reporter.report(nowhere, diagnostic, arguments));
            options = parser.parse(environment.getOptions(), System.getenv(), defaultReportDirectory());
            // The build would not match the requested options.
            badOptions = reporter.errorCount() > errors;
            Optional<Integer> release = isEmbedded()
                    ? Optional.empty()
                    : Optional.of(environment.getSourceVersion().ordinal());
            compilation = compiler.open(new KernelClassCompiler.Context(options, reporter, files, release, times));
        }
    }

    /** Returns true if the embedded javac for another compiler runs the processor. */
    private boolean isEmbedded() {
        return filers.apply(filer) != filer;
    }

    private Path reportDirectory() {
        return options == null ? defaultReportDirectory() : options.reportDir();
    }

    /** Returns the sibling of the class directory: {@code target/graph-kernel} under Maven. */
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

package io.graphkernel.processor;

import com.google.auto.service.AutoService;
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
import io.graphkernel.processor.frontend.kernel.StubNames;
import io.graphkernel.processor.onnx.OnnxFrontEnd;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.Option;
import io.graphkernel.processor.processing.AnnotationClaimPolicy;
import io.graphkernel.processor.processing.CompilerCheck;
import io.graphkernel.processor.processing.EclipseRounds;
import io.graphkernel.processor.processing.ElementFunctionExports;
import io.graphkernel.processor.processing.FailureReporter;
import io.graphkernel.processor.processing.FurtherRound;
import io.graphkernel.processor.processing.ProcessingEnvironments;
import io.graphkernel.processor.processing.RoundClasses;
import io.graphkernel.processor.report.PhaseTimes;
import io.graphkernel.processor.session.CompilationSession;
import io.graphkernel.processor.session.CompilationSession.Services;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
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
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic.Kind;

/**
 * Annotation processor that javac starts. It reads classes with {@code @GraphKernel} methods with the {@link FrontEnd},
 * and model interfaces with the {@link OnnxFrontEnd}. Classes without errors go to the {@link KernelClassCompiler}. A
 * class that uses a missing type is read again in the next round. Exceptions are reported, never propagated.
 */
@AutoService(Processor.class)
public final class GraphKernelProcessor extends AbstractProcessor implements EclipseRounds.EmbeddedProcessor {

    private final KernelClassCompiler compiler;
    private final FlagParser flagParser;
    private final DiagnosticReporter reporter = new DiagnosticReporter();
    private final FurtherRound furtherRound = new FurtherRound();
    private final StubNames stubNames = new StubNames();
    /** Graphs of models by stub name. Kernel methods of later rounds call them. */
    private final Map<String, Graph> models = new HashMap<>();

    private final AnnotationClaimPolicy claims;
    private final UnaryOperator<Filer> filers;
    private final Predicate<String> isWanted;

    private ProcessingEnvironment environment;
    private Filer filer;
    /** Present only if the Eclipse compiler runs the processor. */
    private Optional<EclipseRounds> eclipse = Optional.empty();

    /** Null before the first class. */
    private CompilationSession session;

    private RoundClasses classes;
    private FailureReporter failures;
    private AnnotationPlaces annotationPlaces;
    private ElementFunctionExports exports;

    private boolean tracksGeneration;
    private boolean errorRaised;
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
        classes = new RoundClasses(environment.getElementUtils(), isWanted);
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
            if (session != null) {
                session.finish();
                session.reportTimes();
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
            types.putAll(classes.of(round));
            SortedMap<String, TypeElement> exporting = exports.classes(round, environment.getElementUtils());
            exporting.keySet().removeIf(isWanted.negate());
            if (!types.isEmpty() || !exporting.isEmpty()) {
                processClasses(types, exporting);
            }
        } catch (Throwable e) {
            failures.internalError(types.values().stream().findFirst(), Optional.empty(), e);
        } finally {
            // javac may close the class loader of this processor after it returns; no thread may load a class then.
            if (session != null) {
                session.awaitPreparation();
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
        return errorRaised && reporter.errorCount() == 0 ? Set.of() : classes.answered();
    }

    private void processClasses(SortedMap<String, TypeElement> types, SortedMap<String, TypeElement> exporting) {
        if (session == null) {
            Services services = new Services(compiler, flagParser, reporter, failures);
            session = new CompilationSession(environment, filer, services, isEmbedded());
        }
        FrontEnd frontEnd;
        CompilerCheck check = new CompilerCheck(environment, reporter, failures);
        if (!check.acceptsSource(types)) {
            return;
        }
        try {
            frontEnd = new FrontEnd(
                    environment, reporter, flagParser, session.options().flags(), compiler::recognized, models);
        } catch (NotJavacException | NoClassDefFoundError e) {
            if (e instanceof NoClassDefFoundError missing && !NotJavacException.isMissing(missing)) {
                throw missing;
            }
            notJavac = true;
            check.rejectCompiler(types.isEmpty() ? exporting : types);
            return;
        }
        if (!tracksGeneration) {
            tracksGeneration = true;
            ClassGeneration.listen(
                    environment,
                    session::markGenerated,
                    (isRefused, classFiles) -> session.end(type -> errorRaised || isRefused.test(type), classFiles));
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
                .forEach(classes::defer);
        frontEnd.rejectOperators(read.values());
        read.forEach((name, type) -> processClass(name, type, frontEnd));
        exporting.forEach((name, type) -> {
            if (classes.isWaiting(name) || awaitTransformation(type, frontEnd, stubs)) {
                exports.defer(name);
            } else {
                exports.write(
                        name,
                        type,
                        () -> frontEnd.exports(type),
                        frontEnd::areExportsUnresolved,
                        session.hasBadOptions() ? Optional.empty() : Optional.of(session.filesOf(name)));
            }
        });
        classes.answer(types.keySet());
        exporting.keySet().removeIf(exports::isDeferred);
        classes.answer(exporting.keySet());
        frontEnd.checkVariables(read.values());
        session.complete();
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
                && frontEnd.awaitTransformation(type, stubs, classes.awaitedRounds(name));
        if (waits) {
            classes.awaitProcessor(name);
            failures.guard(frontEnd.type(type), () -> furtherRound.request(type, filer, environment.getElementUtils()));
        }
        return waits;
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
            if (!isModel
                    && !session.hasBadOptions()
                    && session.restore(frontEnd.restoredType(type), () -> frontEnd.sources(type))) {
                return;
            }
            session.prepare();
            try (PhaseTimes.Timer timer = session.times().start(PhaseTimes.Phase.READ)) {
                kernelClass = isModel ? readModel(type, frontEnd) : frontEnd.read(type);
            }
            if (kernelClass.isPresent()) {
                if (isModel) {
                    models.put(
                            StubNames.stub(type, environment),
                            kernelClass.get().methods().get(0).graph());
                }
                session.compile(kernelClass.get());
            } else if (frontEnd.isUnresolved(type) && reporter.errorCount() == errors) {
                classes.defer(name);
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

    private Optional<KernelClass> readModel(TypeElement type, FrontEnd frontEnd) {
        OnnxFrontEnd reader = new OnnxFrontEnd(
                environment, reporter, flagParser, session.options().flags(), compiler::recognized, frontEnd::type);
        return reader.read(type);
    }

    /** Returns true if the embedded javac for another compiler runs the processor. */
    private boolean isEmbedded() {
        return filers.apply(filer) != filer;
    }

    private Path reportDirectory() {
        return session == null
                ? CompilationSession.defaultReportDirectory(environment)
                : session.options().reportDir();
    }
}

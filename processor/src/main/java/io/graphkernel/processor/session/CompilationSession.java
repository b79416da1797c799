package io.graphkernel.processor.session;

import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.compilation.KernelClassCompiler;
import io.graphkernel.processor.compilation.KernelClassCompiler.Invocation;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.KernelClassDeclaration;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.OptionParser;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.output.PendingOutputs;
import io.graphkernel.processor.output.TrackingFiler;
import io.graphkernel.processor.processing.FailureReporter;
import io.graphkernel.processor.report.PhaseTimes;
import io.graphkernel.processor.target.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic.Kind;
import javax.tools.StandardLocation;

/** Compilation of the classes of one javac invocation, from its options to its files. */
public final class CompilationSession {

    /** Maximum number of classes in memory while their kernels are compiled. */
    private static final int MAX_IN_FLIGHT_CLASSES = 4;

    private final ProcessingEnvironment environment;
    private final FailureReporter failures;
    private final PhaseTimes times = new PhaseTimes();
    private final Options options;
    private final boolean hasBadOptions;
    private final TrackingFiler files;
    private final Invocation compilation;
    private final PendingOutputs outputs;
    private final Queue<KernelClass> inFlight = new ArrayDeque<>();

    /** Null before the first class that is not restored from the cache. */
    private CompletableFuture<?> prepared;

    /** Services of the processor that a session uses. */
    public record Services(
            KernelClassCompiler compiler, FlagParser flags, DiagnosticReporter reporter, FailureReporter failures) {}

    /**
     * Opens the compilation for the options of an invocation, whose errors are reported.
     *
     * @param environment environment of the invocation
     * @param filer writer of generated files
     * @param services services of the processor
     * @param isEmbedded true if another compiler generates the class files
     */
    public CompilationSession(ProcessingEnvironment environment, Filer filer, Services services, boolean isEmbedded) {
        this.environment = environment;
        this.failures = services.failures();
        this.files = new TrackingFiler(filer);
        DiagnosticReporter reporter = services.reporter();
        int errors = reporter.errorCount();
        this.options = options(environment, services);
        this.hasBadOptions = reporter.errorCount() > errors;
        Optional<Integer> release = isEmbedded
                ? Optional.empty()
                : Optional.of(environment.getSourceVersion().ordinal());
        this.compilation =
                services.compiler().open(new KernelClassCompiler.Context(options, reporter, files, release, times));
        this.outputs = new PendingOutputs(compilation, options.reportDir(), files, failures);
    }

    private static Options options(ProcessingEnvironment environment, Services services) {
        List<Target> targets = services.compiler().targets();
        SourcePosition nowhere = SourcePosition.nowhere(environment.getMessager());
        OptionParser parser = new OptionParser(
                Targets.platformNames(targets),
                Targets.instructionSetNames(targets),
                Targets.ids(targets),
                Targets.binaryTargets(targets),
                services.flags(),
                (diagnostic, arguments) -> services.reporter().report(nowhere, diagnostic, arguments));
        return parser.parse(environment.getOptions(), System.getenv(), defaultReportDirectory(environment));
    }

    /** Returns the sibling of the class directory: {@code target/graph-kernel} under Maven. */
    public static Path defaultReportDirectory(ProcessingEnvironment environment) {
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

    public Options options() {
        return options;
    }

    public PhaseTimes times() {
        return times;
    }

    /** Returns true if an option is invalid, so that a build would not match the request. */
    public boolean hasBadOptions() {
        return hasBadOptions;
    }

    /** Returns the writer of the files of a class. */
    public TrackingFiler filesOf(String className) {
        files.begin(className);
        return files;
    }

    /**
     * Restores a class from the cache.
     *
     * @param type the class
     * @param sources supplier of its source fingerprint
     * @return true if all its files are written
     * @throws IOException if a generated file cannot be written
     */
    public boolean restore(KernelClassDeclaration type, Supplier<Optional<String>> sources) throws IOException {
        files.begin(type.qualifiedName());
        boolean isRestored = compilation.restore(type, sources);
        if (isRestored) {
            outputs.add(type);
        }
        return isRestored;
    }

    /** Starts preparations of the back end, before the first class is read. */
    public void prepare() {
        if (prepared == null) {
            prepared = compilation.prepare();
        }
    }

    /** Waits for the end of the preparations. */
    public void awaitPreparation() {
        if (prepared != null) {
            prepared.join();
        }
    }

    /**
     * Starts the compilation of a class, and completes that of earlier ones.
     *
     * @param kernelClass the class, free of errors
     * @throws IOException if a generated file cannot be written
     */
    public void compile(KernelClass kernelClass) throws IOException {
        if (hasBadOptions) {
            return;
        }
        files.begin(kernelClass.qualifiedName());
        outputs.add(kernelClass.type());
        compilation.compile(kernelClass);
        inFlight.add(kernelClass);
        completeUntil(MAX_IN_FLIGHT_CLASSES);
    }

    /** Completes all classes in flight. */
    public void complete() {
        completeUntil(0);
    }

    /**
     * Completes the oldest classes in flight until at most the given number remain. Clang compiles those while the next
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

    /** Records that javac has written the class file of a class of any kind. */
    public void markGenerated(String className) {
        outputs.markGenerated(className);
    }

    /**
     * Ends the compilation of classes after javac has generated or rejected them.
     *
     * @param isRefused predicate that is true for a class with an error
     * @param classFiles binary names of the classes that javac has written
     */
    public void end(Predicate<TypeElement> isRefused, SortedSet<String> classFiles) {
        if (outputs.end(isRefused, classFiles)) {
            finish();
        }
    }

    /** Prints the times of the phases, if the option is set. */
    public void reportTimes() {
        if (options.times()) {
            environment.getMessager().printMessage(Kind.NOTE, times.text());
        }
    }

    /** Writes the files of the module, after the last class and again after classes were removed. */
    public void finish() {
        if (hasBadOptions) {
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
}

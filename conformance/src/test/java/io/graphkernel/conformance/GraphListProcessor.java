package io.graphkernel.conformance;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.SourceLines;
import io.graphkernel.processor.MachineTargets;
import io.graphkernel.processor.Pipeline;
import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.compilation.KernelClassCompiler;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.Option;
import io.graphkernel.processor.option.OptionParser;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.report.PhaseTimes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

/** Compiles graphs of a test without a Java method. */
public final class GraphListProcessor extends AbstractProcessor {

    private final Map<String, List<Graph>> classes;
    private final Path reports;
    private boolean compiled;

    /**
     * A processor for one call of javac.
     *
     * @param classes the graphs of each stub, by what it is called without {@code Kernels} after it
     * @param reports receives a report for each class
     */
    public GraphListProcessor(Map<String, List<Graph>> classes, Path reports) {
        this.classes = classes;
        this.reports = reports;
    }

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of("*");
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
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        if (compiled) {
            return false;
        }
        compiled = true;
        TypeElement origin = (TypeElement) round.getRootElements().iterator().next();
        try {
            for (Map.Entry<String, List<Graph>> entry : classes.entrySet()) {
                SourceLines source = new SourceLines(entry.getKey(), List.of());
                compile(processingEnv, origin, entry.getKey(), entry.getValue(), source, reports);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return false;
    }

    static void compile(
            ProcessingEnvironment environment,
            TypeElement origin,
            String name,
            List<Graph> graphs,
            SourceLines source,
            Path reports)
            throws IOException {
        KernelClassCompiler compiler = Pipeline.of(MachineTargets.targets());
        DiagnosticReporter reporter = new DiagnosticReporter();
        SourcePosition position = SourcePosition.of(environment.getMessager(), origin);
        Options options = new OptionParser(
                        Targets.platformNames(compiler.targets()),
                        Targets.instructionSetNames(compiler.targets()),
                        Targets.ids(compiler.targets()),
                        Targets.binaryTargets(compiler.targets()),
                        new FlagParser(compiler.vocabulary()),
                        (diagnostic, arguments) -> reporter.report(position, diagnostic, arguments))
                .parse(environment.getOptions(), Map.of(), reports);
        KernelClass graphClass =
                KernelClass.of(GraphTextProcessor.PACKAGE, name, graphs, options.flags(), source, position, origin);
        KernelClassCompiler.Context context = new KernelClassCompiler.Context(
                options, reporter, environment.getFiler(), Optional.empty(), new PhaseTimes());
        KernelClassCompiler.Invocation compilation = compiler.open(context);
        compilation.compile(graphClass);
        compilation.complete(graphClass);
    }
}

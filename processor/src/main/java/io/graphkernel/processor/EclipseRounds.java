package io.graphkernel.processor;

import io.graphkernel.annotations.GradientOf;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.OnnxModel;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.eclipse.EclipseCompilation;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** The rounds of a compilation by Eclipse: in each that has kernels to make, a javac of our own runs the processor. */
final class EclipseRounds {

    private final EclipseCompilation compilation;
    private final KernelClassCompiler compiler;
    private final ProcessingEnvironment environment;
    private final DiagnosticReporter reporter;
    private final SortedSet<String> waiting = new TreeSet<>();
    private Optional<String> errorOfJavac = Optional.empty();

    EclipseRounds(
            EclipseCompilation compilation,
            KernelClassCompiler compiler,
            ProcessingEnvironment environment,
            DiagnosticReporter reporter) {
        this.compilation = compilation;
        this.compiler = compiler;
        this.environment = environment;
        this.reporter = reporter;
    }

    /** Makes the kernels of a round, and those that wait for what the round before has generated. */
    void process(RoundEnvironment round) {
        try {
            compilation.add(round.getRootElements());
            addClasses(round);
            if (round.processingOver()) {
                waiting.forEach(
                        name -> errorOfJavac.ifPresent(error -> report(name, Diagnostic.NOT_READ, name, error)));
            } else if (!waiting.isEmpty()) {
                run();
            }
        } catch (IOException e) {
            waiting.forEach(name -> report(name, Diagnostic.NOT_READ, name, e));
            waiting.clear();
        }
    }

    private void addClasses(RoundEnvironment round) {
        for (Element annotated :
                round.getElementsAnnotatedWithAny(Set.of(GraphKernel.class, GradientOf.class, OnnxModel.class))) {
            Element type = annotated instanceof TypeElement ? annotated : annotated.getEnclosingElement();
            if (type instanceof TypeElement kernels) {
                waiting.add(kernels.getQualifiedName().toString());
            }
        }
    }

    private void run() throws IOException {
        GraphKernelProcessor[] nested = new GraphKernelProcessor[1];
        errorOfJavac = compilation.run(filer -> {
            nested[0] = new GraphKernelProcessor(compiler, filer, waiting::contains);
            return nested[0];
        });
        waiting.removeAll(nested[0].answered());
    }

    private void report(String name, Diagnostic diagnostic, Object... arguments) {
        TypeElement type = environment.getElementUtils().getTypeElement(name);
        reporter.report(SourcePosition.of(environment.getMessager(), type), diagnostic, arguments);
    }
}

package io.graphkernel.processor.processing;

import io.graphkernel.annotations.ElementFunction;
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
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/**
 * Processing rounds under the Eclipse compiler. In each round with new kernel methods, an embedded javac runs the
 * processor.
 */
public final class EclipseRounds {

    /** Processor that the embedded javac runs. */
    public interface EmbeddedProcessor extends Processor {

        /** Returns the classes that have kernels or an error of this processor. */
        Set<String> answered();
    }

    /** Creator of the processor for one run of the embedded javac. */
    @FunctionalInterface
    public interface EmbeddedProcessors {

        /**
         * Creates a processor.
         *
         * @param filers function from the compiler's filer to the filer that is used
         * @param isWanted filter on the names of classes to process
         */
        EmbeddedProcessor create(UnaryOperator<Filer> filers, Predicate<String> isWanted);
    }

    private final EclipseCompilation compilation;
    private final EmbeddedProcessors processors;
    private final ProcessingEnvironment environment;
    private final DiagnosticReporter reporter;
    private final SortedSet<String> waiting = new TreeSet<>();
    private Optional<String> errorOfJavac = Optional.empty();

    public EclipseRounds(
            EclipseCompilation compilation,
            EmbeddedProcessors processors,
            ProcessingEnvironment environment,
            DiagnosticReporter reporter) {
        this.compilation = compilation;
        this.processors = processors;
        this.environment = environment;
        this.reporter = reporter;
    }

    /** Compiles the kernel methods of a round, and those deferred until the classes of the previous round exist. */
    public void process(RoundEnvironment round) {
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
        for (Element annotated : round.getElementsAnnotatedWithAny(
                Set.of(GraphKernel.class, GradientOf.class, ElementFunction.class, OnnxModel.class))) {
            Element type = annotated instanceof TypeElement ? annotated : annotated.getEnclosingElement();
            if (type instanceof TypeElement kernels) {
                waiting.add(kernels.getQualifiedName().toString());
            }
        }
    }

    private void run() throws IOException {
        EmbeddedProcessor[] nested = new EmbeddedProcessor[1];
        errorOfJavac = compilation.run(filer -> {
            nested[0] = processors.create(filer, waiting::contains);
            return nested[0];
        });
        waiting.removeAll(nested[0].answered());
    }

    private void report(String name, Diagnostic diagnostic, Object... arguments) {
        TypeElement type = environment.getElementUtils().getTypeElement(name);
        reporter.report(SourcePosition.of(environment.getMessager(), type), diagnostic, arguments);
    }
}

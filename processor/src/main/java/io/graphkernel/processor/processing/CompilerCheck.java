package io.graphkernel.processor.processing;

import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.diagnostic.SourcePosition;
import java.util.SortedMap;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

/** Check of the compiler that runs the processor, and of its source level. */
public final class CompilerCheck {

    private final ProcessingEnvironment environment;
    private final DiagnosticReporter reporter;
    private final FailureReporter failures;

    /**
     * Creates the check of a javac invocation.
     *
     * @param environment environment of the compiler
     * @param reporter receiver of the messages
     * @param failures positions in classes
     */
    public CompilerCheck(ProcessingEnvironment environment, DiagnosticReporter reporter, FailureReporter failures) {
        this.environment = environment;
        this.reporter = reporter;
        this.failures = failures;
    }

    /** Returns true if the source level is supported; otherwise reports each class. */
    public boolean acceptsSource(SortedMap<String, TypeElement> types) {
        if (environment.getSourceVersion().compareTo(SourceVersion.RELEASE_17) >= 0) {
            return true;
        }
        types.forEach((name, type) -> reporter.report(
                SourcePosition.of(environment.getMessager(), type),
                Diagnostic.OLD_SOURCE,
                name,
                environment.getSourceVersion().ordinal()));
        return false;
    }

    /** Reports at the first class that the compiler is not javac. */
    public void rejectCompiler(SortedMap<String, TypeElement> types) {
        SourcePosition first = failures.positionIn(types.get(types.firstKey()));
        reporter.report(first, Diagnostic.NOT_JAVAC, environment.getClass().getName());
    }
}

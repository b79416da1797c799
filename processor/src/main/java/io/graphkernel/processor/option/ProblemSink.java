package io.graphkernel.processor.option;

import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.Severity;

/** Receiver of problems with options or flags, with the origin of the text. */
@FunctionalInterface
public interface ProblemSink {

    /**
     * Reports a problem.
     *
     * @param diagnostic diagnostic
     * @param arguments arguments of its placeholders
     */
    void report(Diagnostic diagnostic, Object... arguments);

    /**
     * Returns a sink for the content of a file.
     *
     * @param file path as given by the user
     * @return a sink whose messages name the file
     */
    default ProblemSink in(String file) {
        return (diagnostic, arguments) -> report(
                diagnostic.severity() == Severity.ERROR ? Diagnostic.IN_FILE : Diagnostic.IN_FILE_WARNING,
                file,
                diagnostic.what(arguments),
                diagnostic.because(arguments),
                diagnostic.fix(arguments));
    }

    /**
     * Returns a sink for an environment variable, whose problems do not fail the build.
     *
     * @param variable name of the variable
     * @return a sink that reports warnings with the variable's name
     */
    default ProblemSink inVariable(String variable) {
        return (diagnostic, arguments) -> report(
                Diagnostic.IN_ENVIRONMENT,
                variable,
                diagnostic.what(arguments),
                diagnostic.because(arguments),
                diagnostic.fix(arguments));
    }
}

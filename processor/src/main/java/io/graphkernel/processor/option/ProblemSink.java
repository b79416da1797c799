package io.graphkernel.processor.option;

import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.Severity;

/** Takes what is wrong with an option or flag; it knows where the text is. */
@FunctionalInterface
public interface ProblemSink {

    /**
     * Reports a problem.
     *
     * @param diagnostic what is wrong
     * @param arguments for its placeholders
     */
    void report(Diagnostic diagnostic, Object... arguments);

    /**
     * The same sink for what is in a file.
     *
     * @param file as the user names it
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
     * The same sink for what is in an environment variable, where nothing fails the build.
     *
     * @param variable its name
     * @return a sink whose messages are warnings that name the variable
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

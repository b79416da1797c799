package io.graphkernel.processor.option;

import io.graphkernel.processor.diagnostic.Diagnostic;

/** Takes what is wrong with an option or flag; it knows where the text stands. */
@FunctionalInterface
public interface ProblemSink {

    /**
     * Reports a problem.
     *
     * @param diagnostic what is wrong
     * @param arguments for its placeholders
     */
    void report(Diagnostic diagnostic, Object... arguments);
}

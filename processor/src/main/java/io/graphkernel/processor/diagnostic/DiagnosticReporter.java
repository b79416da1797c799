package io.graphkernel.processor.diagnostic;

/** Prints diagnostics and counts errors, so that a class with an error gets no kernels. */
public final class DiagnosticReporter {

    private int errorCount;
    private boolean silent = true;

    /**
     * Reports a diagnostic.
     *
     * @param position where it is printed
     * @param diagnostic what is reported
     * @param arguments for its placeholders
     */
    public void report(SourcePosition position, Diagnostic diagnostic, Object... arguments) {
        if (diagnostic.severity() == Severity.ERROR) {
            errorCount++;
        }
        silent = false;
        position.print(diagnostic.severity().kind(), diagnostic.message(arguments));
    }

    /**
     * Number of errors reported so far; a stage compares it before and after.
     *
     * @return the count, never decreasing
     */
    public int errorCount() {
        return errorCount;
    }

    /**
     * Whether nothing was reported so far, also no warning and no note.
     *
     * @return false after the first {@link #report}
     */
    public boolean isSilent() {
        return silent;
    }
}

package io.graphkernel.processor.diagnostic;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reporter that prints and counts diagnostics, so that a class with an error gets no kernels. */
public final class DiagnosticReporter {

    private static final String PAGE = "docs/troubleshooting.md of GraphKernel";

    private final Deque<String> contexts = new ArrayDeque<>();
    private final SortedSet<String> errorIds = new TreeSet<>();
    private int errorCount;
    private boolean silent = true;

    /**
     * Reports a diagnostic.
     *
     * @param position position of the message
     * @param diagnostic diagnostic
     * @param arguments arguments of its placeholders
     */
    public void report(SourcePosition position, Diagnostic diagnostic, Object... arguments) {
        if (diagnostic.severity() == Severity.ERROR) {
            errorCount++;
            errorIds.add(diagnostic.id());
        }
        silent = false;
        String about = contexts.stream().map(context -> ", for " + context).collect(Collectors.joining());
        position.print(diagnostic.severity().kind(), diagnostic.messageAbout(about, arguments));
    }

    /**
     * Enters a context in which a part of a program is read again; messages name it.
     *
     * @param context description that follows "for"
     */
    public void enter(String context) {
        contexts.push(context);
    }

    /** Leaves the innermost context. */
    public void leave() {
        contexts.pop();
    }

    /**
     * Returns the number of errors so far, which a stage compares before and after.
     *
     * @return the count, never decreasing
     */
    public int errorCount() {
        return errorCount;
    }

    /**
     * Returns a reference to the explanations of the errors, for the end of a compilation.
     *
     * @return sections of the page of all messages; empty without errors
     */
    public Optional<String> explained() {
        return errorIds.isEmpty()
                ? Optional.empty()
                : Optional.of(errorIds.stream()
                        .map(id -> "#" + id.toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ", "GraphKernel explains its errors in " + PAGE + ": ", "")));
    }

    /**
     * Returns true if nothing has been reported, including warnings and notes.
     *
     * @return false after the first {@link #report}
     */
    public boolean isSilent() {
        return silent;
    }
}

package io.graphkernel.processor.diagnostic;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Prints diagnostics and counts errors, so that a class with an error gets no kernels. */
public final class DiagnosticReporter {

    private static final String PAGE = "docs/troubleshooting.md of GraphKernel";

    private final Deque<String> contexts = new ArrayDeque<>();
    private final SortedSet<String> errorIds = new TreeSet<>();
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
            errorIds.add(diagnostic.id());
        }
        silent = false;
        String about = contexts.stream().map(each -> ", for " + each).collect(Collectors.joining());
        position.print(diagnostic.severity().kind(), diagnostic.messageAbout(about, arguments));
    }

    /**
     * Begins a part of a program that is read several times: messages say for what.
     *
     * @param context in words, after "for"
     */
    public void enter(String context) {
        contexts.push(context);
    }

    /** Ends the part that was begun last. */
    public void leave() {
        contexts.pop();
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
     * Where the errors are explained, for the end of a compilation.
     *
     * @return the sections of the page of all messages; empty without errors
     */
    public Optional<String> explained() {
        return errorIds.isEmpty()
                ? Optional.empty()
                : Optional.of(errorIds.stream()
                        .map(id -> "#" + id.toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ", "GraphKernel explains its errors in " + PAGE + ": ", "")));
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

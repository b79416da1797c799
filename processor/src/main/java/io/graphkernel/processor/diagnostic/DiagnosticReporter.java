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

    private final Deque<Context> contexts = new ArrayDeque<>();
    private final SortedSet<String> errorIds = new TreeSet<>();
    private int errorCount;
    /** Receiver of the messages; null if they are printed. */
    private WithheldMessages withheld;

    private boolean silent = true;

    /**
     * Context in which a part of a program is read again.
     *
     * @param text description that follows "for"
     * @param isOfErrors true if only errors name it, since a warning is the same in all iterations
     */
    private record Context(String text, boolean isOfErrors) {}

    /**
     * Reports a diagnostic.
     *
     * @param position position of the message
     * @param diagnostic diagnostic
     * @param arguments arguments of its placeholders
     */
    public void report(SourcePosition position, Diagnostic diagnostic, Object... arguments) {
        String about = contexts.stream()
                .filter(context -> !context.isOfErrors() || diagnostic.severity() == Severity.ERROR)
                .map(context -> about(context.text()))
                .collect(Collectors.joining());
        if (withheld == null) {
            print(position, diagnostic, about, arguments);
        } else {
            withheld.add(position, diagnostic, about, arguments);
        }
    }

    /** Returns the words of a message that name a context. */
    static String about(String context) {
        return ", for " + context;
    }

    void print(SourcePosition position, Diagnostic diagnostic, String about, Object... arguments) {
        if (diagnostic.severity() == Severity.ERROR) {
            errorCount++;
            errorIds.add(diagnostic.id());
        }
        silent = false;
        position.print(diagnostic.severity().kind(), diagnostic.messageAbout(about, arguments));
    }

    /**
     * Replaces the list that withholds messages.
     *
     * @param next list for the following messages; null to print them
     * @return the previous list; null if messages were printed
     */
    public WithheldMessages withhold(WithheldMessages next) {
        WithheldMessages previous = withheld;
        withheld = next;
        return previous;
    }

    /**
     * Reports withheld messages.
     *
     * @param messages a list that no longer withholds messages
     */
    public void release(WithheldMessages messages) {
        messages.printTo(this);
    }

    /**
     * Enters a context in which a part of a program is read again; messages name it.
     *
     * @param context description that follows "for"
     */
    public void enter(String context) {
        contexts.push(new Context(context, false));
    }

    /**
     * Enters an iteration of an unrolled loop; errors name it.
     *
     * @param iteration description that follows "for"
     */
    public void enterIteration(String iteration) {
        contexts.push(new Context(iteration, true));
    }

    /** Leaves the innermost context. */
    public void leave() {
        contexts.pop();
    }

    /**
     * Returns the number of errors so far, which a stage compares before and after.
     *
     * @return the count with withheld errors, which decreases only if these are discarded
     */
    public int errorCount() {
        return errorCount + (withheld == null ? 0 : withheld.errorCount());
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

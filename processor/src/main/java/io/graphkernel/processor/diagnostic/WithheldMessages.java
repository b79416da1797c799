package io.graphkernel.processor.diagnostic;

import java.util.ArrayList;
import java.util.List;

/** Messages of one reading of a method, which are printed only if it is the last one. */
public final class WithheldMessages {

    /**
     * Withheld message.
     *
     * @param about the contexts in which it was reported
     */
    private record Message(SourcePosition position, Diagnostic diagnostic, String about, Object[] arguments) {}

    private final List<Message> messages = new ArrayList<>();

    void add(SourcePosition position, Diagnostic diagnostic, String about, Object... arguments) {
        messages.add(new Message(position, diagnostic, about, arguments));
    }

    int errorCount() {
        return (int) messages.stream()
                .filter(message -> message.diagnostic().severity() == Severity.ERROR)
                .count();
    }

    void printTo(DiagnosticReporter reporter) {
        messages.forEach(message ->
                reporter.print(message.position(), message.diagnostic(), message.about(), message.arguments()));
    }
}

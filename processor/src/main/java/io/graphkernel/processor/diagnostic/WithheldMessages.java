package io.graphkernel.processor.diagnostic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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

    /**
     * Removes warnings that another variant of the method also has, and the variant from the others.
     *
     * @param context context of the variant in which they were reported
     * @param known diagnostics and arguments of the printed warnings, to which those of the others are added
     */
    public void mergeWarnings(String context, Set<String> known) {
        Set<String> before = new HashSet<>(known);
        List<Message> merged = new ArrayList<>();
        for (Message message : messages) {
            String key = message.diagnostic().id() + Arrays.toString(message.arguments());
            known.add(key);
            if (!before.contains(key)) {
                String about = message.about().replace(DiagnosticReporter.about(context), "");
                merged.add(new Message(message.position(), message.diagnostic(), about, message.arguments()));
            }
        }
        messages.clear();
        messages.addAll(merged);
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

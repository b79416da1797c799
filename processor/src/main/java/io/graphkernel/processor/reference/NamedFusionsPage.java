package io.graphkernel.processor.reference;

import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassDocument;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Printer of the reference page of the named fusions as Markdown. */
final class NamedFusionsPage {

    private static final String HEADER = """
            <!-- Generated from the passes; refresh with: mvn -q -pl processor -am test-compile -Preferences -->
            # Named fusions

            The fusions that the documents of MindSpore and CANN name, each a pass of that name, and after them those of our own.
            [FLAGS.md](FLAGS.md) has its place among the passes, and the flags and the switch file that turn it on and off;
            `GLOG_v=1` prints what it did.

            Of a pattern, what is found is above the arrow, and what takes its place is below. A name that no line gives stands for
            any value, `...` for several; ops of which two operands can change places match in both orders. A result that is
            below the arrow may be read by any op; of the others, every reader must be part of the match. New ops are ops of
            [OPS.md](../runtime/OPS.md) and run on every target.
            """;

    private static final String OWN = """

            # Fusions of our own

            Passes of the same form that no document names.
            """;

    private NamedFusionsPage() {}

    static String print() {
        StringBuilder text = new StringBuilder(HEADER);
        List<DocumentedFusions.Documented> fusions = DocumentedFusions.all();
        for (DocumentedFusions.Documented documented : fusions) {
            GraphPass pass = documented.pass().orElseThrow();
            String subject = documented.subject();
            append(
                    text,
                    pass,
                    Character.toUpperCase(subject.charAt(0)) + subject.substring(1) + ", listed by "
                            + documented.document() + ". ");
        }
        Set<String> names =
                fusions.stream().map(DocumentedFusions.Documented::name).collect(Collectors.toSet());
        List<GraphPass> own = PassPipeline.passes().stream()
                .filter(pass -> !pass.document().equals(PassDocument.NONE) && !names.contains(pass.name()))
                .toList();
        text.append(OWN).append(own.isEmpty() ? "\nThere are none.\n" : "");
        own.forEach(pass -> append(text, pass, ""));
        return text.toString();
    }

    private static void append(StringBuilder text, GraphPass pass, String source) {
        PassDocument document = pass.document();
        text.append("\n## ").append(pass.name()).append("\n\n").append(source).append(standing(pass));
        text.append(document.standing().isEmpty() ? "" : ": " + document.standing())
                .append("\n\n");
        boolean isPattern = document.pattern().contains("=>");
        text.append(isPattern ? "```\n" + document.pattern() + "\n```" : document.pattern())
                .append("\n\n");
        text.append("Condition: ").append(document.condition()).append('\n');
    }

    private static String standing(GraphPass pass) {
        if (pass.level() == 0) {
            return "Always on";
        }
        return pass.isEnabledBy(FlagValues.DEFAULT) ? "On from level " + pass.level() : "Off unless flags name it";
    }
}

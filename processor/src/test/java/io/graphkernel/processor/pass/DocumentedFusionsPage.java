package io.graphkernel.processor.pass;

import io.graphkernel.processor.option.Flags;
import java.util.List;

/** Prints the reference page of the documents' fusions as Markdown. */
final class DocumentedFusionsPage {

    private static final String HEAD = """
            <!-- Generated from the passes; refresh with: mvn -pl processor -am test -Dgolden.update=true -->
            # Named fusions

            The fusions that the documents of MindSpore and CANN name, each a pass of that name.
            [FLAGS.md](FLAGS.md) has its place among the passes, and the flags and the switch file that turn it on and off;
            `GLOG_v=1` prints what it did.

            Of a pattern, above the arrow stands what is found and below what takes its place. A name that no line gives stands for
            any value, `...` for several; ops of which two operands can change places match in both orders. A result that stands
            below the arrow may be read by any op; of the others, every reader must be part of the match. New ops are ops of
            [OPS.md](../runtime/OPS.md) and run on every target.
            """;

    private DocumentedFusionsPage() {}

    static String print() {
        StringBuilder text = new StringBuilder(HEAD);
        List<DocumentedFusions.Documented> all = DocumentedFusions.all();
        all.forEach(documented -> documented.pass().ifPresent(pass -> append(text, documented, pass)));
        return text.toString();
    }

    private static void append(StringBuilder text, DocumentedFusions.Documented documented, GraphPass pass) {
        PassDocument document = pass.document();
        text.append("\n## ").append(documented.name()).append("\n\n");
        String subject = documented.subject();
        text.append(Character.toUpperCase(subject.charAt(0))).append(subject.substring(1));
        text.append(", listed by ").append(documented.document()).append(". ").append(standing(pass));
        text.append(document.standing().isEmpty() ? "" : ": " + document.standing())
                .append("\n\n");
        boolean isPattern = document.form().contains("=>");
        text.append(isPattern ? "```\n" + document.form() + "\n```" : document.form())
                .append("\n\n");
        text.append("Condition: ").append(document.condition()).append('\n');
    }

    private static String standing(GraphPass pass) {
        if (pass.level() == 0) {
            return "Always on";
        }
        return pass.runsBy(Flags.DEFAULT) ? "On from level " + pass.level() : "Off unless flags name it";
    }
}

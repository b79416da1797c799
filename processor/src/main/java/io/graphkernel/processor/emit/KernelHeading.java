package io.graphkernel.processor.emit;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.KernelTable;
import java.util.Locale;
import java.util.stream.Collectors;

/** The comment above a kernel in a language of C's kind: which methods launch it, its form, its ops. */
final class KernelHeading {

    private KernelHeading() {}

    /** Writes the comment of a distinct kernel. */
    static void write(CodeWriter code, KernelTable.Entry entry) {
        Kernel kernel = entry.kernel();
        String form = kernel.space().form().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String ops = kernel.group().nodes().stream().map(Node::op).collect(Collectors.joining(", "));
        code.line("/*");
        code.line(" * %s of %s: %s.", kernel.name(), String.join(", ", entry.methods()), form);
        code.line(" * %s", ops);
        code.line(" */");
    }
}

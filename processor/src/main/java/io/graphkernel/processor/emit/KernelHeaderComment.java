package io.graphkernel.processor.emit;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.Locale;
import java.util.stream.Collectors;

/** Comment above a kernel in C-like languages: the methods that launch it, its loop template and its ops. */
final class KernelHeaderComment {

    private KernelHeaderComment() {}

    /** Writes the comment of a distinct kernel. */
    static void write(CodeWriter code, KernelTable.Entry entry) {
        ScheduledKernel kernel = entry.kernel();
        String template =
                kernel.space().template().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String ops = kernel.group().nodes().stream().map(Node::op).collect(Collectors.joining(", "));
        code.line("/*");
        code.line(" * %s of %s: %s.", kernel.name(), String.join(", ", entry.methods()), template);
        code.line(" * %s", ops);
        code.line(" */");
    }
}

package io.graphkernel.processor.emit;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Printer of the kernels of a class in C-like languages, one source per distinct kernel. */
public final class KernelSourcePrinter {

    /** Prints a kernel after its header comment. */
    @FunctionalInterface
    public interface KernelPrinter {

        /**
         * Prints the functions of a kernel.
         *
         * @param kernel the kernel
         * @param names identifiers of its method
         * @param code receives the source code
         */
        void print(ScheduledKernel kernel, KernelNames names, CodeWriter code);
    }

    private KernelSourcePrinter() {}

    /**
     * Prints each distinct kernel.
     *
     * @param table the class's kernels
     * @param printer printer of a kernel
     * @return the source of each kernel by its name, in table order
     */
    public static Map<String, String> print(KernelTable table, KernelPrinter printer) {
        Map<String, String> sources = new LinkedHashMap<>();
        Map<Graph, KernelNames> names = new IdentityHashMap<>();
        for (KernelTable.Entry entry : table.entries()) {
            CodeWriter code = new CodeWriter();
            KernelHeaderComment.write(code, entry);
            printer.print(entry.kernel(), names.computeIfAbsent(entry.graph(), KernelNames::new), code);
            sources.put(entry.kernel().name(), code.toString());
        }
        return sources;
    }

    /**
     * Returns the identifiers of a method's values in its kernels.
     *
     * @param graph the fused graph
     * @return identifiers by node, which follow a prefix such as {@code v_} in the source
     */
    public static Map<Node, String> identifiers(Graph graph) {
        Map<Node, String> identifiers = GraphPrinter.names(graph);
        identifiers.replaceAll((node, name) -> KernelNames.identifier(name));
        return identifiers;
    }
}

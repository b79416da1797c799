package io.graphkernel.processor.emit;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphPrinter;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.KernelTable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The texts of the kernels of a class in a language of C's kind, one by one. */
public final class KernelTexts {

    /** Prints a kernel after its heading. */
    @FunctionalInterface
    public interface Body {

        /**
         * Prints the functions of a kernel.
         *
         * @param kernel the kernel
         * @param names those of its method
         * @param code receives the text
         */
        void print(Kernel kernel, Names names, CodeWriter code);
    }

    private KernelTexts() {}

    /**
     * Prints each distinct kernel.
     *
     * @param table the class's kernels
     * @param body prints one of them
     * @return the text of each kernel by its name, in the order of the table
     */
    public static Map<String, String> print(KernelTable table, Body body) {
        Map<String, String> texts = new LinkedHashMap<>();
        Map<Graph, Names> names = new IdentityHashMap<>();
        for (KernelTable.Entry entry : table.entries()) {
            CodeWriter code = new CodeWriter();
            KernelHeading.write(code, entry);
            body.print(entry.kernel(), names.computeIfAbsent(entry.graph(), Names::new), code);
            texts.put(entry.kernel().name(), code.toString());
        }
        return texts;
    }

    /**
     * What the values of a method are called in its kernels.
     *
     * @param graph the fused graph
     * @return identifiers by node; in the text they follow a prefix such as {@code v_}
     */
    public static Map<Node, String> identifiers(Graph graph) {
        Map<Node, String> identifiers = GraphPrinter.names(graph);
        identifiers.replaceAll((node, name) -> Names.identifier(name));
        return identifiers;
    }
}

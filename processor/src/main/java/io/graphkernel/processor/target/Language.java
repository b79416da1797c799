package io.graphkernel.processor.target;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.emit.KernelSourcePrinter;
import java.util.Map;
import java.util.Optional;

/** Source language of kernels. */
public interface Language {

    /**
     * Source of a class.
     *
     * @param file the whole text
     * @param kernels source of each kernel by name
     * @param facts resource usage of each kernel for the report, as labeled text in display order; empty if a compiler
     *     decides it
     */
    record Text(String file, Map<String, String> kernels, Map<String, Map<String, String>> facts) {

        /** Creates a source without resource usage. */
        public Text(String file, Map<String, String> kernels) {
            this(file, kernels, Map.of());
        }
    }

    /**
     * Returns the name of the language in the report.
     *
     * @return name, for example {@code OpenCL C}
     */
    String name();

    /**
     * Returns the file of the source in the report of a class.
     *
     * @return a file name; empty if the report does not show this language
     */
    Optional<String> reportFile();

    /**
     * Prints the kernels of a class.
     *
     * @param kernels the kernels
     * @return source, which is deterministic
     */
    Text print(ClassKernels kernels);

    /**
     * Returns the identifiers of a method's values in the text, for the report: those of the languages like C.
     *
     * @param graph the fused graph of the method
     * @return identifiers by node, possibly prefixed in the text with a part that ends in an underscore; empty if
     *     values have no names
     */
    default Map<Node, String> identifiers(Graph graph) {
        return KernelSourcePrinter.identifiers(graph);
    }
}

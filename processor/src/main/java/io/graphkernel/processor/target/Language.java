package io.graphkernel.processor.target;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import java.util.Map;
import java.util.Optional;

/** What kernels are printed in. */
public interface Language {

    /**
     * The text of a class.
     *
     * @param file the whole text
     * @param kernels the part of each kernel by its name
     * @param facts what each kernel takes of a chip, for the report: in words by what it is, in the order in which they are
     *     shown; none for languages that leave it to a compiler
     */
    record Text(String file, Map<String, String> kernels, Map<String, Map<String, String>> facts) {

        /** A text without facts. */
        public Text(String file, Map<String, String> kernels) {
            this(file, kernels, Map.of());
        }
    }

    /**
     * What the report calls it.
     *
     * @return for example {@code OpenCL C}
     */
    String name();

    /**
     * The file of the text in the report of a class.
     *
     * @return a file name; empty if the report does not show this language
     */
    Optional<String> reportFile();

    /**
     * Prints the kernels of a class.
     *
     * @param kernels the kernels
     * @return the same text for the same kernels, in every process
     */
    Text print(ClassKernels kernels);

    /**
     * What the values of a method are called in the text, for the report.
     *
     * @param graph the fused graph of the method
     * @return identifiers by node, perhaps after a prefix that ends in an underscore; empty if values have no names
     */
    Map<Node, String> identifiers(Graph graph);
}

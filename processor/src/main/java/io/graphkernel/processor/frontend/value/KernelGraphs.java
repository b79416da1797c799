package io.graphkernel.processor.frontend.value;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.ScalarExpressions;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.ExecutableElement;

/** Lookup of the graphs of kernel methods. */
@FunctionalInterface
public interface KernelGraphs {

    /**
     * Returns the graph of a kernel method of this compilation or of a library.
     *
     * @param kernel a method annotated with {@code @GraphKernel}
     * @param values texts of the values of its parameters that choose between variants
     * @param call for messages
     * @return its graph
     * @throws RejectedTreeException if it has no graph; the reason has been reported
     */
    Graph find(ExecutableElement kernel, List<String> values, TreePath call) throws RejectedTreeException;

    /** Checks the length of formulas that a kernel method computes from passed numbers. */
    static void requireShortFormulas(Javac javac, TreePath call, Graph callee, Map<String, Object> arguments)
            throws RejectedTreeException {
        for (Node node : callee.nodes()) {
            boolean tooLong = node.kind() == Node.Kind.SCALAR
                    && ScalarExpressions.substitute(node.attributes().text(Attributes.EXPRESSION), arguments)
                                    .length()
                            > ScalarArithmetic.MAX_FORMULA;
            if (tooLong) {
                throw javac.reject(
                        call,
                        Diagnostic.FORMULA_TOO_LONG,
                        "a number in '" + Javac.text(call.getLeaf()) + "'",
                        ScalarArithmetic.MAX_FORMULA);
            }
        }
    }
}

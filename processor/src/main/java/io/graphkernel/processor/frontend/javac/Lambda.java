package io.graphkernel.processor.frontend.javac;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import java.util.List;
import javax.lang.model.element.Element;

/**
 * Lambda argument of a call, which is inlined at the call.
 *
 * @param parameters its parameters, in order
 * @param body an expression, or a block
 */
public record Lambda(List<Element> parameters, TreePath body) {

    /**
     * Reads a lambda argument.
     *
     * @param otherwise diagnostic for an argument other than a lambda, such as a method reference
     */
    public static Lambda of(Javac javac, TreePath argument, Diagnostic otherwise) throws RejectedTreeException {
        TreePath lambda = Javac.unparenthesized(argument);
        if (!(lambda.getLeaf() instanceof LambdaExpressionTree tree)) {
            throw javac.reject(lambda, otherwise, Javac.text(lambda.getLeaf()));
        }
        List<Element> parameters = tree.getParameters().stream()
                .map(parameter -> javac.element(child(lambda, parameter)))
                .toList();
        return new Lambda(parameters, child(lambda, tree.getBody()));
    }
}

package io.graphkernel.processor.frontend.javac;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.ParenthesizedTree;
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
        if (argument.getLeaf() instanceof ParenthesizedTree parenthesized) {
            return of(javac, child(argument, parenthesized.getExpression()), otherwise);
        }
        if (!(argument.getLeaf() instanceof LambdaExpressionTree tree)) {
            throw javac.reject(argument, otherwise, Javac.text(argument.getLeaf()));
        }
        List<Element> parameters = tree.getParameters().stream()
                .map(parameter -> javac.element(child(argument, parameter)))
                .toList();
        return new Lambda(parameters, child(argument, tree.getBody()));
    }
}

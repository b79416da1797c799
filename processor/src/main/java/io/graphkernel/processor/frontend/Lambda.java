package io.graphkernel.processor.frontend;

import static io.graphkernel.processor.frontend.Javac.child;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import java.util.List;
import javax.lang.model.element.Element;

/**
 * A lambda that is an argument of a call, and is read where the call is.
 *
 * @param parameters its own, in order
 * @param body an expression, or a block
 */
record Lambda(List<Element> parameters, TreePath body) {

    /**
     * Finds it.
     *
     * @param otherwise says of its text that an argument is something else, such as a reference to a method
     */
    static Lambda of(Javac javac, TreePath argument, Diagnostic otherwise) throws Rejected {
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

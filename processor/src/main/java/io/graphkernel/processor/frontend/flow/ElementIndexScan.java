package io.graphkernel.processor.frontend.flow;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.graphkernel.processor.frontend.javac.Javac;
import javax.lang.model.element.Element;

/** Scanner for variables in the arguments of calls and in the indices of arrays. */
final class ElementIndexScan extends TreePathScanner<Void, Void> {

    private final Javac javac;
    private final Element variable;
    /** Number of calls and array accesses around the tree, as whose argument or index it is evaluated. */
    private int depth;

    private boolean isFound;

    private ElementIndexScan(Javac javac, Element variable) {
        this.javac = javac;
        this.variable = variable;
    }

    /** Returns true if an expression passes a variable to a call, or indexes an array by it. */
    static boolean finds(Javac javac, TreePath expression, Element variable) {
        ElementIndexScan scan = new ElementIndexScan(javac, variable);
        scan.scan(expression, null);
        return scan.isFound;
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        scan(tree.getMethodSelect(), null);
        depth++;
        scan(tree.getArguments(), null);
        depth--;
        return null;
    }

    @Override
    public Void visitArrayAccess(ArrayAccessTree tree, Void unused) {
        scan(tree.getExpression(), null);
        depth++;
        scan(tree.getIndex(), null);
        depth--;
        return null;
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void unused) {
        isFound |= depth > 0 && variable.equals(javac.element(getCurrentPath()));
        return null;
    }
}

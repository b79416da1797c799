package io.graphkernel.processor.frontend.javac;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.VariableElement;

/**
 * Local variables of the enclosing method that a lambda captures, in the order in which the compiler passes them: that
 * of their first use. Constant variables are inlined, not captured.
 */
public final class FreeVariables extends TreePathScanner<Void, Void> {

    private static final Set<ElementKind> LOCAL = Set.of(
            ElementKind.LOCAL_VARIABLE,
            ElementKind.PARAMETER,
            ElementKind.EXCEPTION_PARAMETER,
            ElementKind.RESOURCE_VARIABLE,
            ElementKind.BINDING_VARIABLE);

    private final Javac javac;
    private final Set<VariableElement> used = new LinkedHashSet<>();
    private final Set<Element> declared = new HashSet<>();

    public FreeVariables(Javac javac) {
        this.javac = javac;
    }

    /** Returns the captured variables of a lambda. */
    public List<VariableElement> of(TreePath lambda) {
        Tree tree = lambda.getLeaf();
        scan(new TreePath(lambda.getParentPath(), tree), null);
        used.removeIf(declared::contains);
        return List.copyOf(used);
    }

    @Override
    public Void visitVariable(VariableTree tree, Void unused) {
        declared.add(javac.element(getCurrentPath()));
        return super.visitVariable(tree, unused);
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void unused) {
        if (javac.element(getCurrentPath()) instanceof VariableElement variable
                && LOCAL.contains(variable.getKind())
                && variable.getConstantValue() == null) {
            used.add(variable);
        }
        return null;
    }
}

package io.graphkernel.processor.frontend.javac;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;

/** Scanner for the constants that statements assign to a variable. */
public final class ConstantAssignments extends TreePathScanner<Void, Void> {

    private final Javac javac;
    private final Element variable;
    private final List<Object> constants = new ArrayList<>();
    private boolean hasOthers;

    private ConstantAssignments(Javac javac, Element variable) {
        this.javac = javac;
        this.variable = variable;
    }

    /**
     * Returns the constants that statements assign to a variable.
     *
     * @param javac services of javac
     * @param variable the variable
     * @param statements the statements
     * @return empty if any statement assigns another value
     */
    public static Optional<List<Object>> of(Javac javac, Element variable, List<TreePath> statements) {
        ConstantAssignments scanner = new ConstantAssignments(javac, variable);
        statements.forEach(statement -> scanner.scan(statement, null));
        return scanner.hasOthers ? Optional.empty() : Optional.of(scanner.constants);
    }

    @Override
    public Void visitAssignment(AssignmentTree tree, Void unused) {
        if (isVariable(tree.getVariable())) {
            Object constant = constant(child(getCurrentPath(), tree.getExpression()));
            if (constant == null) {
                hasOthers = true;
            } else {
                constants.add(constant);
            }
        }
        return super.visitAssignment(tree, null);
    }

    @Override
    public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void unused) {
        hasOthers |= isVariable(tree.getVariable());
        return super.visitCompoundAssignment(tree, null);
    }

    @Override
    public Void visitUnary(UnaryTree tree, Void unused) {
        switch (tree.getKind()) {
            case PREFIX_INCREMENT, POSTFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_DECREMENT ->
                hasOthers |= isVariable(tree.getExpression());
            default -> {}
        }
        return super.visitUnary(tree, null);
    }

    private boolean isVariable(ExpressionTree tree) {
        TreePath path = child(getCurrentPath(), tree);
        while (path.getLeaf() instanceof ParenthesizedTree inside) {
            path = child(path, inside.getExpression());
        }
        return variable.equals(javac.element(path));
    }

    /** Returns the value of a literal or a named constant; null for other expressions. */
    private Object constant(TreePath path) {
        if (path.getLeaf() instanceof ParenthesizedTree inside) {
            return constant(child(path, inside.getExpression()));
        }
        if (path.getLeaf() instanceof LiteralTree literal) {
            return literal.getValue();
        }
        if (path.getLeaf() instanceof UnaryTree negative && negative.getKind() == Tree.Kind.UNARY_MINUS) {
            return negated(constant(child(path, negative.getExpression())));
        }
        boolean isNamed = path.getLeaf() instanceof IdentifierTree;
        return isNamed && javac.element(path) instanceof VariableElement named ? named.getConstantValue() : null;
    }

    private static Object negated(Object value) {
        if (value instanceof Integer number) {
            return -number;
        }
        if (value instanceof Long number) {
            return -number;
        }
        if (value instanceof Float number) {
            return -number;
        }
        return value instanceof Double number ? -number : null;
    }
}

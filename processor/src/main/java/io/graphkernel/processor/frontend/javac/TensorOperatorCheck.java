package io.graphkernel.processor.frontend.javac;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.graphkernel.processor.diagnostic.Diagnostic;
import javax.lang.model.element.ExecutableElement;

/**
 * Check for tensors as operands of Java operators, as conditions and as values of primitive variables, before javac
 * attributes the class. javac rejects most of them without naming the op to call, and does not attribute a class after
 * an error of the processor.
 */
public final class TensorOperatorCheck extends TreePathScanner<Void, Void> {

    private static final String BRANCH = "write select(%s, a, b), where a and b are the values of the two branches";

    private static final String LOOP =
            "reduce it to one boolean, as in reduceAny(%1$s).getBoolean(), or update by element "
                    + "with select(%1$s, next, current)";

    private final Javac javac;
    private final UnattributedTypes types;
    private final TensorOperators operators;
    private boolean found;
    /** True inside an expression that a reported message replaces. */
    private boolean covered;

    private TensorOperatorCheck(Javac javac, UnattributedTypes types) {
        this.javac = javac;
        this.types = types;
        this.operators = new TensorOperators(types::isTensor);
    }

    /**
     * Reports the tensors of a kernel method that are used like numbers or booleans of Java.
     *
     * @param javac services of javac
     * @param method a method that javac has not attributed
     * @return true if there is one
     */
    public static boolean report(Javac javac, ExecutableElement method) {
        TreePath path = javac.trees().getPath(method);
        if (path == null) {
            return false;
        }
        TensorOperatorCheck check = new TensorOperatorCheck(javac, new UnattributedTypes(javac, method, path));
        check.scan(path, null);
        return check.found;
    }

    @Override
    public Void visitClass(ClassTree tree, Void unused) {
        return null;
    }

    @Override
    public Void visitIf(IfTree tree, Void unused) {
        condition(tree.getCondition(), BRANCH);
        scan(tree.getThenStatement(), unused);
        return scan(tree.getElseStatement(), unused);
    }

    @Override
    public Void visitConditionalExpression(ConditionalExpressionTree tree, Void unused) {
        String values = Javac.text(tree.getTrueExpression()) + ", " + Javac.text(tree.getFalseExpression());
        condition(tree.getCondition(), "write select(%s, " + values.replace("%", "%%") + ")");
        scan(tree.getTrueExpression(), unused);
        return scan(tree.getFalseExpression(), unused);
    }

    @Override
    public Void visitWhileLoop(WhileLoopTree tree, Void unused) {
        condition(tree.getCondition(), LOOP);
        return scan(tree.getStatement(), unused);
    }

    @Override
    public Void visitDoWhileLoop(DoWhileLoopTree tree, Void unused) {
        scan(tree.getStatement(), unused);
        condition(tree.getCondition(), LOOP);
        return null;
    }

    @Override
    public Void visitForLoop(ForLoopTree tree, Void unused) {
        scan(tree.getInitializer(), unused);
        condition(tree.getCondition(), LOOP);
        scan(tree.getUpdate(), unused);
        return scan(tree.getStatement(), unused);
    }

    private void condition(ExpressionTree tree, String advice) {
        if (tree == null) {
            return;
        }
        TreePath path = Javac.unparenthesized(child(getCurrentPath(), tree));
        boolean rejected = operators.isTensor(path);
        if (rejected) {
            String call = operators.call(path);
            reject(path, Diagnostic.TENSOR_CONDITION, Javac.text(path.getLeaf()), advice.formatted(call));
        }
        scanCovered(rejected, () -> scan(tree, null));
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        boolean outside = covered;
        covered = false;
        super.visitMethodInvocation(tree, unused);
        covered = outside;
        return null;
    }

    @Override
    public Void visitBinary(BinaryTree tree, Void unused) {
        scanCovered(operator(), () -> super.visitBinary(tree, unused));
        return null;
    }

    @Override
    public Void visitUnary(UnaryTree tree, Void unused) {
        scanCovered(operator(), () -> super.visitUnary(tree, unused));
        return null;
    }

    @Override
    public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void unused) {
        scanCovered(operator(), () -> super.visitCompoundAssignment(tree, unused));
        return null;
    }

    /** Returns true if the current tree is an operator on a tensor, and reports it unless it is covered. */
    private boolean operator() {
        TreePath path = getCurrentPath();
        if (!operators.applies(path)) {
            return false;
        }
        if (!covered) {
            Tree.Kind kind = path.getLeaf().getKind();
            String cause = kind == Tree.Kind.EQUAL_TO || kind == Tree.Kind.NOT_EQUAL_TO
                    ? "Java compares the references of objects, not the elements of tensors"
                    : "Java defines operators for numbers and booleans only";
            reject(path, Diagnostic.TENSOR_OPERATOR, Javac.text(path.getLeaf()), cause, operators.replacement(path));
        }
        return true;
    }

    /** Scans operands; if a message replaces the expression around them, their operators get none. */
    private void scanCovered(boolean rejected, Runnable operands) {
        boolean outside = covered;
        covered |= rejected;
        operands.run();
        covered = outside;
    }

    @Override
    public Void visitVariable(VariableTree tree, Void unused) {
        if (tree.getType() instanceof PrimitiveTypeTree type && tree.getInitializer() != null) {
            primitive(tree.getName().toString(), type.toString(), tree.getInitializer());
        }
        return super.visitVariable(tree, unused);
    }

    @Override
    public Void visitAssignment(AssignmentTree tree, Void unused) {
        types.primitive(tree.getVariable())
                .ifPresent(type -> primitive(tree.getVariable().toString(), type, tree.getExpression()));
        return super.visitAssignment(tree, unused);
    }

    private void primitive(String variable, String type, ExpressionTree value) {
        TreePath path = Javac.unparenthesized(child(getCurrentPath(), value));
        if (!operators.applies(path) && types.isTensor(path)) {
            reject(path, Diagnostic.TENSOR_AS_PRIMITIVE, variable, type, Javac.text(path.getLeaf()));
        }
    }

    private void reject(TreePath path, Diagnostic diagnostic, Object... arguments) {
        found = true;
        javac.report(javac.position(path), diagnostic, arguments);
    }
}

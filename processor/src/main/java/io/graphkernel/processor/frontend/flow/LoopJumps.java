package io.graphkernel.processor.frontend.flow;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;

/**
 * {@code break} and {@code continue} in branches of a loop's body whose conditions are known only when the kernels run. A
 * branch that jumps sets variables; the statements after it are executed unless the iteration has ended.
 *
 * @param ended variable that is true once the iteration has ended
 * @param broken variable that is true once the loop has ended
 */
public record LoopJumps(Element ended, Element broken) {

    private static final ConstantValue TRUE = new ConstantValue(true);
    private static final ConstantValue FALSE = new ConstantValue(false);

    public static LoopJumps of(Javac javac) {
        return new LoopJumps(
                new HiddenVariable(javac.environment(), "ended"), new HiddenVariable(javac.environment(), "broken"));
    }

    /** Begins an iteration. */
    public void begin(VariableScope scope) {
        scope.bind(ended, FALSE);
        scope.bind(broken, FALSE);
    }

    /** Ends the iteration, and for a {@code break} the loop. */
    public void jump(VariableScope scope, boolean isBreak) {
        scope.bind(ended, TRUE);
        if (isBreak) {
            scope.bind(broken, TRUE);
        }
    }

    /** Adds the variables to those that statements assign, if one of these may jump. */
    public void addTo(Map<Element, TreePath> assigned, List<TreePath> statements) {
        for (TreePath statement : statements) {
            if (mayJump(statement)) {
                assigned.put(ended, statement);
                assigned.put(broken, statement);
            }
        }
    }

    /** Returns true if the iteration may have ended before the next statement, depending on a condition. */
    public boolean mayHaveEnded(VariableScope scope) throws RejectedTreeException {
        return scope.find(ended).filter(value -> !value.equals(FALSE)).isPresent();
    }

    /** Returns the condition that the loop has ended; empty if it never has. */
    public Optional<SymbolicValue> brokenIn(VariableScope scope) throws RejectedTreeException {
        return scope.find(broken).filter(value -> !value.equals(FALSE));
    }

    /** Returns true if a statement may end the iteration of the loop around it. */
    public static boolean mayJump(TreePath statement) {
        Scanner scanner = new Scanner();
        scanner.scan(statement, null);
        return scanner.jumps;
    }

    /** Returns the conditions of the branches that may end an iteration. */
    public static List<TreePath> conditions(List<TreePath> statements) {
        Scanner scanner = new Scanner();
        statements.forEach(statement -> scanner.scan(statement, null));
        return scanner.conditions;
    }

    /** Scanner for jumps, without those of inner loops and switches. */
    private static final class Scanner extends TreePathScanner<Void, Void> {

        private final List<TreePath> conditions = new ArrayList<>();
        private int switches;
        private boolean jumps;

        @Override
        public Void visitIf(IfTree tree, Void unused) {
            boolean before = jumps;
            jumps = false;
            super.visitIf(tree, null);
            if (jumps) {
                conditions.add(child(getCurrentPath(), tree.getCondition()));
            }
            jumps |= before;
            return null;
        }

        @Override
        public Void visitBreak(BreakTree tree, Void unused) {
            jumps |= switches == 0 && tree.getLabel() == null;
            return null;
        }

        @Override
        public Void visitContinue(ContinueTree tree, Void unused) {
            jumps |= tree.getLabel() == null;
            return null;
        }

        @Override
        public Void visitSwitch(SwitchTree tree, Void unused) {
            switches++;
            super.visitSwitch(tree, null);
            switches--;
            return null;
        }

        @Override
        public Void scan(Tree tree, Void unused) {
            boolean isSeparate = tree instanceof ForLoopTree
                    || tree instanceof WhileLoopTree
                    || tree instanceof DoWhileLoopTree
                    || tree instanceof EnhancedForLoopTree
                    || tree instanceof LambdaExpressionTree
                    || tree instanceof ClassTree;
            return isSeparate ? null : super.scan(tree, null);
        }
    }
}

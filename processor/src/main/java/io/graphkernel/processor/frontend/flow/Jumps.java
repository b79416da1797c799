package io.graphkernel.processor.frontend.flow;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.graphkernel.processor.frontend.flow.BodyState.Completion;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** Analysis of the statements that leave others: {@code break}, {@code continue}, {@code return} and {@code yield}. */
public final class Jumps {

    private Jumps() {}

    /** Returns the jumps in statements that leave all of them. */
    public static List<Jump> leaving(List<TreePath> statements) {
        return scanned(statements).jumps;
    }

    /** Returns true if a statement may leave the statements around it. */
    public static boolean mayLeave(TreePath statement) {
        return !leaving(List.of(statement)).isEmpty();
    }

    /** Returns true if a statement may end the loop around it, or a loop around that. */
    public static boolean mayBreak(TreePath statement) {
        return leaving(List.of(statement)).stream()
                .anyMatch(jump -> jump.way() != Completion.CONTINUE || jump.label() != null);
    }

    /** Returns true if a statement may continue with the next iteration of a loop around it. */
    public static boolean mayContinue(TreePath statement) {
        return leaving(List.of(statement)).stream().anyMatch(jump -> jump.way() == Completion.CONTINUE);
    }

    /** Returns true if the statement after a statement is never its next one; false without a statement. */
    public static boolean always(Tree statement) {
        if (statement instanceof BlockTree block) {
            int count = block.getStatements().size();
            return count > 0 && always(block.getStatements().get(count - 1));
        }
        if (statement instanceof IfTree choice) {
            return always(choice.getThenStatement()) && always(choice.getElseStatement());
        }
        return statement instanceof BreakTree
                || statement instanceof ContinueTree
                || statement instanceof ReturnTree
                || statement instanceof YieldTree;
    }

    /** Returns the conditions that decide if a jump leaves statements: those of branches, of switches and of loops. */
    public static List<TreePath> conditions(List<TreePath> statements) {
        return scanned(statements).conditions;
    }

    /** Returns true for a loop of any kind. */
    public static boolean isLoop(Tree statement) {
        return statement instanceof ForLoopTree
                || statement instanceof WhileLoopTree
                || statement instanceof DoWhileLoopTree
                || statement instanceof EnhancedForLoopTree;
    }

    /** Returns the label of a loop; null without one. */
    public static String label(TreePath loop) {
        TreePath parent = loop.getParentPath();
        return parent != null && parent.getLeaf() instanceof LabeledStatementTree labeled
                ? labeled.getLabel().toString()
                : null;
    }

    private static Scanner scanned(List<TreePath> statements) {
        Scanner scanner = new Scanner();
        statements.forEach(statement -> scanner.scan(statement, null));
        return scanner;
    }

    /**
     * Statement inside those that are scanned, in which some jumps end.
     *
     * @param ways ways of the jumps without a label that end in it
     * @param label label of a loop; null without one
     */
    private record Frame(Set<Completion> ways, String label) {}

    private static final class Scanner extends TreePathScanner<Void, Void> {

        private final List<Jump> jumps = new ArrayList<>();
        private final List<TreePath> conditions = new ArrayList<>();
        private final Deque<Frame> frames = new ArrayDeque<>();
        /** Number of {@code switch} expressions around the tree, which yield values. */
        private int values;

        @Override
        public Void visitBreak(BreakTree tree, Void unused) {
            add(
                    Completion.BREAK,
                    tree.getLabel() == null ? null : tree.getLabel().toString());
            return null;
        }

        @Override
        public Void visitContinue(ContinueTree tree, Void unused) {
            add(
                    Completion.CONTINUE,
                    tree.getLabel() == null ? null : tree.getLabel().toString());
            return null;
        }

        @Override
        public Void visitReturn(ReturnTree tree, Void unused) {
            jumps.add(new Jump(Completion.RETURN, null, getCurrentPath()));
            return super.visitReturn(tree, null);
        }

        @Override
        public Void visitYield(YieldTree tree, Void unused) {
            if (values == 0) {
                jumps.add(new Jump(Completion.RETURN, null, getCurrentPath()));
            }
            return super.visitYield(tree, null);
        }

        private void add(Completion way, String label) {
            boolean isInside = frames.stream()
                    .anyMatch(frame -> label == null ? frame.ways.contains(way) : label.equals(frame.label));
            if (!isInside) {
                jumps.add(new Jump(way, label, getCurrentPath()));
            }
        }

        @Override
        public Void visitIf(IfTree tree, Void unused) {
            conditional(child(getCurrentPath(), tree.getCondition()), () -> super.visitIf(tree, null));
            return null;
        }

        @Override
        public Void visitSwitch(SwitchTree tree, Void unused) {
            inside(new Frame(Set.of(Completion.BREAK), null), () -> {
                conditional(child(getCurrentPath(), tree.getExpression()), () -> super.visitSwitch(tree, null));
            });
            return null;
        }

        @Override
        public Void visitSwitchExpression(SwitchExpressionTree tree, Void unused) {
            values++;
            super.visitSwitchExpression(tree, null);
            values--;
            return null;
        }

        @Override
        public Void visitForLoop(ForLoopTree tree, Void unused) {
            loop(tree.getCondition(), () -> super.visitForLoop(tree, null));
            return null;
        }

        @Override
        public Void visitWhileLoop(WhileLoopTree tree, Void unused) {
            loop(tree.getCondition(), () -> super.visitWhileLoop(tree, null));
            return null;
        }

        @Override
        public Void visitDoWhileLoop(DoWhileLoopTree tree, Void unused) {
            loop(tree.getCondition(), () -> super.visitDoWhileLoop(tree, null));
            return null;
        }

        @Override
        public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void unused) {
            loop(tree.getExpression(), () -> super.visitEnhancedForLoop(tree, null));
            return null;
        }

        private void loop(Tree condition, Runnable visit) {
            Frame frame = new Frame(Set.of(Completion.BREAK, Completion.CONTINUE), label(getCurrentPath()));
            inside(frame, () -> {
                if (condition == null) {
                    visit.run();
                } else {
                    conditional(child(getCurrentPath(), condition), visit);
                }
            });
        }

        private void inside(Frame frame, Runnable visit) {
            frames.push(frame);
            visit.run();
            frames.pop();
        }

        private void conditional(TreePath condition, Runnable visit) {
            int before = jumps.size();
            visit.run();
            if (jumps.size() > before) {
                conditions.add(condition);
            }
        }

        @Override
        public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
            return null;
        }

        @Override
        public Void visitClass(ClassTree tree, Void unused) {
            return null;
        }
    }
}

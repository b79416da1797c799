package io.graphkernel.processor.frontend.flow;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.frontend.javac.Javac;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;

/**
 * Statements and conditions of a loop.
 *
 * @param path the loop
 * @param tests conditions that are tested before an iteration, in this order
 * @param body statements of an iteration
 * @param lastTests conditions that are tested after an iteration, before updates of the header
 * @param updates updates of the header
 */
public record LoopStructure(
        TreePath path, List<Test> tests, List<TreePath> body, List<Test> lastTests, List<TreePath> updates) {

    /**
     * Condition under which a loop continues or ends.
     *
     * @param condition the condition, without {@code &&} or {@code ||} that combine several ones
     * @param isBreak true if the loop ends where it holds
     * @param isFirst false if it is not tested before the first iteration
     */
    public record Test(TreePath condition, boolean isBreak, boolean isFirst) {}

    /** Returns the structure of a loop. Breaks at the end of the body are part of the body. */
    public static LoopStructure of(TreePath path) {
        List<Test> tests = new ArrayList<>();
        List<TreePath> updates = new ArrayList<>();
        StatementTree statement = statement(path);
        if (path.getLeaf() instanceof WhileLoopTree loop) {
            addTests(tests, child(path, loop.getCondition()), false, true);
        } else if (path.getLeaf() instanceof DoWhileLoopTree loop) {
            addTests(tests, child(path, loop.getCondition()), false, false);
        } else if (path.getLeaf() instanceof ForLoopTree loop) {
            if (loop.getCondition() != null) {
                addTests(tests, child(path, loop.getCondition()), false, true);
            }
            loop.getUpdate().forEach(update -> updates.add(child(path, update)));
        }
        TreePath bodyPath = child(path, statement);
        List<TreePath> body = new ArrayList<>();
        if (statement instanceof BlockTree block) {
            block.getStatements().forEach(inside -> body.add(child(bodyPath, inside)));
        } else {
            body.add(bodyPath);
        }
        // The first statements of a loop over elements read an element, which the test before an iteration may lack.
        boolean hasTests = !(path.getLeaf() instanceof EnhancedForLoopTree);
        while (hasTests && !body.isEmpty() && isBreak(body.get(0))) {
            addTests(tests, condition(body.remove(0)), true, true);
        }
        return new LoopStructure(path, tests, body, List.of(), updates);
    }

    /** Returns the same loop with the breaks at the end of its body as tests, unless a {@code continue} may skip them. */
    public LoopStructure withLastTests() {
        if (body.stream().anyMatch(Jumps::mayContinue)) {
            return this;
        }
        List<TreePath> iteration = new ArrayList<>(body);
        List<Test> last = new ArrayList<>(lastTests);
        while (!iteration.isEmpty() && isBreak(iteration.get(iteration.size() - 1))) {
            List<Test> found = new ArrayList<>();
            addTests(found, condition(iteration.remove(iteration.size() - 1)), true, false);
            last.addAll(0, found);
        }
        return new LoopStructure(path, tests, iteration, last, updates);
    }

    /** Returns the same loop without a test, and without an update of its header. */
    public LoopStructure without(Test test, TreePath update) {
        return new LoopStructure(
                path,
                tests.stream().filter(other -> other != test).toList(),
                body,
                lastTests.stream().filter(other -> other != test).toList(),
                updates.stream().filter(other -> other != update).toList());
    }

    /**
     * Returns the tests that an iteration evaluates: the first one before an iteration that reads an element by the counter,
     * and those after it. At its bound, the counter addresses no element.
     *
     * @param counter variable that counts the iterations
     */
    public List<Test> testsInside(Javac javac, Element counter) {
        for (int i = 0; i < tests.size(); i++) {
            if (tests.get(i).isFirst()
                    && ElementIndexScan.finds(javac, tests.get(i).condition(), counter)) {
                return List.copyOf(tests.subList(i, tests.size()));
            }
        }
        return List.of();
    }

    /** Returns the tests that decide if the loop continues after an iteration, in this order. */
    public List<Test> allTests() {
        List<Test> ordered = new ArrayList<>(lastTests);
        ordered.addAll(tests);
        return ordered;
    }

    /** Returns all conditions that end an iteration or the loop. */
    public List<TreePath> conditions() {
        List<TreePath> conditions = new ArrayList<>();
        allTests().forEach(test -> conditions.add(test.condition()));
        conditions.addAll(Jumps.conditions(body));
        return conditions;
    }

    /** Returns the statement of the loop, which contains those of an iteration. */
    public TreePath statement() {
        return child(path, statement(path));
    }

    private static StatementTree statement(TreePath path) {
        if (path.getLeaf() instanceof WhileLoopTree loop) {
            return loop.getStatement();
        }
        if (path.getLeaf() instanceof DoWhileLoopTree loop) {
            return loop.getStatement();
        }
        return path.getLeaf() instanceof EnhancedForLoopTree loop
                ? loop.getStatement()
                : ((ForLoopTree) path.getLeaf()).getStatement();
    }

    /** Returns the statements and updates of an iteration. */
    public List<TreePath> statements() {
        List<TreePath> statements = new ArrayList<>(body);
        statements.addAll(updates);
        return statements;
    }

    /** Adds the operands of {@code a && b}, of which each must hold, or of {@code if (a || b) break}. */
    private static void addTests(List<Test> tests, TreePath condition, boolean isBreak, boolean isFirst) {
        Tree.Kind joining = isBreak ? Tree.Kind.CONDITIONAL_OR : Tree.Kind.CONDITIONAL_AND;
        if (condition.getLeaf() instanceof ParenthesizedTree inside) {
            addTests(tests, child(condition, inside.getExpression()), isBreak, isFirst);
        } else if (condition.getLeaf() instanceof BinaryTree both && both.getKind() == joining) {
            addTests(tests, child(condition, both.getLeftOperand()), isBreak, isFirst);
            addTests(tests, child(condition, both.getRightOperand()), isBreak, isFirst);
        } else if (isBreak || !isTrue(condition.getLeaf())) {
            tests.add(new Test(condition, isBreak, isFirst));
        }
    }

    private static boolean isTrue(Tree condition) {
        return condition instanceof LiteralTree literal && Boolean.TRUE.equals(literal.getValue());
    }

    private static TreePath condition(TreePath branch) {
        return child(branch, ((IfTree) branch.getLeaf()).getCondition());
    }

    /** Returns true for {@code if (…) break;}. */
    private static boolean isBreak(TreePath statement) {
        if (!(statement.getLeaf() instanceof IfTree branch) || branch.getElseStatement() != null) {
            return false;
        }
        StatementTree then = branch.getThenStatement();
        if (then instanceof BlockTree block && block.getStatements().size() == 1) {
            then = block.getStatements().get(0);
        }
        return then instanceof BreakTree jump && jump.getLabel() == null;
    }
}

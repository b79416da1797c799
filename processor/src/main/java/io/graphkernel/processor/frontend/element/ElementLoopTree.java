package io.graphkernel.processor.frontend.element;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.frontend.flow.Jumps;
import io.graphkernel.processor.frontend.javac.Javac;
import java.util.List;

/**
 * Parts of a loop statement.
 *
 * @param condition condition of another iteration; null if there is none
 * @param body statement of an iteration
 * @param updates statements after the body
 * @param testsFirst false for {@code do}
 * @param label label of the loop; empty without one
 */
record ElementLoopTree(TreePath condition, TreePath body, List<TreePath> updates, boolean testsFirst, String label) {

    static ElementLoopTree of(TreePath path, ForLoopTree loop) {
        TreePath condition = loop.getCondition() == null ? null : child(path, loop.getCondition());
        List<TreePath> updates =
                loop.getUpdate().stream().map(update -> child(path, update)).toList();
        return new ElementLoopTree(condition, child(path, loop.getStatement()), updates, true, label(path));
    }

    static ElementLoopTree of(TreePath path, WhileLoopTree loop) {
        return new ElementLoopTree(
                Javac.unparenthesized(child(path, loop.getCondition())),
                child(path, loop.getStatement()),
                List.of(),
                true,
                label(path));
    }

    static ElementLoopTree of(TreePath path, DoWhileLoopTree loop) {
        return new ElementLoopTree(
                Javac.unparenthesized(child(path, loop.getCondition())),
                child(path, loop.getStatement()),
                List.of(),
                false,
                label(path));
    }

    /** Returns the label of a loop; empty without one. */
    static String label(TreePath loop) {
        String label = Jumps.label(loop);
        return label == null ? "" : label;
    }
}

package io.graphkernel.processor.frontend;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;

/**
 * Types and elements in a method's body during a processing round.
 *
 * <p>In a round javac has parsed bodies but not attributed them. Asking for the element of one reference in a body
 * makes javac attribute the whole class in place. This is not documented, so nothing else in the processor relies on
 * it.
 */
final class BodyAttribution {

    private final Trees trees;

    BodyAttribution(Trees trees) {
        this.trees = trees;
    }

    /**
     * The tree of a method, attributed.
     *
     * @param method a method
     * @return its path; empty if the method does not come from a source file of this compilation
     */
    Optional<TreePath> attributed(ExecutableElement method) {
        TreePath path = trees.getPath(method);
        if (path == null) {
            return Optional.empty();
        }
        if (path.getLeaf() instanceof MethodTree tree && tree.getBody() != null) {
            new FirstReference().scan(new TreePath(path, tree.getBody()), null);
        }
        return Optional.of(path);
    }

    private final class FirstReference extends TreePathScanner<Void, Void> {

        private boolean found;

        @Override
        public Void visitIdentifier(IdentifierTree tree, Void unused) {
            if (!found) {
                found = true;
                trees.getElement(getCurrentPath());
            }
            return null;
        }
    }
}

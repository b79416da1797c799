package io.graphkernel.processor.frontend.javac;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;

/**
 * Attribution of method bodies during a processing round.
 *
 * <p>In a round, javac has parsed bodies but not attributed them. A query for the element of one reference in a body
 * makes javac attribute the whole class in place. This behavior is undocumented, so no other class of the processor
 * relies on it.
 */
public final class BodyAttribution {

    private final Trees trees;

    public BodyAttribution(Trees trees) {
        this.trees = trees;
    }

    /**
     * Returns the attributed tree of a method.
     *
     * @param method a method
     * @return path of the method; empty if it does not come from a source file of this compilation
     */
    public Optional<TreePath> attributed(ExecutableElement method) {
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

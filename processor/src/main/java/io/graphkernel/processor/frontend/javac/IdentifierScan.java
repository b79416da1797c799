package io.graphkernel.processor.frontend.javac;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import java.util.Set;

/**
 * Scan of a class's file for identifiers, without attribution. If javac 17 attributes a class too early, it permanently
 * records the types of some variables as unknown.
 */
public final class IdentifierScan extends TreeScanner<Void, Void> {

    private final Set<String> names;
    private boolean found;

    private IdentifierScan(Set<String> names) {
        this.names = names;
    }

    /** Returns true if the file of a declaration contains one of the given simple names. */
    public static boolean has(TreePath declaration, Set<String> names) {
        IdentifierScan mentioned = new IdentifierScan(names);
        mentioned.scan(declaration.getCompilationUnit(), null);
        return mentioned.found;
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void unused) {
        found |= names.contains(tree.getName().toString());
        return null;
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
        found |= names.contains(tree.getIdentifier().toString());
        return super.visitMemberSelect(tree, unused);
    }
}

package io.graphkernel.processor.frontend;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import java.util.Set;

/**
 * Looks for names in the file of a class, without asking javac what they are. Asked before a class is generated, javac 17 would keep for
 * ever that the types of some variables are not known.
 */
final class MentionedNames extends TreeScanner<Void, Void> {

    private final Set<String> names;
    private boolean found;

    private MentionedNames(Set<String> names) {
        this.names = names;
    }

    /** Whether the file of a declaration has one of some simple names. */
    static boolean has(TreePath declaration, Set<String> names) {
        MentionedNames mentioned = new MentionedNames(names);
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

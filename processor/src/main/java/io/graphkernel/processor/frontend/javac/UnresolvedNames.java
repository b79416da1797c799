package io.graphkernel.processor.frontend.javac;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.graphkernel.op.counterpart.OpCounterparts;
import io.graphkernel.op.counterpart.OpSynonyms;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.Suggestions;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/**
 * Scan for names that javac could not resolve and expressions without a type. javac reports them itself. Only for a
 * missing op is a message added at the call.
 */
public final class UnresolvedNames extends TreePathScanner<Void, Void> {

    /** Classes of functions besides ops, which kernels import on demand. */
    private static final List<String> FUNCTIONS = List.of(
            RuntimeTypeNames.GRADIENTS,
            RuntimeTypeNames.ELEMENTWISE,
            RuntimeTypeNames.SCANS,
            RuntimeTypeNames.FLEX_ATTENTION);

    private final Javac javac;
    private final VisibleMethods methods;
    private final Set<Tree> explained = new HashSet<>();
    private boolean found;

    public UnresolvedNames(Javac javac) {
        this.javac = javac;
        this.methods = new VisibleMethods(javac);
    }

    /**
     * Returns true if a method has unresolved names.
     *
     * @param tree an attributed method
     * @return true if there is one
     */
    public boolean in(TreePath tree) {
        scan(tree, null);
        return found;
    }

    /** Returns true if one of them is a missing op, which no other processor can generate. */
    public boolean explained() {
        return !explained.isEmpty();
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        // Arguments first: a message about an argument does not suppress that of the enclosing call.
        super.visitMethodInvocation(tree, unused);
        TreePath select = Javac.child(getCurrentPath(), tree.getMethodSelect());
        if (isUnresolved(select) || javac.isError(javac.type(getCurrentPath()))) {
            found = true;
            if (hasKnownArguments(tree) && explainUnknownOp(select)) {
                explained.add(tree);
            }
        }
        return null;
    }

    /** Returns true if all arguments have known types. Otherwise javac resolves no method. */
    private boolean hasKnownArguments(MethodInvocationTree call) {
        return call.getArguments().stream().noneMatch(argument -> {
            TypeMirror type = javac.type(Javac.child(getCurrentPath(), argument));
            return (type == null || javac.isError(type)) && !explained.contains(argument);
        });
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void unused) {
        found |= isUnresolved(getCurrentPath());
        return super.visitNewClass(tree, unused);
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void unused) {
        found |= isUnresolved(getCurrentPath());
        return null;
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
        found |= isUnresolved(getCurrentPath());
        return super.visitMemberSelect(tree, unused);
    }

    /** Also detects a type that does not match its context, such as {@code x + y} on tensors. */
    @Override
    public Void scan(Tree tree, Void unused) {
        if (tree instanceof ExpressionTree && getCurrentPath() != null && !(tree instanceof AnnotationTree)) {
            TypeMirror type = javac.type(Javac.child(getCurrentPath(), tree));
            boolean function = tree instanceof LambdaExpressionTree || tree instanceof MemberReferenceTree;
            found |= javac.isError(type) || function && (type == null || !javac.isInterface(type));
        }
        return super.scan(tree, unused);
    }

    private boolean isUnresolved(TreePath reference) {
        Element element = javac.element(reference);
        return element == null || javac.isError(element.asType());
    }

    /** Adds a message about a missing op; returns true if there is one. */
    private boolean explainUnknownOp(TreePath select) {
        Tree tree = select.getLeaf();
        String name = null;
        if (tree instanceof IdentifierTree identifier && imports(select, RuntimeTypeNames.OPS)) {
            name = identifier.getName().toString();
        } else if (tree instanceof MemberSelectTree access
                && javac.element(Javac.child(select, access.getExpression())) instanceof TypeElement owner
                && owner.getQualifiedName().contentEquals(RuntimeTypeNames.OPS)) {
            name = access.getIdentifier().toString();
        }
        if (name == null) {
            return false;
        }
        // If the method exists, its arguments or result do not fit, as javac reports.
        boolean isKnown = !(tree instanceof IdentifierTree
                        ? methods.named(select, name)
                        : methods.declared(RuntimeTypeNames.OPS, name))
                .isEmpty();
        if (!isKnown) {
            List<? extends ExpressionTree> arguments =
                    ((MethodInvocationTree) select.getParentPath().getLeaf()).getArguments();
            javac.report(javac.position(select), Diagnostic.UNKNOWN_OP, name, advice(name, arguments));
        }
        return !isKnown;
    }

    private String advice(String name, List<? extends ExpressionTree> arguments) {
        return FUNCTIONS.stream()
                .filter(owner -> !methods.declared(owner, name).isEmpty())
                .findFirst()
                .map(owner -> "write import static " + owner + ".*")
                .or(() -> OpSynonyms.of(name).map(synonym -> ReductionCall.advice(synonym, arguments)))
                .or(() -> counterparts(name))
                .or(() -> Suggestions.closest(name, opNames()).map(near -> "did you mean '" + near + "'?"))
                .orElse("the ops are the methods of " + RuntimeTypeNames.OPS);
    }

    private static Optional<String> counterparts(String name) {
        List<String> methods = OpCounterparts.read().methods(name);
        return methods.isEmpty() ? Optional.empty() : Optional.of("write " + String.join(" or ", methods));
    }

    private static boolean imports(TreePath path, String owner) {
        return path.getCompilationUnit().getImports().stream()
                .filter(ImportTree::isStatic)
                .anyMatch(tree -> tree.getQualifiedIdentifier().toString().startsWith(owner + "."));
    }

    private SortedSet<String> opNames() {
        SortedSet<String> names = new TreeSet<>();
        TypeElement element = javac.environment().getElementUtils().getTypeElement(RuntimeTypeNames.OPS);
        for (Element member : element.getEnclosedElements()) {
            if (member.getKind() == ElementKind.METHOD) {
                names.add(member.getSimpleName().toString());
            }
        }
        return names;
    }
}

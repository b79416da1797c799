package io.graphkernel.processor.frontend;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ErroneousTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import io.graphkernel.processor.diagnostic.Diagnostic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.util.ElementFilter;

/**
 * Reports variables without a written type whose type depends on a class that is not generated yet: those declared by
 * {@code var}, and parameters of lambdas. It looks at all classes whose bodies javac has attributed: those with kernels, those
 * around and inside them, and their superclasses. javac 17 keeps the type that it found while kernels were read, which is none,
 * and ends with an exception where the variable is used.
 */
final class VariablesOfStub extends TreePathScanner<Void, Void> {

    private static final int JAVAC_THAT_KEEPS_TYPES = 17;

    private final Javac javac;
    /** The classes with kernels, by what is generated from them. */
    private final Map<String, TypeElement> stubs;

    private final Set<Element> found = new HashSet<>();
    private final Deque<TreePath> waiting = new ArrayDeque<>();

    private VariablesOfStub(Javac javac, Map<String, TypeElement> stubs) {
        this.javac = javac;
        this.stubs = stubs;
    }

    /**
     * Looks for such variables.
     *
     * @param types the classes with kernels of a round, after they have been read
     */
    static void report(Javac javac, Collection<TypeElement> types) {
        if (Runtime.version().feature() == JAVAC_THAT_KEEPS_TYPES) {
            Map<String, TypeElement> stubs = types.stream()
                    .collect(Collectors.toMap(Declarations::generatedName, type -> type, (one, other) -> one));
            VariablesOfStub variables = new VariablesOfStub(javac, stubs);
            types.forEach(variables::add);
            while (!variables.waiting.isEmpty()) {
                variables.scan(variables.waiting.remove(), null);
            }
        }
    }

    /** javac attributes the outermost class with all that is in it. */
    private void add(TypeElement type) {
        if (type.getEnclosingElement() instanceof TypeElement outer) {
            add(outer);
        } else if (found.add(type)) {
            // A class of a class file has no path.
            Optional.ofNullable(javac.trees().getPath(type)).ifPresent(waiting::add);
        }
    }

    @Override
    public Void visitClass(ClassTree tree, Void unused) {
        if (javac.element(getCurrentPath()) instanceof TypeElement type
                && type.getSuperclass() instanceof DeclaredType superclass) {
            add((TypeElement) superclass.asElement());
        }
        return super.visitClass(tree, unused);
    }

    @Override
    public Void visitVariable(VariableTree variable, Void unused) {
        if (variable.getType() instanceof ErroneousTree) {
            named(statement()).stream()
                    .filter(stubs::containsKey)
                    .findFirst()
                    .ifPresent(stub -> javac.report(
                            javac.position(getCurrentPath()),
                            isParameter() ? Diagnostic.PARAMETER_OF_STUB : Diagnostic.VAR_OF_STUB,
                            variable.getName(),
                            stub,
                            type(variable.getInitializer(), stub)));
        }
        return super.visitVariable(variable, unused);
    }

    /** The type of what a method of the generated class gives, or words for it. */
    private String type(ExpressionTree value, String stub) {
        if (value instanceof MethodInvocationTree call
                && call.getMethodSelect() instanceof MemberSelectTree select
                && select.getExpression() instanceof IdentifierTree owner
                && owner.getName().contentEquals(stub)) {
            String called = select.getIdentifier().toString();
            for (ExecutableElement kernel :
                    ElementFilter.methodsIn(stubs.get(stub).getEnclosedElements())) {
                String name = kernel.getSimpleName().toString();
                String type = stub + "." + Character.toUpperCase(name.charAt(0)) + name.substring(1);
                if (called.equals(name)) {
                    return kernel.getReturnType() instanceof DeclaredType result
                            ? result.asElement().getSimpleName().toString()
                            : kernel.getReturnType().toString();
                }
                if (called.equals(name + "Forward")) {
                    return type + "Forward";
                }
                if (called.equals(name + "Gradient")) {
                    return type + "Gradients";
                }
            }
        }
        return "the type of the value (of a kernel name, " + stub + ".NameForward or " + stub + ".NameGradients)";
    }

    private boolean isParameter() {
        return getCurrentPath().getParentPath().getLeaf() instanceof LambdaExpressionTree;
    }

    /** What gives the variable its type: its own declaration, the loop over its values, or the call that takes its lambda. */
    private Tree statement() {
        TreePath path = getCurrentPath();
        TreePath outer = path.getParentPath();
        if (outer.getLeaf() instanceof EnhancedForLoopTree loop) {
            return loop.getExpression();
        }
        while (isParameter() && !(outer.getLeaf() instanceof StatementTree)) {
            outer = outer.getParentPath();
        }
        return isParameter() ? outer.getLeaf() : path.getLeaf();
    }

    private static List<String> named(Tree tree) {
        List<String> names = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitIdentifier(IdentifierTree identifier, Void unused) {
                names.add(identifier.getName().toString());
                return null;
            }
        }.scan(tree, null);
        return names;
    }
}

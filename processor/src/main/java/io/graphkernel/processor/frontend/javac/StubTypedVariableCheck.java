package io.graphkernel.processor.frontend.javac;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ErroneousTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.kernel.ClassElements;
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
 * Check for expressions whose type depends on a class that is not generated yet: {@code var} declarations, lambda
 * parameters without types, and choices between values. It visits all attributed classes: those with kernel methods,
 * their enclosing and nested classes, and superclasses. javac 17 retains the missing type found during reading, and
 * crashes at a use of the variable.
 */
public final class StubTypedVariableCheck extends TreePathScanner<Void, Void> {

    private static final int JAVAC_THAT_KEEPS_TYPES = 17;

    private final Javac javac;
    /** Classes with kernels by the names of their stubs. */
    private final Map<String, TypeElement> stubs;

    private final StubChoiceCheck choices;
    private final Set<Element> found = new HashSet<>();
    private final Deque<TreePath> waiting = new ArrayDeque<>();

    private StubTypedVariableCheck(Javac javac, Map<String, TypeElement> stubs) {
        this.javac = javac;
        this.stubs = stubs;
        this.choices = new StubChoiceCheck(javac, stubs);
    }

    /**
     * Reports such variables.
     *
     * @param types classes with kernels of a round, after they have been read
     */
    public static void report(Javac javac, Collection<TypeElement> types) {
        if (Runtime.version().feature() == JAVAC_THAT_KEEPS_TYPES) {
            Map<String, TypeElement> stubs = types.stream()
                    .collect(Collectors.toMap(ClassElements::generatedName, type -> type, (one, other) -> one));
            StubTypedVariableCheck variables = new StubTypedVariableCheck(javac, stubs);
            types.forEach(variables::add);
            while (!variables.waiting.isEmpty()) {
                variables.scan(variables.waiting.remove(), null);
            }
        }
    }

    /** Adds the outermost class with all nested classes, which javac attributes together. */
    private void add(TypeElement type) {
        if (type.getEnclosingElement() instanceof TypeElement outer) {
            add(outer);
        } else if (found.add(type)) {
            // A class from a class file has no path.
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
    public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
        choices.report(getCurrentPath(), call.getArguments());
        return super.visitMethodInvocation(call, unused);
    }

    @Override
    public Void visitNewClass(NewClassTree creation, Void unused) {
        choices.report(getCurrentPath(), creation.getArguments());
        return super.visitNewClass(creation, unused);
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

    /** Returns the result type of a method of the stub, or a description of it. */
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

    /**
     * Returns the tree that determines the variable's type: its declaration, the loop over its values, or the call with
     * its lambda.
     */
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

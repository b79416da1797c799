package io.graphkernel.processor.frontend.javac;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * Types of the expressions in a method body that javac has not attributed, as far as declarations and imports
 * determine them. Elements of a tree are not queried, since that would attribute the class, and javac would report
 * its errors.
 */
final class UnattributedTypes {

    private final Javac javac;
    private final VisibleMethods methods;
    private final Map<String, TypeMirror> parameters = new HashMap<>();
    private final Map<String, VariableTree> locals = new HashMap<>();
    private final Set<String> tensors = new HashSet<>();
    /** Names that a body declares more than once, whose scopes are not told apart. */
    private final Set<String> ambiguous = new HashSet<>();

    /**
     * Creates the types of one body.
     *
     * @param javac services of javac
     * @param method the method
     * @param path its tree
     */
    UnattributedTypes(Javac javac, ExecutableElement method, TreePath path) {
        this.javac = javac;
        this.methods = new VisibleMethods(javac);
        for (VariableElement parameter : method.getParameters()) {
            parameters.put(parameter.getSimpleName().toString(), parameter.asType());
        }
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitVariable(VariableTree variable, Void unused) {
                declare(getCurrentPath(), variable);
                return super.visitVariable(variable, unused);
            }
        }.scan(path, null);
    }

    private void declare(TreePath path, VariableTree variable) {
        String name = variable.getName().toString();
        if (path.getParentPath().getLeaf().getKind() == Tree.Kind.METHOD) {
            return;
        }
        if (parameters.containsKey(name) || locals.put(name, variable) != null) {
            ambiguous.add(name);
        }
        String type = String.valueOf(variable.getType());
        boolean isInferred = variable.getType() == null || type.equals("var");
        boolean isTensor = isInferred
                ? variable.getInitializer() != null && isTensor(child(path, variable.getInitializer()))
                : type.equals("Tensor") || type.equals(RuntimeTypeNames.TENSOR);
        if (isTensor) {
            tensors.add(name);
        }
    }

    /** Returns true if an expression without operators is a tensor. */
    boolean isTensor(TreePath path) {
        Tree tree = path.getLeaf();
        if (tree instanceof ParenthesizedTree parenthesized) {
            return isTensor(child(path, parenthesized.getExpression()));
        }
        if (tree instanceof ConditionalExpressionTree conditional) {
            return isTensor(child(path, conditional.getTrueExpression()))
                    || isTensor(child(path, conditional.getFalseExpression()));
        }
        if (tree instanceof IdentifierTree identifier
                && tensors.contains(identifier.getName().toString())) {
            return !ambiguous.contains(identifier.getName().toString());
        }
        return type(tree).filter(javac::isTensor).isPresent()
                || tree instanceof MethodInvocationTree call && isTensorMethod(path, call);
    }

    /** Returns the name of the primitive type of a local variable; empty for any other expression. */
    Optional<String> primitive(ExpressionTree variable) {
        return variable instanceof IdentifierTree identifier
                        && !ambiguous.contains(identifier.getName().toString())
                        && locals.containsKey(identifier.getName().toString())
                        && locals.get(identifier.getName().toString()).getType() instanceof PrimitiveTypeTree primitive
                ? Optional.of(primitive.toString())
                : Optional.empty();
    }

    /** Returns the type of a parameter, or of a component or element of one. */
    private Optional<TypeMirror> type(Tree tree) {
        if (tree instanceof IdentifierTree identifier
                && !ambiguous.contains(identifier.getName().toString())) {
            return Optional.ofNullable(parameters.get(identifier.getName().toString()));
        }
        if (tree instanceof MethodInvocationTree call && call.getMethodSelect() instanceof MemberSelectTree access) {
            return type(access.getExpression())
                    .filter(DeclaredType.class::isInstance)
                    .flatMap(owner ->
                            member((DeclaredType) owner, access.getIdentifier().toString()));
        }
        return Optional.empty();
    }

    private Optional<TypeMirror> member(DeclaredType owner, String name) {
        if (javac.isClass(owner, RuntimeTypeNames.LIST)) {
            return owner.getTypeArguments().stream()
                    .filter(element -> name.equals("get"))
                    .<TypeMirror>map(element -> element)
                    .findFirst();
        }
        return javac.isRecord(owner)
                ? ElementFilter.recordComponentsIn(owner.asElement().getEnclosedElements()).stream()
                        .filter(component -> component.getSimpleName().contentEquals(name))
                        .<TypeMirror>map(Element::asType)
                        .findFirst()
                : Optional.empty();
    }

    /** Returns true if all methods that a call may mean return a tensor. */
    private boolean isTensorMethod(TreePath path, MethodInvocationTree call) {
        if (call.getMethodSelect() instanceof MemberSelectTree access) {
            String owner = access.getExpression().toString();
            return (owner.equals("Ops") || owner.equals(RuntimeTypeNames.OPS))
                    && returnsTensor(methods.declared(
                            RuntimeTypeNames.OPS, access.getIdentifier().toString()));
        }
        return returnsTensor(methods.named(path, call.getMethodSelect().toString()));
    }

    private boolean returnsTensor(List<ExecutableElement> candidates) {
        return !candidates.isEmpty()
                && candidates.stream().allMatch(candidate -> javac.isTensor(candidate.getReturnType()));
    }
}

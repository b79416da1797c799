package io.graphkernel.processor.frontend.javac;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import io.graphkernel.processor.diagnostic.Diagnostic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/**
 * Check for conditional and {@code switch} expressions between values of classes that are not generated yet, as
 * arguments of overloaded methods. javac 17 retains the missing types found during reading, which fit every parameter.
 */
final class StubChoiceCheck {

    private final Javac javac;
    private final Types types;
    /** Classes with kernels by the names of their stubs. */
    private final Map<String, TypeElement> stubs;

    StubChoiceCheck(Javac javac, Map<String, TypeElement> stubs) {
        this.javac = javac;
        this.types = javac.environment().getTypeUtils();
        this.stubs = stubs;
    }

    /**
     * Reports choices among the arguments of a call.
     *
     * @param path call of a method or constructor
     * @param arguments its arguments
     */
    void report(TreePath path, List<? extends ExpressionTree> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            ExpressionTree argument = arguments.get(i);
            List<ExpressionTree> results = results(argument);
            Optional<String> stub =
                    results.stream().flatMap(result -> stub(result).stream()).findFirst();
            boolean isChoice = results.size() > 1
                    && results.stream()
                            .allMatch(result -> result.getKind() == Tree.Kind.NULL_LITERAL
                                    || stub(result).isPresent());
            if (isChoice && stub.isPresent() && isAmbiguous(path, i, arguments.size(), results)) {
                javac.report(
                        javac.position(child(path, argument)),
                        Diagnostic.CHOICE_OF_STUB,
                        Javac.text(argument),
                        stub.get());
            }
        }
    }

    /** Returns the possible results of an expression. */
    private static List<ExpressionTree> results(ExpressionTree tree) {
        List<ExpressionTree> results = new ArrayList<>();
        if (tree instanceof ParenthesizedTree parenthesized) {
            return results(parenthesized.getExpression());
        }
        if (tree instanceof ConditionalExpressionTree conditional) {
            results.addAll(results(conditional.getTrueExpression()));
            results.addAll(results(conditional.getFalseExpression()));
        } else if (tree instanceof SwitchExpressionTree choice) {
            choice.getCases().forEach(branch -> {
                if (branch.getBody() instanceof ExpressionTree result) {
                    results.addAll(results(result));
                }
            });
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitYield(YieldTree yield, Void unused) {
                    results.addAll(results(yield.getValue()));
                    return null;
                }

                @Override
                public Void visitSwitchExpression(SwitchExpressionTree inner, Void unused) {
                    return inner == choice ? super.visitSwitchExpression(inner, unused) : null;
                }

                @Override
                public Void visitLambdaExpression(LambdaExpressionTree lambda, Void unused) {
                    return null;
                }
            }.scan(choice, null);
        } else {
            results.add(tree);
        }
        return results;
    }

    /** Returns the stub that a value comes from; empty for another value. */
    private Optional<String> stub(ExpressionTree value) {
        ExpressionTree owner = value;
        while (owner instanceof MethodInvocationTree || owner instanceof MemberSelectTree) {
            owner = owner instanceof MethodInvocationTree call
                    ? call.getMethodSelect()
                    : ((MemberSelectTree) owner).getExpression();
        }
        return owner != value && owner instanceof IdentifierTree name
                ? Optional.of(name.getName().toString()).filter(stubs::containsKey)
                : Optional.empty();
    }

    /** Returns true if a parameter of an overload cannot be the result of a choice, or if it determines a type. */
    private boolean isAmbiguous(TreePath path, int position, int count, List<ExpressionTree> results) {
        List<TypeMirror> parameters = candidates(path).stream()
                .flatMap(method -> parameter(method, position, count).stream())
                .toList();
        boolean isChained = path.getParentPath().getLeaf() instanceof MemberSelectTree;
        if (parameters.stream().anyMatch(type -> type.getKind() == TypeKind.TYPEVAR)
                && (isChained || parameters.size() > 1)) {
            return true;
        }
        return parameters.size() > 1
                && parameters.stream().anyMatch(type -> results.stream().anyMatch(result -> !accepts(type, result)));
    }

    private boolean accepts(TypeMirror parameter, ExpressionTree result) {
        if (result.getKind() == Tree.Kind.NULL_LITERAL) {
            return !parameter.getKind().isPrimitive();
        }
        TypeMirror erased = types.erasure(parameter);
        return kernel(result)
                .map(kernel -> types.isAssignable(types.erasure(kernel.getReturnType()), erased))
                .orElse(false);
    }

    /** Returns the kernel that a value is the result of. */
    private Optional<ExecutableElement> kernel(ExpressionTree value) {
        return value instanceof MethodInvocationTree call
                        && call.getMethodSelect() instanceof MemberSelectTree select
                        && select.getExpression() instanceof IdentifierTree owner
                ? methods(
                                stubs.get(owner.getName().toString()),
                                select.getIdentifier().toString())
                        .stream()
                        .findFirst()
                : Optional.empty();
    }

    /** Returns the type of a parameter of a method that has a number of arguments. */
    private static Optional<TypeMirror> parameter(ExecutableElement method, int position, int count) {
        List<? extends VariableElement> parameters = method.getParameters();
        int last = parameters.size() - 1;
        if (method.isVarArgs() && count >= last && position >= last) {
            return Optional.of(((ArrayType) parameters.get(last).asType()).getComponentType());
        }
        boolean fits = parameters.size() == count || method.isVarArgs() && count >= last;
        return fits ? Optional.of(parameters.get(position).asType()) : Optional.empty();
    }

    /** Returns the methods or constructors with the name of the called one. */
    private List<ExecutableElement> candidates(TreePath path) {
        if (path.getLeaf() instanceof NewClassTree creation) {
            return javac.element(child(path, creation.getIdentifier())) instanceof TypeElement type
                    ? methods(type, "<init>")
                    : List.of();
        }
        ExpressionTree called = ((MethodInvocationTree) path.getLeaf()).getMethodSelect();
        if (called instanceof MemberSelectTree select) {
            TreePath owner = child(child(path, select), select.getExpression());
            return javac.trees().getTypeMirror(owner) instanceof DeclaredType type
                    ? methods(
                            (TypeElement) type.asElement(),
                            select.getIdentifier().toString())
                    : List.of();
        }
        return unqualified(path, called.toString());
    }

    private List<ExecutableElement> unqualified(TreePath path, String name) {
        for (TreePath outer = path; outer != null; outer = outer.getParentPath()) {
            boolean isClass = Tree.Kind.CLASS == outer.getLeaf().getKind()
                    || Tree.Kind.RECORD == outer.getLeaf().getKind()
                    || Tree.Kind.ENUM == outer.getLeaf().getKind()
                    || Tree.Kind.INTERFACE == outer.getLeaf().getKind();
            if (isClass && javac.element(outer) instanceof TypeElement type) {
                List<ExecutableElement> own = methods(type, name);
                if (!own.isEmpty()) {
                    return own;
                }
            }
        }
        return path.getCompilationUnit().getImports().stream()
                .filter(ImportTree::isStatic)
                .map(tree -> tree.getQualifiedIdentifier().toString())
                .filter(text -> text.endsWith(".*") || text.endsWith("." + name))
                .flatMap(text -> methods(
                        javac.environment().getElementUtils().getTypeElement(text.substring(0, text.lastIndexOf('.'))),
                        name)
                        .stream())
                .toList();
    }

    private List<ExecutableElement> methods(TypeElement type, String name) {
        if (type == null) {
            return List.of();
        }
        List<? extends Element> members = name.equals("<init>")
                ? type.getEnclosedElements()
                : javac.environment().getElementUtils().getAllMembers(type);
        return members.stream()
                .filter(member -> member.getKind() == ElementKind.METHOD || member.getKind() == ElementKind.CONSTRUCTOR)
                .filter(member -> member.getSimpleName().contentEquals(name))
                .map(ExecutableElement.class::cast)
                .toList();
    }
}

package io.graphkernel.processor.frontend.javac;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
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
import java.util.stream.IntStream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ReferenceType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Types;

/**
 * Check for conditional and {@code switch} expressions between values of classes that are not generated yet, as
 * arguments of overloaded methods. javac 17 retains the missing types found during reading, which fit every parameter.
 */
final class StubChoiceCheck {

    private final Javac javac;
    private final Types types;
    private final VisibleMethods methods;
    /** Classes with kernels by the names of their stubs. */
    private final Map<String, TypeElement> stubs;

    StubChoiceCheck(Javac javac, Map<String, TypeElement> stubs) {
        this.javac = javac;
        this.types = javac.environment().getTypeUtils();
        this.stubs = stubs;
        this.methods = new VisibleMethods(javac);
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
            if (isChoice && stub.isPresent() && isAmbiguous(path, i, arguments)) {
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

    /**
     * Returns true if javac 17 may select another overload than for results with types, or does not infer the type of a
     * lambda's parameter.
     */
    private boolean isAmbiguous(TreePath path, int position, List<? extends ExpressionTree> arguments) {
        List<Optional<TypeMirror>> results =
                results(arguments.get(position)).stream().map(this::type).toList();
        if (results.stream().allMatch(result -> result.isPresent() && isNumeric(result.get()))) {
            return false;
        }
        List<TypeMirror> parameters = applicable(path, arguments, false).stream()
                .map(method -> method.getParameters().get(position).asType())
                .toList();
        if (parameters.isEmpty()) {
            parameters = applicable(path, arguments, true).stream()
                    .map(method -> parameter(method, position, true))
                    .toList();
        }
        boolean determinesType =
                parameters.stream().anyMatch(type -> type.getKind() == TypeKind.TYPEVAR) && isReceiverOfLambdas(path);
        return determinesType
                || parameters.stream().anyMatch(type -> results.stream().anyMatch(result -> !accepts(type, result)));
    }

    /** Returns true for a type of which javac decides without the parameter that a choice has it. */
    private boolean isNumeric(TypeMirror type) {
        if (type.getKind().isPrimitive()) {
            return true;
        }
        try {
            return types.unboxedType(type).getKind().isPrimitive();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns true if a parameter takes a result; one of unknown type is of a generated class. */
    private boolean accepts(TypeMirror parameter, Optional<TypeMirror> result) {
        TypeMirror erased = types.erasure(parameter);
        if (result.isPresent()) {
            return types.isAssignable(types.erasure(result.get()), erased);
        }
        return erased instanceof DeclaredType type
                && !type.asElement().getModifiers().contains(Modifier.FINAL);
    }

    /** Returns true if a method with a lambda is called on the result of a call. */
    private static boolean isReceiverOfLambdas(TreePath path) {
        TreePath outer = path.getParentPath().getParentPath();
        return path.getParentPath().getLeaf() instanceof MemberSelectTree
                && outer.getLeaf() instanceof MethodInvocationTree call
                && call.getArguments().stream()
                        .anyMatch(argument ->
                                argument instanceof LambdaExpressionTree || argument instanceof MemberReferenceTree);
    }

    /** Returns the type of a result; empty for the null literal's and for those of generated classes. */
    private Optional<TypeMirror> type(ExpressionTree value) {
        if (!(value instanceof MethodInvocationTree call)
                || !(call.getMethodSelect() instanceof MemberSelectTree select)) {
            return value.getKind() == Tree.Kind.NULL_LITERAL ? Optional.of(types.getNullType()) : Optional.empty();
        }
        String name = select.getIdentifier().toString();
        TypeElement owner = null;
        if (select.getExpression() instanceof IdentifierTree stub) {
            owner = stubs.get(stub.getName().toString());
        } else if (type(select.getExpression()).orElse(null) instanceof DeclaredType receiver) {
            owner = (TypeElement) receiver.asElement();
        }
        return owner == null
                ? Optional.empty()
                : methods.of(owner, name).stream()
                        .filter(method -> method.getParameters().size()
                                        <= call.getArguments().size()
                                || method.isVarArgs())
                        .map(ExecutableElement::getReturnType)
                        .findFirst();
    }

    /**
     * Returns the methods that a call may mean by the types of its other arguments.
     *
     * @param varargs true to expand variable arguments, which javac does if no method is applicable otherwise
     */
    private List<ExecutableElement> applicable(
            TreePath path, List<? extends ExpressionTree> arguments, boolean varargs) {
        return candidates(path).stream()
                .filter(method -> varargs
                        ? method.isVarArgs()
                                && arguments.size() >= method.getParameters().size() - 1
                        : arguments.size() == method.getParameters().size())
                .filter(method -> IntStream.range(0, arguments.size())
                        .allMatch(i -> fits(child(path, arguments.get(i)), parameter(method, i, varargs))))
                .toList();
    }

    private boolean fits(TreePath argument, TypeMirror parameter) {
        boolean isChoice = results((ExpressionTree) argument.getLeaf()).size() > 1;
        TypeMirror type = isChoice ? null : javac.trees().getTypeMirror(argument);
        boolean isKnown = type != null && (type.getKind().isPrimitive() || type instanceof ReferenceType);
        return !isKnown
                || type.getKind() == TypeKind.ERROR
                || types.isAssignable(types.erasure(type), types.erasure(parameter));
    }

    private static TypeMirror parameter(ExecutableElement method, int position, boolean varargs) {
        List<? extends VariableElement> parameters = method.getParameters();
        int last = parameters.size() - 1;
        return varargs && position >= last
                ? ((ArrayType) parameters.get(last).asType()).getComponentType()
                : parameters.get(position).asType();
    }

    /** Returns the methods or constructors with the name of the called one. */
    private List<ExecutableElement> candidates(TreePath path) {
        if (path.getLeaf() instanceof NewClassTree creation) {
            return javac.element(child(path, creation.getIdentifier())) instanceof TypeElement type
                    ? ElementFilter.constructorsIn(type.getEnclosedElements())
                    : List.of();
        }
        ExpressionTree called = ((MethodInvocationTree) path.getLeaf()).getMethodSelect();
        if (called instanceof MemberSelectTree select) {
            TreePath owner = child(child(path, select), select.getExpression());
            return javac.trees().getTypeMirror(owner) instanceof DeclaredType type
                    ? methods.of(
                            (TypeElement) type.asElement(),
                            select.getIdentifier().toString())
                    : List.of();
        }
        return unqualified(path, called.toString());
    }

    private List<ExecutableElement> unqualified(TreePath path, String name) {
        if (name.equals("this") || name.equals("super")) {
            return constructors(path, name);
        }
        return methods.named(path, name);
    }

    private List<ExecutableElement> constructors(TreePath path, String name) {
        TreePath outer = path;
        while (!(outer.getLeaf() instanceof ClassTree)) {
            outer = outer.getParentPath();
        }
        if (!(javac.element(outer) instanceof TypeElement type)) {
            return List.of();
        }
        boolean isOwn = name.equals("this");
        return isOwn || type.getSuperclass() instanceof DeclaredType
                ? ElementFilter.constructorsIn(
                        (isOwn ? type : ((DeclaredType) type.getSuperclass()).asElement()).getEnclosedElements())
                : List.of();
    }
}

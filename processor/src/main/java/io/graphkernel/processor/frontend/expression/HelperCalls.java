package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue.Mutability;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reader of calls of static methods without an annotation, whose bodies are read at each call. */
final class HelperCalls {

    /** Maximum nesting depth of helpers, each of which occupies the stack of its caller. */
    private static final int MAX_CALLERS = 30;

    private final Javac javac;
    private final ExpressionReader expressions;
    private final ValueConversion conversion;
    private final MethodBodies bodies;
    private final Set<ExecutableElement> beingRead = new LinkedHashSet<>();

    HelperCalls(Javac javac, ExpressionReader expressions, ValueConversion conversion, MethodBodies bodies) {
        this.javac = javac;
        this.expressions = expressions;
        this.conversion = conversion;
        this.bodies = bodies;
    }

    /** Returns true if a kernel can call a method: a static one with source whose parameters have supported types. */
    boolean isHelper(ExecutableElement method) {
        TypeMirror result = method.getReturnType();
        return isReadable(javac, method)
                && method.getTypeParameters().isEmpty()
                && method.getParameters().stream().allMatch(parameter -> isSupported(method, parameter))
                && (result.getKind() == TypeKind.VOID || conversion.isSupported(result));
    }

    /** Returns true if the body of a static method is part of this compilation. */
    static boolean isReadable(Javac javac, ExecutableElement method) {
        return method.getModifiers().contains(Modifier.STATIC)
                && javac.trees().getTree(method) != null
                && javac.trees().getTree(method).getBody() != null;
    }

    private boolean isSupported(ExecutableElement method, VariableElement parameter) {
        return conversion.isSupported(parameter.asType())
                || isVariadic(method, parameter)
                        && conversion.isSupported(((ArrayType) parameter.asType()).getComponentType());
    }

    private static boolean isVariadic(ExecutableElement method, VariableElement parameter) {
        return method.isVarArgs()
                && method.getParameters().indexOf(parameter)
                        == method.getParameters().size() - 1;
    }

    /**
     * Reads a call.
     *
     * @param path the call
     * @param method a helper
     * @return value that the method returns
     * @throws RejectedTreeException if it has no value; the reason has been reported
     */
    SymbolicValue read(TreePath path, MethodInvocationTree call, ExecutableElement method)
            throws RejectedTreeException {
        List<SymbolicValue> arguments = arguments(path, call, method);
        TreePath select = child(path, call.getMethodSelect());
        requireNoRecursion(select, method);
        TreePath declaration = bodies.find(method);
        beingRead.add(method);
        javac.enter("a call of " + method.getSimpleName() + " at " + javac.origin(path));
        try {
            return expressions.readMethod(
                    method, child(declaration, ((MethodTree) declaration.getLeaf()).getBody()), arguments);
        } catch (RejectedTreeException e) {
            bodies.reject(method);
            throw e;
        } finally {
            javac.leave();
            beingRead.remove(method);
        }
    }

    private List<SymbolicValue> arguments(TreePath path, MethodInvocationTree call, ExecutableElement method)
            throws RejectedTreeException {
        List<? extends ExpressionTree> trees = call.getArguments();
        List<SymbolicValue> arguments = new ArrayList<>();
        for (int i = 0; i < method.getParameters().size(); i++) {
            VariableElement parameter = method.getParameters().get(i);
            if (isVariadic(method, parameter) && !isArray(path, trees, i)) {
                TypeMirror component = ((ArrayType) parameter.asType()).getComponentType();
                List<SymbolicValue> elements = new ArrayList<>();
                List<TreePath> paths = new ArrayList<>();
                for (ExpressionTree tree : trees.subList(i, trees.size())) {
                    paths.add(child(path, tree));
                    elements.add(expressions.readAs(component, child(path, tree), ""));
                }
                arguments.add(ArrayValue.mutable(elements, paths, Mutability.ASSIGNABLE));
            } else {
                arguments.add(expressions.readAs(parameter.asType(), child(path, trees.get(i)), ""));
            }
        }
        return arguments;
    }

    private boolean isArray(TreePath call, List<? extends ExpressionTree> arguments, int index) {
        return arguments.size() == index + 1
                && javac.type(child(call, arguments.get(index))).getKind() == TypeKind.ARRAY;
    }

    private void requireNoRecursion(TreePath call, ExecutableElement method) throws RejectedTreeException {
        if (beingRead.contains(method)) {
            String chain = Stream.concat(
                            beingRead.stream().dropWhile(caller -> !caller.equals(method)), Stream.of(method))
                    .map(caller -> caller.getEnclosingElement().getSimpleName() + "." + caller.getSimpleName())
                    .collect(Collectors.joining(" → "));
            throw javac.reject(call, Diagnostic.RECURSION, method.getSimpleName(), chain);
        }
        if (beingRead.size() == MAX_CALLERS) {
            throw javac.reject(call, Diagnostic.CALLS_TOO_DEEP, method.getSimpleName(), MAX_CALLERS);
        }
    }
}

package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.MethodBodies;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.signature.RecordMethods;
import io.graphkernel.processor.frontend.value.EnumConstants;
import io.graphkernel.processor.frontend.value.Receivers;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue.Mutability;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DTypeValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.EnumValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TextValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Reader of calls of methods without an annotation, whose bodies are read at each call: static ones, and those of records
 * and enum constants.
 */
final class HelperCalls {

    /** Maximum nesting depth of helpers, each of which occupies the stack of its caller. */
    private static final int MAX_CALLERS = 30;

    private final Javac javac;
    private final VariableScope scope;
    private final ExpressionReader expressions;
    private final ValueConversion conversion;
    private final MethodBodies bodies;
    private final Set<ExecutableElement> beingRead = new LinkedHashSet<>();

    HelperCalls(
            Javac javac,
            VariableScope scope,
            ExpressionReader expressions,
            ValueConversion conversion,
            MethodBodies bodies) {
        this.javac = javac;
        this.scope = scope;
        this.expressions = expressions;
        this.conversion = conversion;
        this.bodies = bodies;
    }

    /** Returns true if a kernel can call a method: one with source whose parameters have supported types. */
    boolean isHelper(ExecutableElement method) {
        TypeMirror result = method.getReturnType();
        return isReadable(javac, method)
                && method.getTypeParameters().isEmpty()
                && method.getParameters().stream().allMatch(parameter -> isSupported(method, parameter))
                && (result.getKind() == TypeKind.VOID || conversion.isSupported(result));
    }

    /** Returns true if the body of a method is known, and part of this compilation. */
    static boolean isReadable(Javac javac, ExecutableElement method) {
        return (method.getModifiers().contains(Modifier.STATIC) || Receivers.isKnown(method))
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
     * @param object record or enum constant whose method it is; null for a static one
     * @return value that the method returns
     * @throws RejectedTreeException if it has no value; the reason has been reported
     */
    SymbolicValue read(TreePath path, MethodInvocationTree call, ExecutableElement method, SymbolicValue object)
            throws RejectedTreeException {
        List<SymbolicValue> arguments = arguments(path, call, method);
        TreePath select = child(path, call.getMethodSelect());
        requireNoRecursion(select, method);
        TreePath declaration = bodies.find(method);
        beingRead.add(method);
        javac.enter("a call of " + method.getSimpleName() + " at " + javac.origin(path));
        try {
            TreePath body = child(declaration, ((MethodTree) declaration.getLeaf()).getBody());
            return expressions.readMethod(method, body, object, arguments);
        } catch (RejectedTreeException e) {
            bodies.reject(method);
            throw e;
        } finally {
            javac.leave();
            beingRead.remove(method);
        }
    }

    /** Reads a call on a record, an enum constant or a string; returns empty for other methods and objects. */
    Optional<SymbolicValue> ofObject(TreePath path, MethodInvocationTree call, ExecutableElement method)
            throws RejectedTreeException {
        TreePath select = child(path, call.getMethodSelect());
        if (EnumConstants.isValues(method)) {
            return Optional.of(EnumConstants.values(method));
        }
        Optional<RecordComponentElement> component = RecordMethods.component(method);
        boolean isEquals = method.getSimpleName().contentEquals("equals");
        boolean isKnown =
                component.isPresent() || isEquals || Receivers.isKnown(method) || EnumConstants.isName(method);
        if (!isKnown || method.getModifiers().contains(Modifier.STATIC)) {
            return Optional.empty();
        }
        SymbolicValue object;
        Element type = javac.enclosingType(path);
        if (call.getMethodSelect() instanceof MemberSelectTree access) {
            TypeMirror declared = javac.type(child(select, access.getExpression()));
            boolean isObject = declared != null
                    && (javac.isRecord(declared)
                            || javac.isEnum(declared)
                            || javac.isClass(declared, String.class.getName()));
            if (!isObject) {
                return Optional.empty();
            }
            type = ((DeclaredType) declared).asElement();
            object = expressions.read(child(select, access.getExpression()), "");
        } else {
            object = scope.find(type).orElse(null);
        }
        if (component.isPresent() && object instanceof RecordValue record) {
            if (record.constructed()) {
                new RecordMethods(javac).requirePlainAccessor(path, component.get());
            }
            return Optional.of(record.components().get(method.getSimpleName().toString()));
        }
        boolean isConstant = object instanceof EnumValue || object instanceof DTypeValue || object instanceof TextValue;
        if (isEquals && isConstant) {
            SymbolicValue other =
                    expressions.read(child(path, call.getArguments().get(0)), "");
            return Optional.of(new ConstantValue(object.equals(other)));
        }
        if (object instanceof EnumValue constant && EnumConstants.isName(method)) {
            return Optional.of(EnumConstants.named(method, constant, type));
        }
        boolean isHelper = (object instanceof RecordValue || object instanceof EnumValue) && isHelper(method);
        return isHelper ? Optional.of(read(path, call, method, object)) : Optional.empty();
    }

    private List<SymbolicValue> arguments(TreePath path, MethodInvocationTree call, ExecutableElement method)
            throws RejectedTreeException {
        List<? extends ExpressionTree> trees = call.getArguments();
        List<SymbolicValue> arguments = new ArrayList<>();
        for (int i = 0; i < method.getParameters().size(); i++) {
            VariableElement parameter = method.getParameters().get(i);
            if (isVariadic(method, parameter) && !isArray(path, trees, i, parameter)) {
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

    /** Returns true if the argument is the array of a variadic parameter, and not one of its elements. */
    private boolean isArray(
            TreePath call, List<? extends ExpressionTree> arguments, int index, VariableElement parameter) {
        return arguments.size() == index + 1
                && javac.isAssignable(javac.type(child(call, arguments.get(index))), parameter.asType());
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

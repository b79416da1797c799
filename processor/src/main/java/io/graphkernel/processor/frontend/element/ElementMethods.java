package io.graphkernel.processor.frontend.element;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.advice.CallAdvice;
import io.graphkernel.processor.frontend.element.ElementValue.Captured;
import io.graphkernel.processor.frontend.element.ElementValue.Choice;
import io.graphkernel.processor.frontend.element.ElementValue.Components;
import io.graphkernel.processor.frontend.element.ElementValue.Constant;
import io.graphkernel.processor.frontend.element.ElementValue.Elements;
import io.graphkernel.processor.frontend.element.ElementValue.Scalar;
import io.graphkernel.processor.frontend.element.ElementValue.Undetermined;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.BodyAttribution;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.signature.RecordMethods;
import io.graphkernel.processor.frontend.value.EnumConstants;
import io.graphkernel.processor.frontend.value.Receivers;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.EnumValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reader of calls in an element function: methods of {@code Math}, static methods, and those of records. */
final class ElementMethods {

    private final Javac javac;
    private final ElementContext context;
    private final BodyAttribution attribution;
    private final ElementMath math;
    private final RecordMethods records;
    /** Object whose method is being read; null in a static one. */
    private ElementValue receiver;

    ElementMethods(ElementContext context, BodyAttribution attribution, ElementMath math) {
        this.javac = context.javac();
        this.context = context;
        this.attribution = attribution;
        this.math = math;
        this.records = new RecordMethods(javac);
    }

    ElementValue call(TreePath path, MethodInvocationTree call) throws RejectedTreeException {
        ExecutableElement method = method(path, call);
        boolean isStatic = method.getModifiers().contains(Modifier.STATIC);
        if (EnumConstants.isValues(method)) {
            List<ElementValue> values = new ArrayList<>();
            EnumConstants.values(method).elements().forEach(value -> values.add(new Choice(value)));
            return new Elements(values);
        }
        if (!isStatic && call.getMethodSelect() instanceof IdentifierTree && receiver != null) {
            Optional<ElementValue> component = accessor(path, receiver, method);
            return component.isPresent()
                    ? component.get()
                    : ofReceiver(path, call, method, javac.enclosingType(path), receiver);
        }
        if (!isStatic && call.getMethodSelect() instanceof MemberSelectTree access) {
            TreePath receiver = child(child(path, call.getMethodSelect()), access.getExpression());
            TypeMirror type = javac.type(receiver);
            if (type != null && (javac.isRecord(type) || context.types().isChoice(type))) {
                ElementValue value = context.expressions().read(receiver);
                Optional<ElementValue> component = accessor(path, value, method);
                return component.isPresent()
                        ? component.get()
                        : ofReceiver(path, call, method, ((DeclaredType) type).asElement(), value);
            }
            if (receiver.getLeaf() instanceof NewClassTree
                    || javac.isTensor(owner(method).asType())) {
                // Reports the allocation, or the tensor, and not the method.
                context.expressions().read(receiver);
            }
        }
        if (!isStatic) {
            throw unsupported(path, method);
        }
        return apply(path, method, arguments(path, call));
    }

    /** Calls a method of {@code Math} whose result is rounded to float, in float if its arguments are. */
    ElementValue callRounded(TreePath path, MethodInvocationTree call) throws RejectedTreeException {
        ExecutableElement method = method(path, call);
        if (!ElementMath.hasFloatOp(ownerName(method), method.getSimpleName().toString())) {
            return context.expressions().number(path);
        }
        List<ElementValue> arguments = arguments(path, call);
        boolean isFloat = arguments.stream().anyMatch(Scalar.class::isInstance)
                && arguments.stream().allMatch(ElementMethods::isFloat);
        return isFloat
                ? math(path, method, Collections.nCopies(arguments.size(), TypeKind.FLOAT), arguments)
                : apply(path, method, arguments);
    }

    private static boolean isFloat(ElementValue value) {
        return value instanceof Constant constant && constant.value() instanceof Number number
                ? number.doubleValue() == number.floatValue()
                : value instanceof Scalar scalar && scalar.kind() == TypeKind.FLOAT;
    }

    private ExecutableElement method(TreePath path, MethodInvocationTree call) throws RejectedTreeException {
        if (javac.element(child(path, call.getMethodSelect())) instanceof ExecutableElement method) {
            return method;
        }
        throw new RejectedTreeException();
    }

    private List<ElementValue> arguments(TreePath path, MethodInvocationTree call) throws RejectedTreeException {
        List<ElementValue> arguments = new ArrayList<>();
        for (ExpressionTree argument : call.getArguments()) {
            arguments.add(context.expressions().read(child(path, argument)));
        }
        return arguments;
    }

    private static TypeElement owner(ExecutableElement method) {
        return (TypeElement) method.getEnclosingElement();
    }

    private static String ownerName(ExecutableElement method) {
        return owner(method).getQualifiedName().toString();
    }

    /** Calls a static method. */
    ElementValue apply(TreePath path, ExecutableElement method, List<ElementValue> arguments)
            throws RejectedTreeException {
        return apply(path, method, null, arguments);
    }

    private ElementValue apply(
            TreePath path, ExecutableElement method, ElementValue object, List<ElementValue> arguments)
            throws RejectedTreeException {
        if (ElementMath.isOwner(ownerName(method), method.getSimpleName().toString())) {
            List<TypeKind> types = method.getParameters().stream()
                    .map(parameter -> parameter.asType().getKind())
                    .toList();
            return math(path, method, types, arguments);
        }
        Optional<TreePath> source = attribution.attributed(method);
        if (source.isEmpty() && ImportedFunctions.isCandidate(method)) {
            return new ImportedFunctions(javac, context).call(path, method, arguments);
        }
        if (source.isEmpty()
                || !(source.get().getLeaf() instanceof MethodTree tree)
                || tree.getBody() == null
                || object instanceof Choice && !Receivers.isKnown(method)) {
            throw unsupported(path, method);
        }
        ElementState state = context.state();
        if (!state.calls().add(method)) {
            String chain = state.calls().stream()
                    .map(called -> called.getSimpleName().toString())
                    .collect(Collectors.joining(" -> "));
            throw javac.reject(
                    path,
                    Diagnostic.ELEMENT_RECURSION,
                    method.getSimpleName(),
                    chain + " -> " + method.getSimpleName());
        }
        Map<Element, ElementValue> caller = state.variables();
        ElementValue outer = receiver;
        state.enter(new LinkedHashMap<>());
        receiver = object;
        try {
            Set<Element> assigned = AssignedVariables.of(javac, child(source.get(), tree.getBody()))
                    .keySet();
            for (int i = 0; i < method.getParameters().size(); i++) {
                VariableElement parameter = method.getParameters().get(i);
                ElementValue value = argument(path, method, i, arguments);
                boolean isReplaced = value instanceof Captured && assigned.contains(parameter);
                state.bind(parameter, isReplaced ? context.captures().components(path, (Captured) value) : value);
            }
            return context.statements().result(child(source.get(), tree.getBody()), method.getReturnType());
        } finally {
            state.enter(caller);
            receiver = outer;
            state.calls().remove(method);
        }
    }

    /** Returns the value of a parameter; the last one of a method with variable arguments is an array of the rest. */
    private ElementValue argument(TreePath path, ExecutableElement method, int index, List<ElementValue> arguments)
            throws RejectedTreeException {
        TypeMirror type = method.getParameters().get(index).asType();
        boolean isLast = index == method.getParameters().size() - 1;
        boolean isArray = arguments.size() == index + 1
                && arguments.get(index) instanceof Elements
                && path.getLeaf() instanceof MethodInvocationTree call
                && javac.isAssignable(javac.type(child(path, call.getArguments().get(index))), type);
        if (!method.isVarArgs() || !isLast || isArray) {
            ElementValue value = arguments.get(index);
            boolean isRecord = value instanceof Captured && javac.isRecord(type);
            return isRecord ? value : context.types().as(type, path, value);
        }
        List<ElementValue> rest = new ArrayList<>();
        for (ElementValue value : arguments.subList(index, arguments.size())) {
            rest.add(context.types().as(((ArrayType) type).getComponentType(), path, value));
        }
        return new Elements(rest);
    }

    private ElementValue math(
            TreePath path, ExecutableElement method, List<TypeKind> types, List<ElementValue> arguments)
            throws RejectedTreeException {
        Optional<ElementValue> result =
                math.call(ownerName(method), method.getSimpleName().toString(), types, arguments);
        if (result.isEmpty()) {
            boolean isOnBits = ElementMath.isOnBits(
                    ownerName(method), method.getSimpleName().toString());
            throw isOnBits
                    ? javac.reject(path, Diagnostic.ELEMENT_BITS, Javac.text(path.getLeaf()))
                    : unsupported(path, method);
        }
        return result.get();
    }

    private RejectedTreeException unsupported(TreePath path, ExecutableElement method) {
        return javac.reject(
                path,
                Diagnostic.ELEMENT_CALL,
                method.getEnclosingElement().getSimpleName() + "." + method.getSimpleName(),
                CallAdvice.isRandom(method)
                        ? "pass a tensor of random numbers to the function: the result of randomUniform or standardNormal"
                        : "write the computation in place or in a static method, or apply an op to the tensor before");
    }

    /** Calls a method of a record, enum constant or string. */
    private ElementValue ofReceiver(
            TreePath path, MethodInvocationTree call, ExecutableElement method, Element type, ElementValue value)
            throws RejectedTreeException {
        if (value instanceof Choice choice && method.getSimpleName().contentEquals("equals")) {
            TreePath other = child(path, call.getArguments().get(0));
            return new Constant(choice.equals(context.expressions().choice(other)));
        }
        if (value instanceof Choice choice
                && EnumConstants.isName(method)
                && choice.value() instanceof EnumValue constant) {
            SymbolicValue named = EnumConstants.named(method, constant, type);
            return named instanceof ConstantValue ordinal ? new Constant(ordinal.value()) : new Choice(named);
        }
        if (value instanceof Undetermined) {
            throw context.types().undetermined(path);
        }
        return apply(path, method, value, arguments(path, call));
    }

    /** Returns the object whose method is being read; empty in a static one. */
    Optional<ElementValue> receiver() {
        return Optional.ofNullable(receiver);
    }

    private Optional<ElementValue> accessor(TreePath path, ElementValue record, ExecutableElement method)
            throws RejectedTreeException {
        Optional<RecordComponentElement> component = RecordMethods.component(method);
        if (component.isEmpty()) {
            return Optional.empty();
        }
        records.requirePlainAccessor(path, component.get());
        return component(path, record, method.getSimpleName().toString());
    }

    /** Reads {@code p.x}, the field of a record. */
    Optional<ElementValue> component(TreePath path, VariableElement field) throws RejectedTreeException {
        boolean ofRecord = field.getEnclosingElement().getKind() == ElementKind.RECORD
                && !field.getModifiers().contains(Modifier.STATIC);
        if (!ofRecord) {
            return Optional.empty();
        }
        String name = field.getSimpleName().toString();
        if (path.getLeaf() instanceof MemberSelectTree select) {
            return component(path, context.expressions().read(child(path, select.getExpression())), name);
        }
        return receiver == null ? Optional.empty() : component(path, receiver, name);
    }

    private Optional<ElementValue> component(TreePath path, ElementValue record, String name)
            throws RejectedTreeException {
        if (record instanceof Captured captured && captured.value() instanceof RecordValue value) {
            return Optional.of(
                    context.captures().convert(path, value.components().get(name)));
        }
        return record instanceof Components components
                ? Optional.of(components.components().get(name))
                : Optional.empty();
    }

    /** Reads {@code new Pair(x, y)} of a record with a plain constructor. */
    ElementValue record(TreePath path, NewClassTree tree) throws RejectedTreeException {
        if (!(javac.element(path) instanceof ExecutableElement constructor)
                || constructor.getEnclosingElement().getKind() != ElementKind.RECORD
                || !records.isCanonical(constructor)) {
            throw javac.reject(path, Diagnostic.ELEMENT_ALLOCATION, Javac.text(tree));
        }
        TypeElement type = (TypeElement) constructor.getEnclosingElement();
        records.requirePlainConstructor(path, type);
        Map<String, ElementValue> components = new LinkedHashMap<>();
        for (int i = 0; i < tree.getArguments().size(); i++) {
            RecordComponentElement component = type.getRecordComponents().get(i);
            TreePath argument = child(path, tree.getArguments().get(i));
            components.put(
                    component.getSimpleName().toString(),
                    context.types()
                            .as(
                                    component.asType(),
                                    argument,
                                    context.expressions().read(argument)));
        }
        return new Components(components);
    }
}

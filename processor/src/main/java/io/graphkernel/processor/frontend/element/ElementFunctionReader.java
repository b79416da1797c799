package io.graphkernel.processor.frontend.element;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.op.ScalarFunction;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ElementValue.Components;
import io.graphkernel.processor.frontend.element.ElementValue.Scalar;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.Lambda;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.kernel.Member;
import io.graphkernel.processor.frontend.signature.Members;
import io.graphkernel.processor.frontend.value.NumberReader;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reader of a lambda or method reference that is applied to elements. */
public final class ElementFunctionReader {

    /**
     * A function that was read.
     *
     * @param functions a body per component of a record, else one; each has a parameter per element and per captured number
     * @param captured numbers of the kernel method that the function reads, as nodes of its graph
     */
    public record Result(List<ScalarFunction> functions, List<Node> captured) {

        public Result {
            functions = List.copyOf(functions);
            captured = List.copyOf(captured);
        }
    }

    /**
     * The function of a scan: one body per component of the state, each with a parameter per component of the state, per
     * element and per captured number.
     *
     * @param functions bodies of the components
     * @param state primitive types of the components
     * @param captured numbers of the kernel method that the function reads, as nodes of its graph
     */
    public record Step(List<ScalarFunction> functions, List<TypeKind> state, List<Node> captured) {

        public Step {
            functions = List.copyOf(functions);
            state = List.copyOf(state);
            captured = List.copyOf(captured);
        }
    }

    private final Javac javac;
    private final VariableScope scope;
    private final NumberReader numbers;

    public ElementFunctionReader(Javac javac, VariableScope scope, NumberReader numbers) {
        this.javac = javac;
        this.scope = scope;
        this.numbers = numbers;
    }

    /**
     * Reads a function.
     *
     * @param argument a lambda or method reference
     * @param types primitive types of its parameters
     * @param mayReturnRecord true if its result may be a record
     * @return the function
     * @throws RejectedTreeException if it has no body, or returns a value of another type; the reason has been reported
     */
    public Result read(TreePath argument, List<TypeKind> types, boolean mayReturnRecord) throws RejectedTreeException {
        TreePath function = unwrapped(argument);
        Application application = new Application(function);
        for (int i = 0; i < types.size(); i++) {
            application.elements.add(parameter(application.body, application.parameterName(i), types.get(i)));
        }
        requireFinite(
                function,
                application.name,
                ElementTypes.function(javac, function).getReturnType());
        ElementValue result = application.result();
        if (result instanceof Components && !mayReturnRecord) {
            throw application
                    .context
                    .types()
                    .unsupported(
                            function, ElementTypes.function(javac, function).getReturnType());
        }
        Set<String> components = components(
                        application, ElementTypes.function(javac, function).getReturnType())
                .keySet();
        return new Result(application.functions(result, components), application.captured());
    }

    /**
     * Reads the function of a scan, whose first parameter is the state.
     *
     * @param argument a lambda or method reference
     * @return the function
     * @throws RejectedTreeException if it has no body, or a type is neither a number nor a record of numbers; the reason
     *     has been reported
     */
    public Step readStep(TreePath argument) throws RejectedTreeException {
        TreePath function = unwrapped(argument);
        Application application = new Application(function);
        List<? extends TypeMirror> types =
                ElementTypes.function(javac, function).getParameterTypes();
        requireFinite(function, application.parameterName(0), types.get(0));
        Map<String, TypeKind> state = components(application, types.get(0));
        Iterator<Map.Entry<String, TypeKind>> leaves = state.entrySet().iterator();
        application.elements.add(application.state(types.get(0), application.parameterName(0), leaves));
        for (int i = 1; i < types.size(); i++) {
            TypeKind kind = application.kind(types.get(i));
            application.elements.add(parameter(application.body, application.parameterName(i), kind));
        }
        List<ScalarFunction> functions = application.functions(application.result(), state.keySet());
        return new Step(functions, List.copyOf(state.values()), application.captured());
    }

    private void requireFinite(TreePath function, String name, TypeMirror type) throws RejectedTreeException {
        if (ElementTypes.isRecursive(javac, type)) {
            throw javac.reject(
                    function,
                    Diagnostic.RECURSIVE_RECORD,
                    ((DeclaredType) type).asElement().getSimpleName(),
                    name);
        }
    }

    /**
     * Returns the primitive types of a record's components by path, also of nested records; of a number alone, its type by
     * the empty path.
     */
    private Map<String, TypeKind> components(Application application, TypeMirror type) throws RejectedTreeException {
        if (!javac.isRecord(type)) {
            return Map.of("", application.kind(type));
        }
        Map<String, TypeKind> kinds = new LinkedHashMap<>();
        for (RecordComponentElement component : Members.components(type)) {
            String name = component.getSimpleName().toString();
            components(application, component.asType())
                    .forEach((path, kind) -> kinds.put(Member.path(name, path), kind));
        }
        return kinds;
    }

    /** Returns a lambda or method reference without parentheses and casts around it. */
    static TreePath unwrapped(TreePath argument) {
        if (argument.getLeaf() instanceof ParenthesizedTree parenthesized) {
            return unwrapped(child(argument, parenthesized.getExpression()));
        }
        return argument.getLeaf() instanceof TypeCastTree cast
                ? unwrapped(child(argument, cast.getExpression()))
                : argument;
    }

    /** Reading of one function, applied to parameters of its body. */
    private final class Application {

        private final TreePath function;
        private final ElementBody body = new ElementBody();
        private final ElementCaptures captures = new ElementCaptures(javac, scope, numbers, body);
        private final ElementContext context = new ElementContext(javac, body, captures);
        private final List<ElementValue> elements = new ArrayList<>();
        private final String name;
        /** The lambda, or null for a method reference. */
        private final Lambda lambda;

        private final ExecutableElement method;

        Application(TreePath function) throws RejectedTreeException {
            this.function = function;
            boolean isLambda = function.getLeaf() instanceof LambdaExpressionTree;
            this.lambda = isLambda ? Lambda.of(javac, function, Diagnostic.ELEMENT_FUNCTION) : null;
            this.method = isLambda ? null : method(function);
            this.name = isLambda ? "lambda" : method.getSimpleName().toString();
        }

        String parameterName(int index) {
            return lambda == null
                    ? method.getParameters().get(index).getSimpleName().toString()
                    : lambda.parameters().get(index).getSimpleName().toString();
        }

        TypeKind kind(TypeMirror type) throws RejectedTreeException {
            Optional<TypeKind> kind = context.types().primitive(type);
            return kind.orElseThrow(() -> context.types().unsupported(function, type));
        }

        /** Returns the state of a scan, whose numbers are parameters of the function. */
        ElementValue state(TypeMirror type, String name, Iterator<Map.Entry<String, TypeKind>> leaves) {
            if (!javac.isRecord(type)) {
                Map.Entry<String, TypeKind> leaf = leaves.next();
                return parameter(body, name + leaf.getKey().replace('.', '_'), leaf.getValue());
            }
            Map<String, ElementValue> components = new LinkedHashMap<>();
            for (RecordComponentElement component : Members.components(type)) {
                components.put(component.getSimpleName().toString(), state(component.asType(), name, leaves));
            }
            return new Components(components);
        }

        /** Reads the body, and returns its result in the type of the function. */
        ElementValue result() throws RejectedTreeException {
            TypeMirror resultType = ElementTypes.function(javac, function).getReturnType();
            ElementValue value;
            if (lambda == null) {
                body.at(javac.origin(function));
                value = context.methods().apply(function, method, elements);
            } else {
                for (int i = 0; i < elements.size(); i++) {
                    context.state().bind(lambda.parameters().get(i), elements.get(i));
                }
                value = context.statements().result(lambda.body(), resultType);
            }
            return context.types().as(resultType, function, value);
        }

        /** Returns a function per component of the result; a number alone has the empty path. */
        List<ScalarFunction> functions(ElementValue result, Set<String> components) {
            List<ScalarFunction> functions = new ArrayList<>();
            for (String component : components) {
                ElementValue value = result;
                for (String name : component.isEmpty() ? new String[0] : component.split("\\.")) {
                    value = ((Components) value).components().get(name);
                }
                Node node = context.arithmetic().node(value);
                functions.add(body.function(name, List.of(node)));
            }
            return functions;
        }

        List<Node> captured() {
            return captures.operands();
        }
    }

    private static ElementValue parameter(ElementBody body, String name, TypeKind type) {
        return new Scalar(body.parameter(name, ElementBody.dtype(type)), type);
    }

    private ExecutableElement method(TreePath argument) throws RejectedTreeException {
        if (argument.getLeaf() instanceof MemberReferenceTree
                && javac.element(argument) instanceof ExecutableElement method
                && method.getKind() == ElementKind.METHOD
                && method.getModifiers().contains(Modifier.STATIC)) {
            return method;
        }
        throw javac.reject(argument, Diagnostic.ELEMENT_FUNCTION, Javac.text(argument.getLeaf()));
    }

    /**
     * Returns the primitive types of the elements that a function takes.
     *
     * @param argument a lambda or method reference
     * @return a type per parameter
     * @throws RejectedTreeException if a type is not a number or boolean
     */
    public List<TypeKind> parameterTypes(TreePath argument) throws RejectedTreeException {
        return kinds(argument, ElementTypes.function(javac, argument).getParameterTypes());
    }

    private List<TypeKind> kinds(TreePath argument, List<? extends TypeMirror> parameters)
            throws RejectedTreeException {
        ElementTypes types = new ElementTypes(javac, new ElementArithmetic(new ElementBody()));
        List<TypeKind> kinds = new ArrayList<>();
        for (TypeMirror parameter : parameters) {
            Optional<TypeKind> kind = types.primitive(parameter);
            kinds.add(kind.orElseThrow(() -> types.unsupported(argument, parameter)));
        }
        return kinds;
    }

    /**
     * Returns the primitive types of the elements that the function of a scan takes.
     *
     * @param argument a lambda or method reference
     * @return a type per parameter after the state
     * @throws RejectedTreeException if a type is not a number or boolean
     */
    public List<TypeKind> elementTypes(TreePath argument) throws RejectedTreeException {
        List<? extends TypeMirror> types =
                ElementTypes.function(javac, argument).getParameterTypes();
        return kinds(argument, types.subList(1, types.size()));
    }

    /** Returns the dtype whose elements have a primitive type in an element function. */
    public static DataType dtype(TypeKind type) {
        return ElementBody.dtype(type);
    }
}

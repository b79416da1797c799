package io.graphkernel.processor.frontend.element;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.op.ElementFunction;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ElementValue.Constant;
import io.graphkernel.processor.frontend.element.ElementValue.Scalar;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.Lambda;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.NumberReader;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** Reader of a lambda or method reference that is applied to elements. */
public final class ElementFunctionReader {

    /**
     * A function that was read.
     *
     * @param function its body, with a parameter per element and per captured number
     * @param captured numbers of the kernel method that the function reads, as nodes of its graph
     */
    public record Result(ElementFunction function, List<Node> captured) {}

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
     * @return the function
     * @throws RejectedTreeException if it has no body; the reason has been reported
     */
    public Result read(TreePath argument, List<TypeKind> types) throws RejectedTreeException {
        if (argument.getLeaf() instanceof ParenthesizedTree parenthesized) {
            return read(child(argument, parenthesized.getExpression()), types);
        }
        ElementBody body = new ElementBody();
        ElementCaptures captures = new ElementCaptures(javac, scope, numbers, body);
        ElementContext context = new ElementContext(javac, body, captures);
        TypeMirror resultType = type(argument).getReturnType();
        String name;
        ElementValue value;
        if (argument.getLeaf() instanceof LambdaExpressionTree) {
            name = "lambda";
            Lambda lambda = Lambda.of(javac, argument, Diagnostic.ELEMENT_FUNCTION);
            for (int i = 0; i < types.size(); i++) {
                String parameter = lambda.parameters().get(i).getSimpleName().toString();
                context.state().bind(lambda.parameters().get(i), parameter(body, parameter, types.get(i)));
            }
            value = context.statements().result(lambda.body(), resultType);
        } else {
            ExecutableElement method = method(argument);
            name = method.getSimpleName().toString();
            List<ElementValue> elements = new ArrayList<>();
            for (int i = 0; i < types.size(); i++) {
                String parameter = method.getParameters().get(i).getSimpleName().toString();
                elements.add(parameter(body, parameter, types.get(i)));
            }
            body.at(javac.origin(argument));
            value = context.methods().apply(argument, method, elements);
        }
        ElementValue result = context.types().as(resultType, argument, value);
        if (!(result instanceof Constant || result instanceof Scalar)) {
            throw context.types().unsupported(argument, resultType);
        }
        Node node = context.arithmetic().node(result);
        return new Result(body.function(name, List.of(node)), captures.operands());
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
        ElementTypes types = new ElementTypes(javac, new ElementArithmetic(new ElementBody()));
        List<TypeKind> kinds = new ArrayList<>();
        for (TypeMirror parameter : type(argument).getParameterTypes()) {
            Optional<TypeKind> kind = types.primitive(parameter);
            kinds.add(kind.orElseThrow(() -> types.unsupported(argument, parameter)));
        }
        return kinds;
    }

    /** Returns the dtype whose elements have a primitive type in an element function. */
    public static DataType dtype(TypeKind type) {
        return ElementBody.dtype(type);
    }

    /** Returns the type of the method that a function implements. */
    private ExecutableType type(TreePath argument) throws RejectedTreeException {
        if (!(javac.type(argument) instanceof DeclaredType type)) {
            throw new RejectedTreeException();
        }
        ExecutableElement method =
                ElementFilter.methodsIn(type.asElement().getEnclosedElements()).get(0);
        return (ExecutableType) javac.environment().getTypeUtils().asMemberOf(type, method);
    }
}

package io.graphkernel.processor.frontend.element;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ElementValue.Components;
import io.graphkernel.processor.frontend.element.ElementValue.Scalar;
import io.graphkernel.processor.frontend.javac.FreeVariables;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.Lambda;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.IntegerDivisionCheck;
import io.graphkernel.processor.frontend.value.NumberReader;
import io.graphkernel.processor.frontend.value.RecordDims;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Reader of one element function apart from the call that applies it. The graph has a parameter per number of the
 * function's parameters; those of a lambda follow the variables that it captures.
 */
final class StandaloneFunction {

    private final Javac javac;
    private final ElementBody body = new ElementBody();
    private final ElementContext context;

    /**
     * Creates the reader of one function.
     *
     * @param javac services of javac
     * @param method the method, or the one with the lambda
     */
    StandaloneFunction(Javac javac, ExecutableElement method) {
        this.javac = javac;
        NumberReader numbers =
                new NumberReader(javac, new BodyGraph(RecordDims.shared()), new IntegerDivisionCheck(javac, method));
        this.context = new ElementContext(javac, body, new ElementCaptures(javac, new VariableScope(), numbers, body));
    }

    /** Reads a static method. */
    Graph method(String name, ExecutableElement method, TreePath path) throws RejectedTreeException {
        body.at(javac.origin(path));
        List<ElementValue> arguments = new ArrayList<>();
        for (VariableElement parameter : method.getParameters()) {
            arguments.add(argument(parameter));
        }
        TreePath block = child(path, ((MethodTree) path.getLeaf()).getBody());
        return graph(name, method.getReturnType(), block, context.methods().apply(block, method, arguments));
    }

    /** Reads a lambda that implements a function with the given result type. */
    Graph lambda(String name, TreePath path, TypeMirror resultType) throws RejectedTreeException {
        Lambda lambda = Lambda.of(javac, path, Diagnostic.ELEMENT_FUNCTION);
        List<VariableElement> variables = new ArrayList<>(new FreeVariables(javac).of(path));
        for (Element parameter : lambda.parameters()) {
            variables.add((VariableElement) parameter);
        }
        for (VariableElement variable : variables) {
            context.state().bind(variable, argument(variable));
        }
        return graph(name, resultType, path, context.statements().result(lambda.body(), resultType));
    }

    private Graph graph(String name, TypeMirror type, TreePath path, ElementValue result) throws RejectedTreeException {
        List<Node> results = new ArrayList<>();
        ElementValue converted = context.types().as(type, path, result);
        if (converted instanceof Components record) {
            record.components()
                    .values()
                    .forEach(component -> results.add(context.arithmetic().node(component)));
        } else {
            results.add(context.arithmetic().node(converted));
        }
        return body.function(name, results).body();
    }

    private ElementValue argument(VariableElement parameter) throws RejectedTreeException {
        String name = parameter.getSimpleName().toString();
        TypeMirror type = parameter.asType();
        if (!javac.isRecord(type)) {
            return scalar(parameter, name, type);
        }
        Map<String, ElementValue> components = new LinkedHashMap<>();
        TypeElement record = (TypeElement) ((DeclaredType) type).asElement();
        for (RecordComponentElement component : record.getRecordComponents()) {
            String of = component.getSimpleName().toString();
            components.put(of, scalar(parameter, name + "." + of, component.asType()));
        }
        return new Components(components);
    }

    private ElementValue scalar(VariableElement parameter, String name, TypeMirror type) throws RejectedTreeException {
        Optional<TypeKind> kind = context.types().primitive(type);
        if (kind.isEmpty()) {
            javac.report(parameter, Diagnostic.ELEMENT_TYPE, type);
            throw new RejectedTreeException();
        }
        return new Scalar(body.parameter(name, ElementBody.dtype(kind.get())), kind.get());
    }
}

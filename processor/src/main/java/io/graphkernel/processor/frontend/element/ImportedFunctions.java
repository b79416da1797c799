package io.graphkernel.processor.frontend.element;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ElementValue.Components;
import io.graphkernel.processor.frontend.element.ElementValue.Scalar;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reader of calls of precompiled methods, whose exported graphs are added to the body of an element function. */
final class ImportedFunctions {

    private final Javac javac;
    private final ElementContext context;
    private final ExportedFunctions functions;

    ImportedFunctions(Javac javac, ElementContext context) {
        this.javac = javac;
        this.context = context;
        this.functions = new ExportedFunctions(javac);
    }

    /** Returns true if a method may be exported by its library, unlike those of Java itself. */
    static boolean isCandidate(ExecutableElement method) {
        String owner = owner(method).getQualifiedName().toString();
        return !owner.startsWith("java.") && !owner.startsWith("javax.");
    }

    private static TypeElement owner(ExecutableElement method) {
        return (TypeElement) method.getEnclosingElement();
    }

    /**
     * Calls a method.
     *
     * @param path the call, for messages
     * @param arguments values of its parameters
     * @return the result
     * @throws RejectedTreeException if the method is not exported, or its file is damaged; the reason has been reported
     */
    ElementValue call(TreePath path, ExecutableElement method, List<ElementValue> arguments)
            throws RejectedTreeException {
        String name = owner(method).getSimpleName() + "." + method.getSimpleName();
        String resource = functions.resource(owner(method));
        if (!ExportedFunctions.isExported(method)) {
            throw javac.reject(
                    path,
                    Diagnostic.ELEMENT_NOT_EXPORTED,
                    name,
                    "only its class file is here, and it is not annotated with @ElementFunction",
                    "annotate it in its project, and build that with the processor; or copy it into this compilation");
        }
        List<Node> numbers = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            TypeMirror type = method.getParameters().get(i).asType();
            ElementValue value = context.types().as(type, path, arguments.get(i));
            if (value instanceof Components record) {
                List<? extends RecordComponentElement> components = components(type);
                for (RecordComponentElement component : components) {
                    numbers.add(number(
                            path,
                            component.asType(),
                            record.components().get(component.getSimpleName().toString())));
                }
            } else {
                numbers.add(context.arithmetic().node(value));
            }
        }
        Origin line = context.body().line();
        try {
            List<Node> results = results(functions.find(method), numbers);
            return value(method.getReturnType(), results.iterator());
        } catch (IOException e) {
            throw javac.reject(
                    path,
                    Diagnostic.ELEMENT_NOT_EXPORTED,
                    name,
                    resource + " is not on the class path",
                    "build the project of " + owner(method).getSimpleName()
                            + " with the processor, and keep this file in its jar");
        } catch (RuntimeException e) {
            // The text is untrusted, so any step of parsing may fail.
            String problem = e.getMessage() == null ? e.toString() : e.getMessage();
            throw javac.reject(
                    path,
                    Diagnostic.GRAPH_DAMAGED,
                    method.getSimpleName(),
                    owner(method).getQualifiedName(),
                    resource,
                    problem);
        } finally {
            context.body().at(line);
        }
    }

    private static List<? extends RecordComponentElement> components(TypeMirror record) {
        return ((TypeElement) ((DeclaredType) record).asElement()).getRecordComponents();
    }

    private Node number(TreePath path, TypeMirror type, ElementValue value) throws RejectedTreeException {
        return context.arithmetic().node(context.types().as(type, path, value));
    }

    private List<Node> results(Graph graph, List<Node> numbers) {
        Map<Node, Node> values = new IdentityHashMap<>();
        require(graph.parameters().size() == numbers.size(), graph.name() + " has other parameters than the method");
        for (int i = 0; i < numbers.size(); i++) {
            Node parameter = graph.parameters().get(i).node();
            require(
                    parameter != null && parameter.dtype() == numbers.get(i).dtype(),
                    graph.name() + " has parameters of other types than the method");
            values.put(parameter, numbers.get(i));
        }
        for (Node node : graph.nodes()) {
            values.put(node, node.isOperation() ? operation(node, values) : constant(node));
        }
        return graph.outputs().stream().map(output -> values.get(output.node())).toList();
    }

    private Node operation(Node node, Map<Node, Node> values) {
        Node[] operands = node.operands().stream().map(values::get).toArray(Node[]::new);
        context.body().at(node.origin());
        return context.body().op(node.op(), node.attributes(), operands);
    }

    private Node constant(Node node) {
        return context.body().constant(node.attributes().number(), node.dtype());
    }

    /** Returns the value of a number, or of a record, whose components are the next results. */
    private ElementValue value(TypeMirror type, Iterator<Node> results) {
        if (!javac.isRecord(type)) {
            Optional<TypeKind> kind = context.types().primitive(type);
            require(results.hasNext() && kind.isPresent(), "it has other results than the method");
            Node result = results.next();
            require(result.dtype() == ElementBody.dtype(kind.get()), "it has results of other types than the method");
            return new Scalar(result, kind.get());
        }
        Map<String, ElementValue> values = new LinkedHashMap<>();
        components(type)
                .forEach(component ->
                        values.put(component.getSimpleName().toString(), value(component.asType(), results)));
        return new Components(values);
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new IllegalArgumentException(problem);
        }
    }
}

package io.graphkernel.processor.frontend.element;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ElementValue.Components;
import io.graphkernel.processor.frontend.element.ElementValue.Scalar;
import io.graphkernel.processor.frontend.javac.BodyAttribution;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.UnresolvedNames;
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
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** Reader of the methods that a class exports as element functions. */
public final class ElementExports {

    private final Javac javac;
    private boolean unresolved;

    public ElementExports(Javac javac) {
        this.javac = javac;
    }

    /** Returns true if a method read last uses a name that may be generated in this round. */
    public boolean isUnresolved() {
        return unresolved;
    }

    /**
     * Reads the exported methods of a class.
     *
     * @param type a class with at least one annotated method
     * @return text of the file of the class; empty if a method was rejected, or waits for a name
     */
    public Optional<String> read(TypeElement type) {
        unresolved = false;
        StringBuilder text = new StringBuilder();
        boolean complete = true;
        for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            if (ExportedFunctions.isExported(method)) {
                try {
                    text.append(read(method));
                } catch (RejectedTreeException e) {
                    complete = false;
                }
            }
        }
        return complete ? Optional.of(text.toString()) : Optional.empty();
    }

    private String read(ExecutableElement method) throws RejectedTreeException {
        requireExportable(method);
        TreePath path = new BodyAttribution(javac.trees()).attributed(method).orElseThrow(RejectedTreeException::new);
        if (new UnresolvedNames(javac).in(path)) {
            unresolved = true;
            throw new RejectedTreeException();
        }
        ElementBody body = new ElementBody();
        body.at(javac.origin(path));
        NumberReader numbers =
                new NumberReader(javac, new BodyGraph(RecordDims.shared()), new IntegerDivisionCheck(javac, method));
        ElementContext context =
                new ElementContext(javac, body, new ElementCaptures(javac, new VariableScope(), numbers, body));
        List<ElementValue> arguments = new ArrayList<>();
        for (VariableElement parameter : method.getParameters()) {
            arguments.add(argument(context, parameter));
        }
        TreePath block = child(path, ((MethodTree) path.getLeaf()).getBody());
        ElementValue value = context.types()
                .as(method.getReturnType(), block, context.methods().apply(block, method, arguments));
        List<Node> results = new ArrayList<>();
        if (value instanceof Components record) {
            record.components()
                    .values()
                    .forEach(component -> results.add(context.arithmetic().node(component)));
        } else {
            results.add(context.arithmetic().node(value));
        }
        return GraphPrinter.print(
                body.function(ExportedFunctions.graphName(method), results).body());
    }

    private void requireExportable(ExecutableElement method) throws RejectedTreeException {
        Set<Modifier> modifiers = method.getModifiers();
        String cause = null;
        if (!modifiers.contains(Modifier.STATIC)) {
            cause = "it is not static";
        } else if (modifiers.contains(Modifier.PRIVATE)) {
            cause = "it is private";
        } else if (modifiers.contains(Modifier.NATIVE)) {
            cause = "it is native";
        } else if (!method.getTypeParameters().isEmpty()) {
            cause = "it has type parameters";
        } else if (method.isVarArgs()) {
            cause = "it has a varargs parameter";
        } else if (method.getParameters().isEmpty()) {
            cause = "it has no parameter, and an element function computes numbers from others";
        } else if (method.getReturnType().getKind() == TypeKind.VOID) {
            cause = "it returns nothing";
        }
        if (cause != null) {
            javac.report(method, Diagnostic.ELEMENT_EXPORT, method.getSimpleName(), cause);
            throw new RejectedTreeException();
        }
    }

    private ElementValue argument(ElementContext context, VariableElement parameter) throws RejectedTreeException {
        String name = parameter.getSimpleName().toString();
        TypeMirror type = parameter.asType();
        if (javac.isError(type)) {
            unresolved = true;
            throw new RejectedTreeException();
        }
        if (!javac.isRecord(type)) {
            return scalar(context, parameter, name, type);
        }
        Map<String, ElementValue> components = new LinkedHashMap<>();
        TypeElement record = (TypeElement) ((DeclaredType) type).asElement();
        for (RecordComponentElement component : record.getRecordComponents()) {
            String of = component.getSimpleName().toString();
            components.put(of, scalar(context, parameter, name + "." + of, component.asType()));
        }
        return new Components(components);
    }

    private ElementValue scalar(ElementContext context, VariableElement parameter, String name, TypeMirror type)
            throws RejectedTreeException {
        Optional<TypeKind> kind = context.types().primitive(type);
        if (kind.isEmpty()) {
            javac.report(parameter, Diagnostic.ELEMENT_TYPE, type);
            throw new RejectedTreeException();
        }
        return new Scalar(context.body().parameter(name, ElementBody.dtype(kind.get())), kind.get());
    }
}

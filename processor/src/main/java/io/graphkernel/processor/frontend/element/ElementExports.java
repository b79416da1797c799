package io.graphkernel.processor.frontend.element;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.BodyAttribution;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.UnresolvedNames;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
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
        if (method.getParameters().stream().anyMatch(parameter -> javac.isError(parameter.asType()))) {
            unresolved = true;
            throw new RejectedTreeException();
        }
        return GraphPrinter.print(
                new StandaloneFunction(javac, method).method(ExportedFunctions.graphName(method), method, path));
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
}

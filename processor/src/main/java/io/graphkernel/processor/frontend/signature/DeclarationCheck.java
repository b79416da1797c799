package io.graphkernel.processor.frontend.signature;

import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.kernel.ClassElements;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** Check of a kernel method's declaration. */
final class DeclarationCheck {

    private final Javac javac;

    DeclarationCheck(Javac javac) {
        this.javac = javac;
    }

    /**
     * Reports an invalid declaration, with at most one message per method, since later problems may follow from the
     * first.
     */
    void check(ExecutableElement method) {
        TypeElement owner = (TypeElement) method.getEnclosingElement();
        Set<Modifier> modifiers = method.getModifiers();
        String name = method.getSimpleName().toString();
        if (owner.getKind() == ElementKind.INTERFACE || owner.getKind() == ElementKind.ANNOTATION_TYPE) {
            javac.report(method, Diagnostic.IN_INTERFACE, name, owner.getSimpleName());
        } else if (modifiers.contains(Modifier.ABSTRACT) || modifiers.contains(Modifier.NATIVE)) {
            String kind = modifiers.contains(Modifier.ABSTRACT) ? "abstract" : "native";
            javac.report(method, Diagnostic.NO_BODY, name, kind);
        } else if (!modifiers.contains(Modifier.STATIC)) {
            javac.report(method, Diagnostic.NOT_STATIC, name);
        } else if (modifiers.contains(Modifier.PRIVATE)) {
            javac.report(method, Diagnostic.PRIVATE_METHOD, name, ClassElements.generatedName(owner));
        } else if (!method.getTypeParameters().isEmpty()) {
            javac.report(method, Diagnostic.GENERIC_METHOD, name);
        } else if (method.isVarArgs()) {
            javac.report(method, Diagnostic.VARARGS_METHOD, name);
        }
    }
}

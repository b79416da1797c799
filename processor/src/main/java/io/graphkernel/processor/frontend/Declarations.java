package io.graphkernel.processor.frontend;

import io.graphkernel.processor.diagnostic.Diagnostic;
import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.ModuleElement.RequiresDirective;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** What a kernel method's declaration must look like. */
final class Declarations {

    private static final String GENERATED_MODULE = "java.compiler";

    private final Javac javac;

    Declarations(Javac javac) {
        this.javac = javac;
    }

    /** Reports what is wrong with a declaration: at most one message per method, since the first may explain others. */
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
            javac.report(method, Diagnostic.PRIVATE_METHOD, name, generatedName(owner));
        } else if (!method.getTypeParameters().isEmpty()) {
            javac.report(method, Diagnostic.GENERIC_METHOD, name);
        } else if (method.isVarArgs()) {
            javac.report(method, Diagnostic.VARARGS_METHOD, name);
        }
    }

    /** The name of a class in generated names: {@code Outer_Inner} for a nested one. */
    static String flatName(TypeElement type) {
        Element outer = type.getEnclosingElement();
        return outer instanceof TypeElement enclosing
                ? flatName(enclosing) + "_" + type.getSimpleName()
                : type.getSimpleName().toString();
    }

    static String generatedName(TypeElement type) {
        return flatName(type) + "Kernels";
    }

    /** Whether a class may name {@code javax.annotation.processing.Generated}: a module must require its module. */
    static boolean seesGenerated(TypeElement type) {
        Element outer = type;
        while (outer != null && !(outer instanceof ModuleElement)) {
            outer = outer.getEnclosingElement();
        }
        return !(outer instanceof ModuleElement module)
                || module.isUnnamed()
                || ElementFilter.requiresIn(module.getDirectives()).stream()
                        .anyMatch(required -> leadsToGenerated(required, new HashSet<>()));
    }

    private static boolean leadsToGenerated(RequiresDirective required, Set<String> visited) {
        ModuleElement module = required.getDependency();
        String name = module.getQualifiedName().toString();
        return name.equals(GENERATED_MODULE)
                || visited.add(name)
                        && ElementFilter.requiresIn(module.getDirectives()).stream()
                                .anyMatch(next -> next.isTransitive() && leadsToGenerated(next, visited));
    }

    static boolean isPublic(TypeElement type) {
        return type.getModifiers().contains(Modifier.PUBLIC)
                && (!(type.getEnclosingElement() instanceof TypeElement outer) || isPublic(outer));
    }
}

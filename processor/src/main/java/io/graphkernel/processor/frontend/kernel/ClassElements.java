package io.graphkernel.processor.frontend.kernel;

import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.ModuleElement.RequiresDirective;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** Properties of a class that determine the name and the access of its stub. */
public final class ClassElements {

    private static final String GENERATED_MODULE = "java.compiler";

    private ClassElements() {}

    /** Returns the name of a class within generated names: {@code Outer_Inner} for a nested class. */
    public static String flatName(TypeElement type) {
        Element outer = type.getEnclosingElement();
        return outer instanceof TypeElement enclosing
                ? flatName(enclosing) + "_" + type.getSimpleName()
                : type.getSimpleName().toString();
    }

    /** Returns the simple name of the stub of a class. */
    public static String generatedName(TypeElement type) {
        return flatName(type) + "Kernels";
    }

    /**
     * Returns true if a class may reference {@code javax.annotation.processing.Generated}, whose module its own module
     * must require.
     */
    public static boolean seesGenerated(TypeElement type) {
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

    /** Returns true if a class and all enclosing classes are public. */
    public static boolean isPublic(TypeElement type) {
        return type.getModifiers().contains(Modifier.PUBLIC)
                && (!(type.getEnclosingElement() instanceof TypeElement outer) || isPublic(outer));
    }
}

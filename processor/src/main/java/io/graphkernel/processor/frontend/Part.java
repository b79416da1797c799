package io.graphkernel.processor.frontend;

import java.lang.annotation.Annotation;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;

/**
 * A parameter or the result of a method, or what lies in one: a component, or an element of a list.
 *
 * @param path the parameter, or the names of parameter, components and elements with dots between them; of a result without
 *     the method
 * @param elements the parameter or the method, then the components down to this one; elements of a list are declared with it
 * @param type its type in Java
 */
record Part(String path, List<Element> elements, TypeMirror type) {

    /** A whole parameter or result. */
    static Part of(String path, Element element, TypeMirror type) {
        return new Part(path, List.of(element), type);
    }

    Part component(Element component) {
        String name = component.getSimpleName().toString();
        return new Part(
                Member.path(path, name),
                Stream.concat(elements.stream(), Stream.of(component)).toList(),
                component.asType());
    }

    Part element(int index, TypeMirror element) {
        return new Part(Member.path(path, Integer.toString(index)), elements, element);
    }

    /** The last name in its path. */
    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** The parameter, method or component that declares it. */
    Element element() {
        return elements.get(elements.size() - 1);
    }

    /** The parameter or method that it lies in. */
    Element owner() {
        return elements.get(0);
    }

    boolean isComponent() {
        return elements.size() > 1;
    }

    /** Whether it, or what it lies in, has an annotation. */
    boolean isMarked(Class<? extends Annotation> annotation) {
        return elements.stream().anyMatch(each -> each.getAnnotation(annotation) != null);
    }
}

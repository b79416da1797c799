package io.graphkernel.processor.frontend.signature;

import io.graphkernel.processor.frontend.kernel.Member;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;

/**
 * Parameter or result of a method, or a nested component or list element.
 *
 * @param path names of parameter, components and elements joined by dots; a result omits the method
 * @param elements the parameter or the method, then the components down to this one; list elements share the
 *     declaration of their list
 * @param type its type in Java
 */
public record SignatureElement(String path, List<Element> elements, TypeMirror type) {

    /** Returns a whole parameter or result. */
    public static SignatureElement of(String path, Element element, TypeMirror type) {
        return new SignatureElement(path, List.of(element), type);
    }

    SignatureElement component(Element component) {
        String name = component.getSimpleName().toString();
        return new SignatureElement(
                Member.path(path, name),
                Stream.concat(elements.stream(), Stream.of(component)).toList(),
                component.asType());
    }

    SignatureElement element(int index, TypeMirror element) {
        return new SignatureElement(Member.path(path, Integer.toString(index)), elements, element);
    }

    /** Returns the last name in its path. */
    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** Returns the path of the record that has this component, without indices of lists, whose elements share dims. */
    String use() {
        return elements.subList(0, elements.size() - 1).stream()
                .map(Element::getSimpleName)
                .collect(Collectors.joining("."));
    }

    /** Returns the declaring parameter, method or component. */
    Element element() {
        return elements.get(elements.size() - 1);
    }

    /** Returns the enclosing parameter or method. */
    public Element owner() {
        return elements.get(0);
    }

    boolean isComponent() {
        return elements.size() > 1;
    }

    /** Returns true if it, or an enclosing element, has an annotation. */
    public boolean isMarked(Class<? extends Annotation> annotation) {
        return elements.stream().anyMatch(element -> element.getAnnotation(annotation) != null);
    }
}

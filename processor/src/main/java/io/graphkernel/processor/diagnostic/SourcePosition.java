package io.graphkernel.processor.diagnostic;

import javax.annotation.processing.Messager;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic.Kind;

/** A place in the user's program at which a message can be printed. */
@FunctionalInterface
public interface SourcePosition {

    /**
     * Prints a message here.
     *
     * @param kind what it does to the build
     * @param message its lines
     */
    void print(Kind kind, String message);

    /**
     * The name of a declaration.
     *
     * @param messager prints
     * @param element the class, method or parameter
     * @return the position
     */
    static SourcePosition of(Messager messager, Element element) {
        return (kind, message) -> messager.printMessage(kind, message, element);
    }

    /**
     * A value inside an annotation.
     *
     * @param messager prints
     * @param element the annotated declaration
     * @param annotation the annotation on it
     * @param value the value in the annotation
     * @return the position
     */
    static SourcePosition of(Messager messager, Element element, AnnotationMirror annotation, AnnotationValue value) {
        return (kind, message) -> messager.printMessage(kind, message, element, annotation, value);
    }

    /**
     * No place in the program, for options and the environment.
     *
     * @param messager prints
     * @return the position
     */
    static SourcePosition nowhere(Messager messager) {
        return messager::printMessage;
    }
}

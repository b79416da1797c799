package io.graphkernel.processor.diagnostic;

import javax.annotation.processing.Messager;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic.Kind;

/** Position in the user's program at which a message can be printed. */
@FunctionalInterface
public interface SourcePosition {

    /**
     * Prints a message at this position.
     *
     * @param kind kind of message
     * @param message lines of the message
     */
    void print(Kind kind, String message);

    /**
     * Returns the position of a declaration's name.
     *
     * @param messager printer of the messages
     * @param element the class, method or parameter
     * @return the position
     */
    static SourcePosition of(Messager messager, Element element) {
        return (kind, message) -> messager.printMessage(kind, message, element);
    }

    /**
     * Returns the position of a value inside an annotation.
     *
     * @param messager printer of the messages
     * @param element the annotated declaration
     * @param annotation the annotation on it
     * @param value the value in the annotation
     * @return the position
     */
    static SourcePosition of(Messager messager, Element element, AnnotationMirror annotation, AnnotationValue value) {
        return (kind, message) -> messager.printMessage(kind, message, element, annotation, value);
    }

    /**
     * Returns an unknown position, for options and the environment.
     *
     * @param messager printer of the messages
     * @return the position
     */
    static SourcePosition nowhere(Messager messager) {
        return messager::printMessage;
    }
}

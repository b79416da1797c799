package io.graphkernel.processor.eclipse;

import java.net.URI;
import javax.lang.model.element.TypeElement;
import javax.tools.SimpleJavaFileObject;

/** A file that Eclipse compiles, with its text as Eclipse has read it. */
final class SourceFile extends SimpleJavaFileObject {

    private final String text;
    private final String name;
    private final TypeElement element;

    /**
     * A file.
     *
     * @param uri where it is
     * @param name as Eclipse calls it
     * @param text its characters
     * @param element a class in it, at which a message is shown that has no better place
     */
    SourceFile(URI uri, String name, String text, TypeElement element) {
        super(uri, Kind.SOURCE);
        this.name = name;
        this.text = text;
        this.element = element;
    }

    String eclipseName() {
        return name;
    }

    TypeElement element() {
        return element;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
    }
}

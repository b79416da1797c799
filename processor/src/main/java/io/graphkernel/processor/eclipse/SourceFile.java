package io.graphkernel.processor.eclipse;

import java.net.URI;
import javax.lang.model.element.TypeElement;
import javax.tools.SimpleJavaFileObject;

/** Source file of Eclipse, with its text as read by Eclipse. */
final class SourceFile extends SimpleJavaFileObject {

    private final String text;
    private final String name;
    private final TypeElement element;

    /**
     * Creates a file.
     *
     * @param uri location
     * @param name name in Eclipse
     * @param text characters of the file
     * @param element class in the file, the default position of messages
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

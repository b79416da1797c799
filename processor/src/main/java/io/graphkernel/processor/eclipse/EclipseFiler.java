package io.graphkernel.processor.eclipse;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import javax.annotation.processing.Filer;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.tools.FileObject;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;

/** Filer that writes with Eclipse's filer, mapping originating elements of javac, and reads with javac's. */
final class EclipseFiler implements Filer {

    private final Filer eclipse;
    private final Elements elements;
    private final Filer javac;

    /**
     * Creates a filer.
     *
     * @param eclipse filer for writing
     * @param elements element utilities of Eclipse
     * @param javac filer for reading
     */
    EclipseFiler(Filer eclipse, Elements elements, Filer javac) {
        this.eclipse = eclipse;
        this.elements = elements;
        this.javac = javac;
    }

    @Override
    public JavaFileObject createSourceFile(CharSequence name, Element... origins) throws IOException {
        return eclipse.createSourceFile(name, ofEclipse(origins));
    }

    @Override
    public JavaFileObject createClassFile(CharSequence name, Element... origins) throws IOException {
        return eclipse.createClassFile(name, ofEclipse(origins));
    }

    @Override
    public FileObject createResource(
            JavaFileManager.Location location, CharSequence packageName, CharSequence name, Element... origins)
            throws IOException {
        return eclipse.createResource(location, packageName, name, ofEclipse(origins));
    }

    @Override
    public FileObject getResource(JavaFileManager.Location location, CharSequence packageName, CharSequence name)
            throws IOException {
        return javac.getResource(location, packageName, name);
    }

    private Element[] ofEclipse(Element... origins) {
        return Arrays.stream(origins)
                .map(origin -> elements.getTypeElement(((TypeElement) origin).getQualifiedName()))
                .filter(Objects::nonNull)
                .toArray(Element[]::new);
    }
}

package io.graphkernel.processor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Set;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.TypeElement;

/** A second processor, which generates a class in the first round. */
final class GeneratingProcessor extends EveryTypeProcessor {

    private final String name;
    private final String members;
    private boolean done;

    GeneratingProcessor(String name, String members) {
        this.name = name;
        this.members = members;
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        if (!done) {
            done = true;
            try (Writer writer = processingEnv.getFiler().createSourceFile(name).openWriter()) {
                writer.write("final class " + name + " { " + members + " }");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return false;
    }
}

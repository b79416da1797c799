package io.graphkernel.processor;

import java.util.Set;
import java.util.function.UnaryOperator;
import javax.annotation.processing.Completion;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** Wraps the environment of a processor, as build tools do. */
public final class WrappingProcessor implements Processor {

    private final Processor inner;
    private final UnaryOperator<ProcessingEnvironment> wrapper;

    public WrappingProcessor(Processor inner, UnaryOperator<ProcessingEnvironment> wrapper) {
        this.inner = inner;
        this.wrapper = wrapper;
    }

    @Override
    public Set<String> getSupportedOptions() {
        return inner.getSupportedOptions();
    }

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return inner.getSupportedAnnotationTypes();
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return inner.getSupportedSourceVersion();
    }

    @Override
    public void init(ProcessingEnvironment environment) {
        inner.init(wrapper.apply(environment));
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        return inner.process(annotations, round);
    }

    @Override
    public Iterable<? extends Completion> getCompletions(
            Element element, AnnotationMirror annotation, ExecutableElement member, String userText) {
        return inner.getCompletions(element, annotation, member, userText);
    }
}

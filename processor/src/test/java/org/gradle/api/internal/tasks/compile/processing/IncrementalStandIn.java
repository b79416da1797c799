package org.gradle.api.internal.tasks.compile.processing;

import java.util.Locale;
import java.util.Map;
import javax.annotation.processing.Filer;
import javax.annotation.processing.Messager;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * Stub of Gradle's environment of incremental compilations: a custom filer, and the compiler's environment in a private field.
 */
public final class IncrementalStandIn implements ProcessingEnvironment {

    private final ProcessingEnvironment delegate;
    private final Filer filer;

    public IncrementalStandIn(ProcessingEnvironment delegate, Filer filer) {
        this.delegate = delegate;
        this.filer = filer;
    }

    @Override
    public Map<String, String> getOptions() {
        return delegate.getOptions();
    }

    @Override
    public Messager getMessager() {
        return delegate.getMessager();
    }

    @Override
    public Filer getFiler() {
        return filer;
    }

    @Override
    public Elements getElementUtils() {
        return delegate.getElementUtils();
    }

    @Override
    public Types getTypeUtils() {
        return delegate.getTypeUtils();
    }

    @Override
    public SourceVersion getSourceVersion() {
        return delegate.getSourceVersion();
    }

    @Override
    public Locale getLocale() {
        return delegate.getLocale();
    }
}

package io.graphkernel.processor.frontend.javac;

import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/**
 * Listener for the class files that javac writes. Most errors of javac, such as an unreachable statement, are found
 * after the last processing round and suppress the class file.
 */
public final class ClassGeneration implements TaskListener {

    private final Set<String> analyzed = new HashSet<>();
    private final Set<String> generated = new HashSet<>();
    /** Binary names. */
    private final SortedSet<String> classFiles = new TreeSet<>();

    private final Elements elements;
    private final Consumer<String> onGenerated;
    private final BiConsumer<Predicate<TypeElement>, SortedSet<String>> onEnd;

    private ClassGeneration(
            Elements elements,
            Consumer<String> onGenerated,
            BiConsumer<Predicate<TypeElement>, SortedSet<String>> onEnd) {
        this.elements = elements;
        this.onGenerated = onGenerated;
        this.onEnd = onEnd;
    }

    /**
     * Registers listeners with a compilation.
     *
     * @param environment the compiler's own, not a wrapper around it
     * @param onGenerated receiver of the name of each class whose class file was written
     * @param onEnd receiver of the classes that javac rejected, and of the binary names of all class files, called
     *     once at the end. Classes that are not generated on request, as under {@code -proc:only}, are not rejected.
     */
    public static void listen(
            ProcessingEnvironment environment,
            Consumer<String> onGenerated,
            BiConsumer<Predicate<TypeElement>, SortedSet<String>> onEnd) {
        JavacTask.instance(environment)
                .addTaskListener(new ClassGeneration(environment.getElementUtils(), onGenerated, onEnd));
    }

    @Override
    public void started(TaskEvent event) {
        if (event.getKind() == TaskEvent.Kind.ANALYZE && event.getTypeElement() != null) {
            analyzed.add(event.getTypeElement().getQualifiedName().toString());
        }
    }

    @Override
    public void finished(TaskEvent event) {
        if (event.getKind() == TaskEvent.Kind.GENERATE && event.getTypeElement() != null) {
            String name = event.getTypeElement().getQualifiedName().toString();
            generated.add(name);
            classFiles.add(elements.getBinaryName(event.getTypeElement()).toString());
            onGenerated.accept(name);
        } else if (event.getKind() == TaskEvent.Kind.COMPILATION) {
            onEnd.accept(this::isRefused, Collections.unmodifiableSortedSet(classFiles));
        }
    }

    private boolean isRefused(TypeElement type) {
        return !generated.contains(type.getQualifiedName().toString())
                && analyzed.contains(outermost(type).getQualifiedName().toString());
    }

    private static TypeElement outermost(TypeElement type) {
        Element outer = type;
        while (((TypeElement) outer).getNestingKind() != NestingKind.TOP_LEVEL) {
            outer = outer.getEnclosingElement();
        }
        return (TypeElement) outer;
    }
}

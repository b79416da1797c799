package io.graphkernel.processor.frontend.javac;

import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;

/**
 * Listener for the class files that javac writes. Most errors of javac, such as an unreachable statement, are found
 * after the last processing round and suppress the class file.
 */
public final class ClassGeneration implements TaskListener {

    private final Set<String> analyzed = new HashSet<>();
    private final Set<String> generated = new HashSet<>();
    private final Consumer<String> onGenerated;
    private final Consumer<Predicate<TypeElement>> onEnd;

    private ClassGeneration(Consumer<String> onGenerated, Consumer<Predicate<TypeElement>> onEnd) {
        this.onGenerated = onGenerated;
        this.onEnd = onEnd;
    }

    /**
     * Registers listeners with a compilation.
     *
     * @param environment the compiler's own, not a wrapper around it
     * @param onGenerated receiver of the name of each class whose class file was written
     * @param onEnd receiver of the classes that javac rejected, called once at the end. Classes that are not generated
     *     on request, as under {@code -proc:only}, are excluded.
     */
    public static void listen(
            ProcessingEnvironment environment, Consumer<String> onGenerated, Consumer<Predicate<TypeElement>> onEnd) {
        JavacTask.instance(environment).addTaskListener(new ClassGeneration(onGenerated, onEnd));
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
            onGenerated.accept(name);
        } else if (event.getKind() == TaskEvent.Kind.COMPILATION) {
            onEnd.accept(this::isRefused);
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

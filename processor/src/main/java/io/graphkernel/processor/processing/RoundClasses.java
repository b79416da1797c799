package io.graphkernel.processor.processing;

import io.graphkernel.annotations.GradientOf;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.OnnxModel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/** Annotated classes of the rounds of a javac invocation: those to be read, those that wait, and those answered. */
public final class RoundClasses {

    private final Elements elements;
    private final Predicate<String> isWanted;
    private final SortedSet<String> waiting = new TreeSet<>();
    /** Number of rounds that each class has waited for another processor. */
    private final Map<String, Integer> awaitedRounds = new HashMap<>();

    private final Set<String> answered = new HashSet<>();

    /**
     * Creates the record of an invocation.
     *
     * @param elements classes of the compilation
     * @param isWanted predicate of the names of classes that are read
     */
    public RoundClasses(Elements elements, Predicate<String> isWanted) {
        this.elements = elements;
        this.isWanted = isWanted;
    }

    /** Returns the classes of a round by name: those with annotations, and those that have waited. */
    public SortedMap<String, TypeElement> of(RoundEnvironment round) {
        SortedMap<String, TypeElement> types = new TreeMap<>();
        for (String name : waiting) {
            types.put(name, elements.getTypeElement(name));
        }
        for (Element method : round.getElementsAnnotatedWithAny(Set.of(GraphKernel.class, GradientOf.class))) {
            // On other elements, such as a class, javac itself reports the misplaced annotation.
            if (method.getKind() == ElementKind.METHOD && method.getEnclosingElement() instanceof TypeElement type) {
                types.put(type.getQualifiedName().toString(), type);
            }
        }
        for (Element type : round.getElementsAnnotatedWith(OnnxModel.class)) {
            types.put(((TypeElement) type).getQualifiedName().toString(), (TypeElement) type);
        }
        waiting.clear();
        types.keySet().removeIf(isWanted.negate());
        return types;
    }

    /** Records that a class is read again in the next round. */
    public void defer(String name) {
        waiting.add(name);
    }

    public boolean isWaiting(String name) {
        return waiting.contains(name);
    }

    /** Returns the number of rounds that a class has waited for another processor. */
    public int awaitedRounds(String name) {
        return awaitedRounds.getOrDefault(name, 0);
    }

    /** Records that a class waits for another processor for one more round. */
    public void awaitProcessor(String name) {
        awaitedRounds.merge(name, 1, Integer::sum);
    }

    /** Records that the classes that do not wait have been read, or have errors. */
    public void answer(Set<String> names) {
        names.stream().filter(name -> !isWaiting(name)).forEach(answered::add);
    }

    /** Returns the classes that have been read or have errors. */
    public Set<String> answered() {
        return answered;
    }
}

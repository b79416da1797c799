package io.graphkernel.processor.processing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import javax.annotation.processing.Generated;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/**
 * Policy for claiming annotations, which avoids warnings of {@code -Xlint:processing}. Once all annotations of a round
 * are claimed, javac skips the remaining processors. Annotations are therefore claimed only if no other processor is
 * present.
 */
public final class AnnotationClaimPolicy {

    private static final String SERVICES = "META-INF/services/" + Processor.class.getName();

    private final String processor;
    private final BooleanSupplier isAlone;

    private AnnotationClaimPolicy(String processor, BooleanSupplier isAlone) {
        this.processor = processor;
        this.isAlone = isAlone;
    }

    /** Returns a policy that claims no annotation. */
    public static AnnotationClaimPolicy none() {
        return new AnnotationClaimPolicy("", () -> false);
    }

    /**
     * Returns a policy that claims annotations if a processor is the only one registered as a service with its class
     * loader.
     *
     * @param processor class of the processor
     */
    public static AnnotationClaimPolicy ofServices(Class<? extends Processor> processor) {
        return new AnnotationClaimPolicy(
                processor.getName(), () -> services(processor.getClassLoader()).equals(Set.of(processor.getName())));
    }

    /**
     * Returns true if the annotations of a round may be claimed. Generated classes count too if they come from this
     * processor.
     */
    public boolean areSafe(RoundEnvironment round, Elements elements) {
        // Looked up by name: javac throws for a class literal if the module does not read the module of the annotation.
        TypeElement generated = elements.getTypeElement(Generated.class.getCanonicalName());
        return (generated == null
                        || round.getElementsAnnotatedWith(generated).stream().allMatch(this::isOurs))
                && isAlone.getAsBoolean();
    }

    private boolean isOurs(Element element) {
        Generated generated = element.getAnnotation(Generated.class);
        return generated != null && List.of(generated.value()).equals(List.of(processor));
    }

    /** Returns the names of all processors registered as services with a class loader. */
    static Set<String> services(ClassLoader loader) {
        Set<String> names = new TreeSet<>();
        try {
            for (URL url : Collections.list(loader.getResources(SERVICES))) {
                URLConnection connection = url.openConnection();
                connection.setUseCaches(false);
                try (BufferedReader lines = new BufferedReader(
                        new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
                    lines.lines()
                            .map(line -> line.replaceFirst("#.*", "").strip())
                            .filter(line -> !line.isEmpty())
                            .forEach(names::add);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }
}

package io.graphkernel.processor;

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
 * Whether the processor claims its annotations, so that {@code -Xlint:processing} does not warn of them. Once all annotations of a
 * round are claimed, javac runs no processor that comes later, not even one for all annotations. So nothing is claimed where there
 * is another processor.
 */
final class Claims {

    private static final String SERVICES = "META-INF/services/" + Processor.class.getName();

    private final BooleanSupplier isAlone;

    private Claims(BooleanSupplier isAlone) {
        this.isAlone = isAlone;
    }

    /** Claims nothing. */
    static Claims none() {
        return new Claims(() -> false);
    }

    /** Claims if this processor is the only one that its loader has as a service. */
    static Claims ofServices() {
        return new Claims(
                () -> services(Claims.class.getClassLoader()).equals(Set.of(GraphKernelProcessor.class.getName())));
    }

    /** Whether the annotations of a round may be claimed. Generated classes count, too, if they are ours. */
    boolean areSafe(RoundEnvironment round, Elements elements) {
        // By its name: a module need not read that of the annotation, for which javac throws if it is asked for the
        // class.
        TypeElement generated = elements.getTypeElement(Generated.class.getCanonicalName());
        return (generated == null
                        || round.getElementsAnnotatedWith(generated).stream().allMatch(Claims::isOurs))
                && isAlone.getAsBoolean();
    }

    private static boolean isOurs(Element element) {
        Generated generated = element.getAnnotation(Generated.class);
        return generated != null && List.of(generated.value()).equals(List.of(GraphKernelProcessor.class.getName()));
    }

    /** The names of all processors that a loader has as services. */
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

package io.graphkernel.processor.frontend.kernel;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** Registry of generated class names, each of which belongs to one class. */
public final class StubNames {

    private final Set<String> sources = new HashSet<>();
    private final Map<String, String> owners = new HashMap<>();

    /**
     * Adds the classes of a round. Classes of an earlier compilation are excluded: they may be old stubs.
     *
     * @param roots root elements of the round
     */
    public void addSources(Set<? extends Element> roots) {
        for (Element root : roots) {
            if (root instanceof TypeElement type) {
                sources.add(type.getQualifiedName().toString());
            }
        }
    }

    /**
     * Reserves the name of a class's stub; repeated calls for the same class have no effect.
     *
     * @param type class with kernels
     * @param environment services of javac
     * @return description of the class that already has the name; empty if the name was free
     */
    public Optional<String> claim(TypeElement type, ProcessingEnvironment environment) {
        String stub = stub(type, environment);
        if (sources.contains(stub)) {
            return Optional.of("a class of this name is in the sources");
        }
        String name = type.getQualifiedName().toString();
        String owner = owners.putIfAbsent(stub, name);
        return owner == null || owner.equals(name)
                ? Optional.empty()
                : Optional.of("the kernels of " + owner + " have it already; of a nested class, the name begins with"
                        + " the names of the classes around it and '_'");
    }

    /**
     * Returns the simple name of a class's stub.
     *
     * @param type class with kernels
     * @return simple name
     */
    public static String simpleStub(TypeElement type) {
        return ClassElements.generatedName(type);
    }

    /**
     * Returns the qualified name of a class's stub.
     *
     * @param type class with kernels
     * @param environment services of javac
     * @return qualified name
     */
    public static String stub(TypeElement type, ProcessingEnvironment environment) {
        String packageName = environment
                .getElementUtils()
                .getPackageOf(type)
                .getQualifiedName()
                .toString();
        return (packageName.isEmpty() ? "" : packageName + ".") + ClassElements.generatedName(type);
    }
}

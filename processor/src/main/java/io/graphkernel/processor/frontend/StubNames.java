package io.graphkernel.processor.frontend;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** The names of generated classes, each of which one class can have. */
public final class StubNames {

    private final Set<String> sources = new HashSet<>();
    private final Map<String, String> owners = new HashMap<>();

    /**
     * Adds the classes of a round. A class of an earlier compilation does not count: it may be the old stub.
     *
     * @param roots what the round compiles
     */
    public void addSources(Set<? extends Element> roots) {
        for (Element root : roots) {
            if (root instanceof TypeElement type) {
                sources.add(type.getQualifiedName().toString());
            }
        }
    }

    /**
     * Takes the name of a class's stub; taking it again for the same class changes nothing.
     *
     * @param type a class with kernels
     * @param environment javac's services
     * @return the class that has the name already, in words; empty if the name was free
     */
    public Optional<String> take(TypeElement type, ProcessingEnvironment environment) {
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
     * The name of a class's stub within its package.
     *
     * @param type a class with kernels
     * @return simple
     */
    public static String simpleStub(TypeElement type) {
        return Declarations.generatedName(type);
    }

    /**
     * The name of a class's stub.
     *
     * @param type a class with kernels
     * @param environment javac's services
     * @return qualified
     */
    public static String stub(TypeElement type, ProcessingEnvironment environment) {
        String packageName = environment
                .getElementUtils()
                .getPackageOf(type)
                .getQualifiedName()
                .toString();
        return (packageName.isEmpty() ? "" : packageName + ".") + Declarations.generatedName(type);
    }
}

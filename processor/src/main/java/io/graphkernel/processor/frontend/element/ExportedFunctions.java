package io.graphkernel.processor.frontend.element;

import io.graphkernel.annotations.ElementFunction;
import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.processor.frontend.javac.ClassResources;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.kernel.ClassElements;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Files of exported element functions: a graph over numbers per method, in the directory of the package. The parameters
 * and results of a graph are the numbers in those of the method.
 */
public final class ExportedFunctions {

    private final Javac javac;
    private final ClassResources resources;

    public ExportedFunctions(Javac javac) {
        this.javac = javac;
        this.resources = new ClassResources(javac.environment());
    }

    /** Returns true if a method is annotated for the export. */
    public static boolean isExported(ExecutableElement method) {
        return method.getAnnotation(ElementFunction.class) != null;
    }

    /** Returns the path of the file of a class, from the root of the class path. */
    public String resource(TypeElement type) {
        String name = javac.environment()
                .getElementUtils()
                .getPackageOf(type)
                .getQualifiedName()
                .toString();
        return ManifestFormat.exportedFunctions(name, ClassElements.flatName(type));
    }

    /** Returns the name of a method's graph, which overloads do not share. */
    static String graphName(ExecutableElement method) {
        StringBuilder name = new StringBuilder(method.getSimpleName());
        for (VariableElement parameter : method.getParameters()) {
            name.append("__").append(simpleName(parameter.asType()));
        }
        return name.toString();
    }

    private static String simpleName(TypeMirror type) {
        String name = type.getKind().isPrimitive() ? type.getKind().name().toLowerCase(Locale.ROOT) : type.toString();
        return name.substring(name.lastIndexOf('.') + 1).replaceAll("\\W", "_");
    }

    /**
     * Returns the text of the file of a precompiled method's class.
     *
     * @throws IOException if it is missing
     */
    public String text(ExecutableElement method) throws IOException {
        Element owner = method.getEnclosingElement();
        return new String(
                ClassResources.content(resources.find(owner, resource((TypeElement) owner))), StandardCharsets.UTF_8);
    }

    /**
     * Returns the graph of a precompiled method.
     *
     * @throws IOException if the file is missing
     * @throws IllegalArgumentException if it is damaged, or has no graph of the method
     */
    Graph find(ExecutableElement method) throws IOException {
        String name = graphName(method);
        return GraphParser.parseAll(text(method)).stream()
                .filter(graph -> graph.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("it holds no graph " + name));
    }
}

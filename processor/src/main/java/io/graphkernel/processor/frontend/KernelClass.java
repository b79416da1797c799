package io.graphkernel.processor.frontend;

import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.graph.SourceText;
import java.util.List;
import javax.lang.model.element.TypeElement;

/**
 * One class with {@code @GraphKernel} methods.
 *
 * @param packageName empty for the unnamed package
 * @param simpleName of a nested class {@code Outer_Inner}
 * @param qualifiedName the canonical name
 * @param isPublic whether the class and the classes around it are public
 * @param methods in source order, at least one
 * @param source the Java file
 * @param position for messages about the whole class
 * @param element the class, as the originating element of generated files
 */
public record KernelClass(
        String packageName,
        String simpleName,
        String qualifiedName,
        boolean isPublic,
        List<KernelMethod> methods,
        SourceText source,
        SourcePosition position,
        TypeElement element) {

    public KernelClass {
        methods = List.copyOf(methods);
    }

    /** Where the graphs of this class's methods are stored for the compilation of other classes. */
    public String graphResource() {
        return graphResource(packageName, simpleName);
    }

    /** In the directory of the package: in a jar javac finds no resource in another, such as META-INF. */
    static String graphResource(String packageName, String simpleName) {
        String directory = packageName.isEmpty() ? "" : packageName.replace('.', '/') + "/";
        return directory + simpleName + ".gk";
    }
}

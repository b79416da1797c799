package io.graphkernel.processor.frontend;

import io.graphkernel.abi.ConstantFormat;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphVerifier;
import io.graphkernel.processor.graph.SourceText;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.Flags;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;

/**
 * What becomes one stub: a class with {@code @GraphKernel} methods, or graphs that come from no method.
 *
 * @param packageName empty for the unnamed package
 * @param simpleName of a nested class {@code Outer_Inner}
 * @param qualifiedName the canonical name
 * @param isPublic whether the class and the classes around it are public
 * @param seesGenerated whether its module reads {@code javax.annotation.processing.Generated}
 * @param methods in source order, at least one
 * @param source the Java file
 * @param position for messages about the whole class
 * @param element the class, as the originating element of generated files
 * @param model what it has besides, if it stands for a model
 */
public record KernelClass(
        String packageName,
        String simpleName,
        String qualifiedName,
        boolean isPublic,
        boolean seesGenerated,
        List<KernelMethod> methods,
        SourceText source,
        SourcePosition position,
        TypeElement element,
        Optional<ModelClass> model) {

    public KernelClass {
        methods = List.copyOf(methods);
    }

    /**
     * A class of graphs that come from no Java methods, such as a model's.
     *
     * @param packageName empty for the unnamed package
     * @param simpleName the stub is called so, with {@code Kernels} after it
     * @param graphs each is a method of the stub; a parameter or result is one of it
     * @param flags the flags that hold for all
     * @param source what the report shows
     * @param position for messages
     * @param origin the class because of which the stub is generated
     * @return a public class
     * @throws IllegalArgumentException if a graph has more than 255 parameters and results, of which a long or double
     *     counts twice
     * @throws IllegalStateException if a graph breaks a rule of its ops
     */
    public static KernelClass of(
            String packageName,
            String simpleName,
            List<Graph> graphs,
            Flags flags,
            SourceText source,
            SourcePosition position,
            TypeElement origin) {
        for (Graph graph : graphs) {
            int slots = ParameterSlots.of(graph);
            if (slots > ParameterSlots.MOST) {
                throw new IllegalArgumentException("graph " + graph.name() + " has " + slots
                        + " parameters and results, of which a long or double counts twice: a Java method has at most "
                        + ParameterSlots.MOST);
            }
            GraphVerifier.verify(graph, OpTable.get());
        }
        return new KernelClass(
                packageName,
                simpleName,
                packageName.isEmpty() ? simpleName : packageName + "." + simpleName,
                true,
                Declarations.seesGenerated(origin),
                graphs.stream()
                        .map(graph -> KernelMethod.of(graph, flags, position))
                        .toList(),
                source,
                position,
                origin,
                Optional.empty());
    }

    /**
     * The class of an interface that stands for a model.
     *
     * @param type the stub is in its package, and has its access
     * @param enclosing its package
     * @param method what the stub has
     * @param model what it has besides
     * @param source what the report shows
     * @return a class
     * @throws IllegalArgumentException if the method has more than 255 parameters and results
     * @throws IllegalStateException if its graph breaks a rule of its ops
     */
    public static KernelClass ofModel(
            TypeElement type, PackageElement enclosing, KernelMethod method, ModelClass model, SourceText source) {
        int most = Math.max(
                model.trainable()
                        .map(ModelClass.ModelRecord::components)
                        .map(List::size)
                        .orElse(0),
                method.parameters().size() + method.graph().outputs().size());
        if (most > ParameterSlots.MOST) {
            throw new IllegalArgumentException("it takes and gives " + most + " tensors, and a Java method has at most "
                    + ParameterSlots.MOST + " parameters");
        }
        GraphVerifier.verify(method.graph(), OpTable.get());
        return new KernelClass(
                enclosing.getQualifiedName().toString(),
                Declarations.flatName(type),
                type.getQualifiedName().toString(),
                Declarations.isPublic(type),
                Declarations.seesGenerated(type),
                List.of(method),
                source,
                method.position(),
                type,
                Optional.of(model));
    }

    /** The class without what was read of it. */
    public KernelType type() {
        return new KernelType(qualifiedName, position, element);
    }

    /** Where the graphs of this class's methods are stored for the compilation of other classes. */
    public String graphResource() {
        return graphResource(packageName, simpleName);
    }

    /** Where the constant tensors of this class are stored, for the run time and for the compilation of other classes. */
    public String constantResource() {
        return constantResource(graphResource());
    }

    /** Next to the graphs of a class. */
    static String constantResource(String graphs) {
        return graphs.substring(0, graphs.lastIndexOf('.')) + ConstantFormat.SUFFIX;
    }

    /** In the directory of the package: in a jar javac finds no resource in another, such as META-INF. */
    static String graphResource(String packageName, String simpleName) {
        String directory = packageName.isEmpty() ? "" : packageName.replace('.', '/') + "/";
        return directory + simpleName + ".gk";
    }
}

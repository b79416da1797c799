package io.graphkernel.processor.frontend.kernel;

import io.graphkernel.common.abi.ConstantFormat;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.SourceLines;
import io.graphkernel.graph.verification.GraphVerifier;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.option.FlagValues;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;

/**
 * Input of one stub: a class with {@code @GraphKernel} methods, or graphs without a Java method.
 *
 * @param type canonical name of the class, its position for messages, and the originating element of generated files
 * @param packageName empty for the unnamed package
 * @param simpleName simple name, {@code Outer_Inner} for a nested class
 * @param isPublic true if the class and all enclosing classes are public
 * @param seesGenerated true if its module reads {@code javax.annotation.processing.Generated}
 * @param methods at least one method, in source order
 * @param source the Java file
 * @param model additional members, if the class represents a model
 * @param functions text of the graphs of element functions that its kernels apply; empty without one
 */
public record KernelClass(
        KernelClassDeclaration type,
        String packageName,
        String simpleName,
        boolean isPublic,
        boolean seesGenerated,
        List<KernelMethod> methods,
        SourceLines source,
        Optional<ModelClass> model,
        String functions) {

    public KernelClass {
        methods = List.copyOf(methods);
    }

    /**
     * Returns a class for graphs without Java methods, such as those of a model.
     *
     * @param packageName empty for the unnamed package
     * @param simpleName name of the stub without the suffix {@code Kernels}
     * @param graphs graphs, each of which becomes a method of the stub with the same parameters and results
     * @param flags flags of all methods
     * @param source source text for the report
     * @param position position for messages
     * @param origin originating class of the stub
     * @return a public class
     * @throws IllegalArgumentException if a graph exceeds 255 parameter slots for parameters and results, where a long
     *     or double counts twice
     * @throws IllegalStateException if a graph violates a rule of its ops
     */
    public static KernelClass of(
            String packageName,
            String simpleName,
            List<Graph> graphs,
            FlagValues flags,
            SourceLines source,
            SourcePosition position,
            TypeElement origin) {
        for (Graph graph : graphs) {
            int slots = ParameterSlots.of(graph);
            if (slots > ParameterSlots.MAX_SLOTS) {
                throw new IllegalArgumentException("graph " + graph.name() + " has " + slots
                        + " parameters and results, of which a long or double counts twice: a Java method has at most "
                        + ParameterSlots.MAX_SLOTS);
            }
            GraphVerifier.verify(graph, OpTable.get());
        }
        String qualifiedName = packageName.isEmpty() ? simpleName : packageName + "." + simpleName;
        return new KernelClass(
                new KernelClassDeclaration(qualifiedName, position, origin),
                packageName,
                simpleName,
                true,
                ClassElements.seesGenerated(origin),
                graphs.stream()
                        .map(graph -> KernelMethod.of(graph, flags, position))
                        .toList(),
                source,
                Optional.empty(),
                "");
    }

    /**
     * Returns the class of an interface that represents a model.
     *
     * @param type interface whose package and access the stub shares
     * @param enclosing its package
     * @param method method of the stub
     * @param model additional members
     * @param source source text for the report
     * @return the class
     * @throws IllegalArgumentException if the method exceeds 255 parameter slots for parameters and results, or a record
     *     has too many tensors
     * @throws IllegalStateException if its graph violates a rule of its ops
     */
    public static KernelClass ofModel(
            TypeElement type, PackageElement enclosing, KernelMethod method, ModelClass model, SourceLines source) {
        int slots = method.parameters().size() + method.graph().outputs().size();
        if (slots > ParameterSlots.MAX_SLOTS) {
            throw new IllegalArgumentException("it takes and gives " + slots
                    + " tensors, and a Java method has at most " + ParameterSlots.MAX_SLOTS + " parameters");
        }
        if (model.largestParameter() > ParameterSlots.MAX_RECORD_TENSORS) {
            throw new IllegalArgumentException("a record of its parameters has " + model.largestParameter()
                    + " tensors, and the limit is " + ParameterSlots.MAX_RECORD_TENSORS);
        }
        GraphVerifier.verify(method.graph(), OpTable.get());
        return new KernelClass(
                new KernelClassDeclaration(type.getQualifiedName().toString(), method.position(), type),
                enclosing.getQualifiedName().toString(),
                ClassElements.flatName(type),
                ClassElements.isPublic(type),
                ClassElements.seesGenerated(type),
                List.of(method),
                source,
                Optional.of(model),
                "");
    }

    /** Returns the canonical name. */
    public String qualifiedName() {
        return type.qualifiedName();
    }

    /** Returns the position for messages about the whole class. */
    public SourcePosition position() {
        return type.position();
    }

    /** Returns the class, as the originating element of generated files. */
    public TypeElement element() {
        return type.element();
    }

    /** Returns the resource that stores the graphs of this class for the compilation of other classes. */
    public String graphResource() {
        return graphResource(packageName, simpleName);
    }

    /**
     * Returns the resource that stores the constant tensors of this class, for the runtime and for the compilation of
     * other classes.
     */
    public String constantResource() {
        return constantResource(graphResource());
    }

    /** Returns the resource of the constant tensors, in the directory of the graphs of a class. */
    public static String constantResource(String graphs) {
        return graphs.substring(0, graphs.lastIndexOf('.')) + ConstantFormat.SUFFIX;
    }

    /**
     * Returns a resource in the directory of the package: javac finds no resource of a jar elsewhere, such as in
     * META-INF.
     */
    public static String graphResource(String packageName, String simpleName) {
        String directory = packageName.isEmpty() ? "" : packageName.replace('.', '/') + "/";
        return directory + simpleName + ".gk";
    }
}

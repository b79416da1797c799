package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.eager.FunctionType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Lookup of the graphs that the processor has written for the element functions of a class. */
final class FunctionGraphs {

    /** Functions that the annotated methods of a class apply. */
    private static final ClassValue<List<Graph>> APPLIED = new ClassValue<>() {
        @Override
        protected List<Graph> computeValue(Class<?> type) {
            String name = type.getCanonicalName();
            return name == null
                    ? List.of()
                    : graphs(
                            type,
                            ManifestFormat.directory(name) + ManifestFormat.ELEMENTS + "/"
                                    + ManifestFormat.ELEMENTS_FILE);
        }
    };

    /** Functions that a class exports. */
    private static final ClassValue<List<Graph>> EXPORTED = new ClassValue<>() {
        @Override
        protected List<Graph> computeValue(Class<?> type) {
            String name = type.getCanonicalName();
            if (name == null) {
                return List.of();
            }
            String enclosing = type.getPackageName();
            String simple = name.substring(enclosing.isEmpty() ? 0 : enclosing.length() + 1);
            return graphs(type, ManifestFormat.exportedFunctions(enclosing, simple.replace('.', '_')));
        }
    };

    private FunctionGraphs() {}

    private static List<Graph> graphs(Class<?> type, String resource) {
        try (InputStream file = type.getResourceAsStream("/" + resource)) {
            return file == null
                    ? List.of()
                    : GraphParser.parseAll(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the graph of a function that the calling code applies to tensors.
     *
     * @param function the serialized form of a lambda or method reference
     * @param loader class loader of the object
     * @return a graph over the captured numbers and the elements; empty if the function was not compiled
     */
    static Optional<Graph> find(SerializedLambda function, ClassLoader loader) {
        try {
            MethodType type = MethodType.fromMethodDescriptorString(function.getImplMethodSignature(), loader);
            String caller = name(function.getCapturingClass());
            Class<?> capturing = Class.forName(caller, false, loader);
            if (FunctionType.isLambda(function)) {
                return line(caller).flatMap(line -> find(APPLIED.get(capturing), ManifestFormat.lambda(line), type));
            }
            String implementation = name(function.getImplClass());
            Class<?> owner = Class.forName(implementation, false, loader);
            String graph = function.getImplMethodName() + suffix(type);
            return find(EXPORTED.get(owner), graph, type)
                    .or(() -> find(APPLIED.get(capturing), owner.getCanonicalName() + "." + graph, type));
        } catch (ClassNotFoundException | TypeNotPresentException unknownClass) {
            return Optional.empty();
        }
    }

    private static String name(String internal) {
        return internal.replace('/', '.');
    }

    /** Returns the simple names of the parameter types, as the processor appends them to the name of a method. */
    private static String suffix(MethodType type) {
        return type.parameterList().stream()
                .map(parameter -> "__" + parameter.getSimpleName())
                .collect(Collectors.joining());
    }

    /** Returns the line at which a class calls the runtime; empty if its class file has no lines. */
    private static Optional<Integer> line(String caller) {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> frame.getClassName().equals(caller))
                        .findFirst())
                .map(StackWalker.StackFrame::getLineNumber);
    }

    private static Optional<Graph> find(List<Graph> graphs, String name, MethodType type) {
        List<DType> dtypes = type.parameterList().stream()
                .map(FunctionType::numbers)
                .flatMap(List::stream)
                .toList();
        return graphs.stream()
                .filter(graph -> graph.name().equals(name) && parameters(graph).equals(dtypes))
                .findFirst();
    }

    private static List<DType> parameters(Graph graph) {
        return graph.parameters().stream()
                .map(parameter -> DType.valueOf(parameter.node().dtype().name()))
                .toList();
    }
}

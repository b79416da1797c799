package io.graphkernel.processor.stub;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;

/**
 * Allocator code for the values that a forward call stores, which reuses the memory of the previous call if it fits.
 * Values of the same dtype and dims share a method, so that the call of a model with many layers stays short.
 */
final class StoredMemory {

    private final ClassName saved;
    private final String name;
    private final String values;
    private final TensorOverloads overloads;
    private final ShapeCode shapes;
    private final MethodNames names;
    private final String number;
    private final String stored;
    /** Methods by their body. */
    private final Map<String, MethodSpec> methods = new LinkedHashMap<>();

    /**
     * Creates the code for the overloads of a forward call.
     *
     * @param saved class of the saved values
     * @param name prefix of the methods' names
     * @param values variable of the saved values
     * @param overloads overloads of the forward call
     * @param names names of the overload that stores them
     */
    StoredMemory(
            ClassName saved, String name, String values, TensorOverloads overloads, Graph graph, MethodNames names) {
        this.saved = saved;
        this.name = name;
        this.values = values;
        this.overloads = overloads;
        this.shapes = new ShapeCode(graph, names);
        this.names = names;
        this.number = names.unique("number");
        this.stored = names.unique("stored");
    }

    /**
     * Returns Java text that allocates a value.
     *
     * @param index its index among the saved values
     * @param result its index among the results of the graph
     */
    CodeBlock of(int index, int result, Node value) {
        Set<String> tensors = new LinkedHashSet<>();
        tensors.add(names.home);
        shapes.first(value.shape()).ifPresent(first -> tensors.add(names.parameter(first.label())));
        Set<String> sizes = value.shape().trailing().stream()
                .flatMap(dim -> dim.symbols().stream())
                .map(symbol -> names.dim(new Dim.Symbol(symbol)))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        CodeBlock body = body(result, value);
        MethodSpec method =
                methods.computeIfAbsent(body.toString(), key -> method(name + methods.size(), tensors, sizes, body));
        String arguments = Stream.concat(tensors.stream(), sizes.stream()).collect(Collectors.joining(", "));
        return CodeBlock.of("$N($N, $L, $L)", method, values, index, arguments);
    }

    private MethodSpec method(String method, Set<String> tensors, Set<String> sizes, CodeBlock body) {
        MethodSpec.Builder spec = MethodSpec.methodBuilder(method)
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .returns(RuntimeTypes.TENSOR)
                .addParameter(saved, values)
                .addParameter(TypeName.INT, number);
        tensors.forEach(tensor -> spec.addParameter(RuntimeTypes.TENSOR, tensor));
        sizes.forEach(size -> spec.addParameter(TypeName.LONG, size));
        return spec.addCode(body).build();
    }

    private CodeBlock body(int result, Node value) {
        return CodeBlock.builder()
                .addStatement(
                        "final $T $N = $T.stored($N, $N, $N.device())",
                        RuntimeTypes.TENSOR,
                        stored,
                        RuntimeTypes.SAVED_VALUES,
                        values,
                        number,
                        names.home)
                .beginControlFlow("if ($N != null && $L)", stored, shapes.fits(stored, value.shape()))
                .addStatement("return $N", stored)
                .endControlFlow()
                .addStatement(
                        "return $T.store($N, $N, $L)",
                        RuntimeTypes.SAVED_VALUES,
                        values,
                        number,
                        overloads.empty(result, names))
                .build();
    }

    /** Returns the methods that the emitted texts call. */
    Collection<MethodSpec> methods() {
        return methods.values();
    }
}

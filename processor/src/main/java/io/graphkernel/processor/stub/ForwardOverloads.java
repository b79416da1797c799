package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.gradient.SavedValue;
import io.graphkernel.processor.stub.DerivedPlans.GradientPlans;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;

/** Overloads of the forward call of a method with a gradient. */
final class ForwardOverloads {

    private final ForwardType type;
    private final GradientPlans plans;
    private final KernelMethod method;
    private final SavedType saved;
    private final SortedSet<String> sizes;
    private final TensorOverloads overloads;
    private final String name;

    /**
     * Creates the overloads of a method.
     *
     * @param type result type of the allocating overload
     * @param sizes symbols whose sizes are saved
     * @param overloads overloads of the forward call
     */
    ForwardOverloads(
            ForwardType type,
            GradientPlans plans,
            SavedType saved,
            SortedSet<String> sizes,
            TensorOverloads overloads) {
        this.type = type;
        this.plans = plans;
        this.method = plans.method();
        this.saved = saved;
        this.sizes = sizes;
        this.overloads = overloads;
        this.name = method.graph().name();
    }

    private int results() {
        return method.graph().outputs().size();
    }

    /** Emits {@code FForward fForward(x)}. */
    MethodSpec.Builder allocating() {
        String kept = plans.pair().saved().stream().map(SavedValue::name).collect(Collectors.joining(", "));
        return overloads
                .allocating(type.name(), results(), Optional.of(saved.name()), type::create)
                .addJavadoc(
                        "{@link #$L} with what {@link #$N} reads of it: $L.\n",
                        name,
                        name + "Gradient",
                        kept.isEmpty() ? "dims alone" : kept)
                .addJavadoc("\n@return to be closed after the last gradient call; its result is closed with it\n");
    }

    /**
     * Emits {@code fForward(x, result, saved)}.
     *
     * @param stub receiver of the called methods
     */
    MethodSpec.Builder intoResults(TypeSpec.Builder stub) {
        Graph graph = plans.forward().graph();
        MethodNames names = new MethodNames(graph, method.parameters());
        String values = names.unique("saved");
        List<String> tensors = new ArrayList<>();
        MethodSpec.Builder spec = overloads.builder();
        OverloadParameters overload = overloads.parameters(spec, graph.outputs().subList(0, results()), names);
        for (int i = 0; i < graph.outputs().size(); i++) {
            tensors.add(names.result(i));
        }
        spec.addParameter(saved.name(), values)
                .addJavadoc(
                        "As the overload without {@code $N}, into tensors that are given and written over.\n\n", values)
                .addJavadoc(
                        "@param $N of any earlier call, or new; what it had saved is written over. A call with the same"
                                + " tensors as the one before allocates nothing\n",
                        values);
        spec.addStatement("$T.requireOpen($S, $N)", RuntimeTypes.SAVED_VALUES, graph.name(), values);
        DimBinding binding = new DimBinding(graph, names);
        List<Node> read = binding.parametersOfResults(sizes, false);
        spec.addCode(overloads.read(names, kept(read)::contains));
        spec.addCode(binding.forResults(read));
        spec.addCode(apart(names));
        StoredMemory memory = new StoredMemory(saved.name(), name + "Stored", values, overloads, graph, names);
        for (int i = 0; i < plans.pair().saved().size(); i++) {
            int result = plans.pair().saved().get(i).result();
            if (result >= results()) {
                Node value = graph.outputs().get(result).node();
                spec.addStatement(
                        "final $T $N = $L", RuntimeTypes.TENSOR, names.result(result), memory.of(i, result, value));
            }
        }
        memory.methods().forEach(stub::addMethod);
        List<CodeBlock> arguments = new ArrayList<>(overload.taken());
        tensors.forEach(tensor -> arguments.add(CodeBlock.of("$N", tensor)));
        return spec.addStatement("$N($L)", name + "LaunchForward", CodeBlock.join(arguments, ", "))
                .addCode(saved.fill(values, names, tensors));
    }

    /** Returns the names of parameters that are saved, or whose sizes are read. */
    private Set<String> kept(List<Node> read) {
        Set<String> kept = read.stream().map(Node::label).collect(Collectors.toSet());
        plans.pair().saved().forEach(value -> kept.add(value.value().label()));
        saved.numbers().forEach(number -> kept.add(number.name()));
        kept.addAll(plans.forward().graph().numberDims());
        return kept;
    }

    /** Emits a check that a result which may alias a parameter does not alias a saved one. */
    private CodeBlock apart(MethodNames names) {
        CodeBlock.Builder code = CodeBlock.builder();
        for (SavedValue value : plans.pair().saved()) {
            String parameter = value.value().label();
            for (int i = 0; i < results(); i++) {
                if (value.kind() == SavedValue.Kind.PARAMETER && plans.forward().mayAlias(i, parameter)) {
                    code.addStatement(
                            "$T.requireApart($S, $S, $N, $S, $N)",
                            RuntimeTypes.SAVED_VALUES,
                            plans.forward().graph().name(),
                            names.result(i),
                            names.result(i),
                            parameter,
                            names.parameter(parameter));
                }
            }
        }
        return code.build();
    }
}

package io.graphkernel.processor.stub;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.gradient.GradientPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Overload of a stub that allocates results, calls the overload with result arguments, and closes them if it fails. */
final class AllocatingOverload {

    private final TensorOverloads overloads;

    AllocatingOverload(TensorOverloads overloads) {
        this.overloads = overloads;
    }

    /**
     * Emits the overload.
     *
     * @param type return type
     * @param results number of allocated results
     * @param holder class that is instantiated after them; empty if it is not needed
     * @param given Java text of the return value, over the variables of the results and of the holder
     */
    MethodSpec.Builder write(
            TypeName type,
            int results,
            Optional<ClassName> holder,
            BiFunction<MethodNames, List<String>, CodeBlock> given) {
        MethodNames names = new MethodNames(overloads.graph, overloads.method.parameters());
        MethodSpec.Builder spec = overloads.builder().returns(type);
        OverloadParameters overload = overloads.parameters(spec, List.of(), names);
        DimBinding binding = new DimBinding(overloads.graph, names, overloads.sizes);
        overloads.method.gradient().ifPresent(gradient -> spec.addCode(recorded(gradient, names)));
        List<Node> read = binding.parametersOfResults(Set.of(), overloads.interpreted.isPresent());
        Set<String> kept = read.stream().map(Node::label).collect(Collectors.toSet());
        kept.addAll(overloads.graph.numberDims());
        // The holder of saved values receives the parameters.
        boolean hasHolder = holder.isPresent();
        spec.addCode(overloads.records.read(overloads.variables(names, path -> hasHolder || kept.contains(path))));
        spec.addCode(overload.read(kept::contains));
        spec.addCode(binding.forResults(read));
        UnrankedLaunchCode unranked =
                new UnrankedLaunchCode(overloads.plan, names, overloads.constants, overloads.nameArrays);
        if (overloads.graph.outputs().stream()
                .anyMatch(output -> output.node().shape().isUnranked())) {
            spec.addCode(LaunchCode.frame(names));
        }
        List<String> tensors = new ArrayList<>();
        for (int i = 0; i < results; i++) {
            if (overloads.graph.outputs().get(i).node().shape().isUnranked()) {
                spec.addCode(unranked.broadcastResult(i));
            }
            spec.addStatement("final $T $N = $L", RuntimeTypes.TENSOR, names.result(i), overloads.empty(i, names));
            tensors.add(names.result(i));
        }
        holder.ifPresent(held -> {
            String variable = names.unique("saved");
            spec.addStatement("final $T $N = new $T()", held, variable, held);
            tensors.add(variable);
        });
        List<CodeBlock> arguments = new ArrayList<>(overload.taken());
        CodeBlock result = given.apply(names, tensors);
        String failure = names.unique("failure");
        spec.beginControlFlow("try");
        if (overloads.method.takesResultsInAggregate()) {
            String record = names.unique("results");
            spec.addStatement("final $T $N = $L", type, record, result);
            arguments.add(CodeBlock.of("$N", record));
            result = CodeBlock.of("$N", record);
        } else {
            tensors.forEach(variable -> arguments.add(CodeBlock.of("$N", variable)));
        }
        spec.addStatement("$N($L)", overloads.name, CodeBlock.join(arguments, ", "))
                .addStatement("return $L", result)
                .nextControlFlow("catch ($T | $T $L)", RuntimeException.class, Error.class, failure);
        tensors.forEach(variable -> spec.addStatement("$N.close()", variable));
        return spec.addStatement("throw $L", failure).endControlFlow();
    }

    /**
     * Emits the forward call of the gradient for threads that record. Other calls do not read all members of the
     * records.
     */
    private CodeBlock recorded(GradientPair gradient, MethodNames names) {
        CodeBlock.Builder code = CodeBlock.builder()
                .beginControlFlow("if ($T.isOn())", RuntimeTypes.RECORDED_KERNEL)
                .add(overloads.records.read(overloads.variables(names, path -> true)))
                .beginControlFlow(
                        "if ($T.isTracked($L))",
                        RuntimeTypes.RECORDED_KERNEL,
                        gradient.wanted().stream().map(names::parameter).collect(Collectors.joining(", ")));
        for (Node parameter : overloads.graph.tensorParameters()) {
            String label = parameter.label();
            // The forward call would use its own name in messages.
            boolean wanted = gradient.wanted().contains(label);
            code.addStatement(
                    "$T.$L($S, $S, $N)",
                    wanted ? RuntimeTypes.CHECKS : RuntimeTypes.RECORDED_KERNEL,
                    wanted ? "open" : "constant",
                    overloads.graph.name(),
                    label,
                    names.parameter(label));
        }
        String arguments = overloads.method.parameters().stream()
                .map(member -> names.parameter(member.name()))
                .collect(Collectors.joining(", "));
        return code.addStatement(
                        "return $T.call($S, () -> $N($L))",
                        RuntimeTypes.RECORDED_KERNEL,
                        overloads.graph.name(),
                        overloads.graph.name() + "Forward",
                        arguments)
                .endControlFlow()
                .endControlFlow()
                .build();
    }
}

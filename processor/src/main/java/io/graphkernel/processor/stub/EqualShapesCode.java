package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.launch.InterpretedPlans;
import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.stub.DerivedPlans.EqualShapesPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/**
 * Emitter of the overloads of a method for tensors of equal shapes, which are private, and of their calls by the public
 * overloads. The private ones make all checks, with the name of the public ones.
 */
final class EqualShapesCode {

    private final EqualShapesPlan equal;
    private final Plan plan;
    private final ConstantTable constants;

    /**
     * Creates the emitter.
     *
     * @param name name of the public overloads
     */
    EqualShapesCode(EqualShapesPlan equal, String name, ConstantTable constants) {
        this.equal = equal;
        this.plan = equal.plan().withName(name);
        this.constants = constants;
    }

    /** Returns the emitter for a method; empty without a plan for equal shapes, and for an interpreted plan. */
    static Optional<EqualShapesCode> of(
            Plan plan, DerivedPlans derived, InterpretedPlans interpreted, ConstantTable constants) {
        String name = plan.graph().name();
        return derived.equalShapes(name)
                .filter(equal -> interpreted.of(plan).isEmpty()
                        && interpreted.of(equal.plan()).isEmpty())
                .map(equal -> new EqualShapesCode(equal, name, constants));
    }

    private String call() {
        return equal.method().graph().name();
    }

    void addTo(TypeSpec.Builder type, AggregateArgumentEmitter handOver) {
        TensorOverloads tensors = new TensorOverloads(
                equal.method(), plan, Optional.empty(), constants, handOver, call(), new TreeSet<>());
        type.addMethod(hidden(tensors.intoResults(Optional.empty())));
        new ArrayOverload(equal.method(), plan, constants, true)
                .write(Optional.empty())
                .ifPresent(overload -> type.addMethod(hidden(overload)));
    }

    private MethodSpec hidden(MethodSpec overload) {
        return MethodSpec.methodBuilder(call())
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .addParameters(overload.parameters())
                .addCode(overload.code())
                .build();
    }

    /**
     * Emits the call by the overload over tensors.
     *
     * @param arguments arguments of the public overload
     */
    CodeBlock ofTensors(MethodNames names, List<CodeBlock> arguments) {
        List<String> tensors = variables(names);
        return ifEqual(
                tensors.stream()
                        .skip(1)
                        .map(tensor ->
                                CodeBlock.of("$T.areEqual($N, $N)", RuntimeTypes.LEADING_DIMS, tensors.get(0), tensor))
                        .toList(),
                arguments);
    }

    /** Emits the call by the overload over arrays, which are not null. */
    CodeBlock ofArrays(MethodNames names) {
        Graph graph = plan.graph();
        List<String> tensors = new ArrayList<>(variables(names));
        List<CodeBlock> arguments = new ArrayList<>();
        graph.parameters().forEach(parameter -> arguments.add(CodeBlock.of("$N", names.parameter(parameter.name()))));
        for (int i = 0; i < graph.outputs().size(); i++) {
            tensors.add(names.result(i));
            arguments.add(CodeBlock.of("$N", names.result(i)));
        }
        return ifEqual(
                tensors.stream()
                        .skip(1)
                        .map(array -> CodeBlock.of("$N.length == $N.length", tensors.get(0), array))
                        .toList(),
                arguments);
    }

    private CodeBlock ifEqual(List<CodeBlock> conditions, List<CodeBlock> arguments) {
        return CodeBlock.builder()
                .beginControlFlow("if ($L)", CodeBlock.join(conditions, " && "))
                .addStatement("$N($L)", call(), CodeBlock.join(arguments, ", "))
                .addStatement("return")
                .endControlFlow()
                .build();
    }

    private List<String> variables(MethodNames names) {
        return plan.graph().tensorParameters().stream()
                .map(Node::label)
                .map(names::parameter)
                .collect(Collectors.toList());
    }

    /** Returns the sentence on the launches of the plan in the comment of the public overloads. */
    String sentence() {
        return " One launch if all tensors have equal shapes.";
    }
}

package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.frontend.kernel.Member;
import io.graphkernel.processor.launch.InterpretedPlans;
import io.graphkernel.processor.schedule.Plan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Emitter of an overload whose plan the runtime interprets. The plan checks the tensors, except those that bind a dim
 * or determine the shape of a result; the call retains all tensors.
 */
final class InterpretedOverload {

    private final KernelMethod method;
    private final Plan plan;
    private final Graph graph;
    private final MethodNames names;
    private final RecordCode records;
    private final AggregateArgumentEmitter handOver;
    private final SortedSet<String> sizes;

    InterpretedOverload(
            KernelMethod method,
            Plan plan,
            MethodNames names,
            RecordCode records,
            AggregateArgumentEmitter handOver,
            SortedSet<String> sizes) {
        this.method = method;
        this.plan = plan;
        this.graph = plan.graph();
        this.names = names;
        this.records = records;
        this.handOver = handOver;
        this.sizes = sizes;
    }

    /** Returns true if it reads results itself. */
    boolean readsResults() {
        return graph.tensorParameters().isEmpty()
                || graph.outputs().stream()
                        .anyMatch(output -> output.node().shape().isUnranked());
    }

    /** Returns a predicate on paths: numbers, and the tensors that it reads itself. */
    Predicate<String> kept() {
        List<Node> read = sizes.isEmpty() ? new DimBinding(graph, names).parametersOfPlan() : graph.tensorParameters();
        Set<String> kept = read.stream().map(Node::label).collect(Collectors.toSet());
        new IndexChecks(method, names)
                .checks()
                .forEach(bound -> kept.add(bound.indices().label()));
        return path -> kept.contains(path) || !records.isTensor(path);
    }

    /**
     * Emits the code that follows the reading of records.
     *
     * @param overload Java parameters of the overload
     * @param taken variables of the parameters
     * @param given variables of the result record, if any
     * @param checkResult check of a result, by its index
     */
    CodeBlock write(
            InterpretedPlans.InterpretedPlan plans,
            OverloadParameters overload,
            PathVariables taken,
            Optional<PathVariables> given,
            IntFunction<CodeBlock> checkResult) {
        DimBinding dims = new DimBinding(graph, names, sizes);
        // The plan has no access to sizes passed by the caller.
        CodeBlock.Builder code = CodeBlock.builder().add(sizes.isEmpty() ? dims.forPlan() : dims.all());
        if (graph.tensorParameters().isEmpty()) {
            code.add(checkResult.apply(0));
        }
        code.add(LaunchCode.frame(names));
        for (int i = 0; i < graph.outputs().size(); i++) {
            if (graph.outputs().get(i).node().shape().isUnranked()) {
                code.add(checkResult.apply(i));
            }
        }
        CodeBlock checked = new IndexChecks(method, names).write();
        LossChecks losses = new LossChecks(method.graph(), names);
        return code.add(new PlanCode(plan, plans, names)
                        .write(checked, losses, call -> tensors(call, overload, taken, given)))
                .build();
    }

    private CodeBlock tensors(
            String call, OverloadParameters overload, PathVariables taken, Optional<PathVariables> given) {
        CallTensors tensors = new CallTensors(handOver, call, names::unique);
        for (Member parameter : method.parameters()) {
            if (parameter.aggregate().isPresent()) {
                tensors.add(parameter.name(), parameter.aggregate().get(), taken);
            } else if (records.isTensor(parameter.name()) && !overload.isElement(parameter.name())) {
                tensors.add(CodeBlock.of("$N", names.parameter(parameter.name())));
            }
        }
        if (given.isPresent()) {
            tensors.add("", method.aggregate().orElseThrow(), given.get());
        } else if (overload.array().isPresent()) {
            tensors.addLast(overload.array().get());
        } else {
            for (int i = 0; i < graph.outputs().size(); i++) {
                tensors.add(CodeBlock.of("$N", names.result(i)));
            }
        }
        return tensors.write();
    }
}

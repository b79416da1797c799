package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.frontend.KernelMethod;
import io.graphkernel.processor.frontend.Member;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.launch.WalkedPlans;
import io.graphkernel.processor.schedule.Plan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The code of an overload whose plan the run time walks. The plan has the checks of the tensors, but of those that give a dim its
 * size and for results whose shapes the frame finds; its call keeps all tensors.
 */
final class WalkedOverload {

    private final KernelMethod method;
    private final Plan plan;
    private final Graph graph;
    private final MethodNames names;
    private final RecordCode records;
    private final HandOver handOver;
    private final SortedSet<String> sizes;

    WalkedOverload(
            KernelMethod method,
            Plan plan,
            MethodNames names,
            RecordCode records,
            HandOver handOver,
            SortedSet<String> sizes) {
        this.method = method;
        this.plan = plan;
        this.graph = plan.graph();
        this.names = names;
        this.records = records;
        this.handOver = handOver;
        this.sizes = sizes;
    }

    /** Whether it looks at results itself. */
    boolean readsResults() {
        return graph.tensorParameters().isEmpty()
                || graph.outputs().stream()
                        .anyMatch(output -> output.node().shape().isRankless());
    }

    /** Numbers, and the tensors that it reads itself, by path. */
    Predicate<String> kept() {
        List<Node> read = sizes.isEmpty() ? new DimBinding(graph, names).parametersOfPlan() : graph.tensorParameters();
        Set<String> kept = read.stream().map(Node::label).collect(Collectors.toSet());
        new IndexChecks(method, names)
                .checks()
                .forEach(bound -> kept.add(bound.indices().label()));
        return path -> kept.contains(path) || !records.isTensor(path);
    }

    /**
     * Comes after the records are read.
     *
     * @param overload what the overload takes in Java
     * @param taken variables of the parameters
     * @param given variables of the record that takes the results, if one does
     * @param checkResult the check of a result, by its number
     */
    CodeBlock write(
            WalkedPlans.Walked plans,
            OverloadParameters overload,
            PathVariables taken,
            Optional<PathVariables> given,
            IntFunction<CodeBlock> checkResult) {
        DimBinding dims = new DimBinding(graph, names, sizes);
        // The plan does not know of sizes that the caller passes.
        CodeBlock.Builder code = CodeBlock.builder().add(sizes.isEmpty() ? dims.forPlan() : dims.all());
        if (graph.tensorParameters().isEmpty()) {
            code.add(checkResult.apply(0));
        }
        code.add(LaunchCode.frame(names));
        for (int i = 0; i < graph.outputs().size(); i++) {
            if (graph.outputs().get(i).node().shape().isRankless()) {
                code.add(checkResult.apply(i));
            }
        }
        CodeBlock checked = new IndexChecks(method, names).write();
        return code.add(new PlanCode(plan, plans, names).write(checked, call -> tensors(call, overload, taken, given)))
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
            tensors.add("", method.record().orElseThrow(), given.get());
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

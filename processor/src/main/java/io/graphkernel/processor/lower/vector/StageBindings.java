package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Recurrence;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.List;

/** Bindings of a stage function's parameters to the arguments of its calls. */
final class StageBindings {

    private final StageFunction function;
    private final BasePointers basePointers;
    private final Stage stage;

    StageBindings(StageFunction function) {
        this.function = function;
        this.basePointers = function.basePointers;
        this.stage = function.stage;
    }

    /** Provider of an argument. */
    @FunctionalInterface
    interface ArgumentProvider {
        Expression of(StageFunction.Call call);
    }

    /** A parameter of the function and the provider of its argument. */
    record Binding(Variable parameter, ArgumentProvider argument) {}

    /** Returns all parameters but the first element and the number of lanes. */
    List<Binding> all() {
        List<Binding> bindings = new ArrayList<>();
        for (Recurrence.Carried carried : function.registers()) {
            bindings.add(new Binding(
                    function.register(carried),
                    call -> new Expression.AddressOf(
                            VectorStageLowering.register(basePointers.names, carried, call.accumulator()))));
        }
        for (Buffer input : function.reads) {
            if (function.register(input).isPresent()) {
                continue;
            }
            bindings.add(new Binding(
                    basePointers.pointer(input), call -> call.scope().base(input)));
            if (hasStep(input)) {
                bindings.add(new Binding(function.variables.step(input.value()), call -> step(call, input)));
            }
        }
        for (Gather gather : gathered()) {
            Dim step = basePointers.innerStride(gather.data());
            bindings.add(new Binding(
                    function.pointer(gather.data()), call -> call.scope().base(gather.data())));
            bindings.add(new Binding(function.variables.step(gather.node()), call -> CodeBuilder.size(step)));
            bindings.add(new Binding(
                    function.variables.axisStride(gather.node()), call -> CodeBuilder.size(gather.axisStride())));
            bindings.add(new Binding(
                    function.variables.axisExtent(gather.node()), call -> CodeBuilder.size(gather.axisExtent())));
        }
        for (Buffer output : stage.stores()) {
            function.indexedStore(output).ifPresent(store -> {
                bindings.add(new Binding(
                        function.variables.axisStride(store.node()), call -> CodeBuilder.size(store.axisStride())));
                bindings.add(new Binding(
                        function.variables.axisExtent(store.node()), call -> CodeBuilder.size(store.axisExtent())));
            });
        }
        stage.restored()
                .forEach(node -> bindings.add(new Binding(
                        function.variables.saved(node, false),
                        call -> call.scope().saved(node))));
        stage.saved()
                .forEach(node -> bindings.add(new Binding(
                        function.variables.saved(node, true),
                        call -> call.scope().saved(node))));
        function.liveIns.forEach(node -> bindings.add(
                new Binding(function.liveIn(node), call -> call.scope().argument(node, call.index()))));
        function.registerAccumulations()
                .forEach(
                        node -> bindings.add(new Binding(function.accumulator(node), call -> accumulator(call, node))));
        function.memoryReductions()
                .forEach(node -> bindings.add(
                        new Binding(function.variables.partial(node), call -> function.variables.partial(node))));
        stage.stores().stream()
                .filter(store -> function.register(store).isEmpty())
                .forEach(store -> bindings.add(new Binding(
                        function.pointer(store), call -> call.scope().base(store))));
        for (Buffer input : function.prefetches()) {
            bindings.add(new Binding(
                    function.variables.next(input.value(), function.pointer(input)),
                    call -> Prefetching.address(basePointers, call.scope(), input)));
        }
        if (function.prefetchesRows()) {
            bindings.add(new Binding(StageFunction.PREFETCH, call -> StageFunction.PREFETCH));
        }
        if (function.hasStores()) {
            bindings.add(new Binding(StageFunction.NON_TEMPORAL_STORES, call -> StageFunction.NON_TEMPORAL_STORES));
        }
        return bindings;
    }

    private Expression step(StageFunction.Call call, Buffer input) {
        if (!basePointers.space.isUnranked()) {
            return CodeBuilder.size(basePointers.innerStride(input));
        }
        return call.unitSteps() ? CodeBuilder.constant(1) : function.variables.step(input.value());
    }

    private Expression accumulator(StageFunction.Call call, Node reduction) {
        return new Expression.AddressOf(BasePointers.suffixed(function.accumulator(reduction), call.accumulator()));
    }

    private boolean hasStep(Buffer input) {
        return basePointers.space.isUnranked()
                || !(basePointers.hasInnerStride(input, Dim.ZERO) || basePointers.hasInnerStride(input, Dim.ONE));
    }

    private List<Gather> gathered() {
        return basePointers.kernel.buffers().gathers().stream()
                .filter(gather -> stage.computed().contains(gather.node()))
                .toList();
    }
}

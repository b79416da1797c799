package io.graphkernel.processor.schedule;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.graph.iteration.IterationDim;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Scheduler of attention by a score function, whose loops are those of a template. */
final class AttentionScheduler {

    /** Rows of queries, and their columns. */
    private static final int FULL_MASK = 0b111;

    private AttentionScheduler() {}

    static ScheduledKernel schedule(
            String name, FusionGroup group, Node node, MemoryPlan memory, Capabilities capabilities) {
        AttentionDims dims = AttentionDims.of(node);
        List<Buffer> inputs = new ArrayList<>();
        Set<Node> scalars = new LinkedHashSet<>();
        Set<Dim.Symbol> symbols = new LinkedHashSet<>();
        dims.all().forEach(dim -> addSymbols(dim, symbols));
        for (Node operand : node.operands()) {
            if (operand.kind() == Node.Kind.SCALAR) {
                scalars.add(operand);
            } else if (operand.kind() == Node.Kind.DIMENSION) {
                operand.attributes().dims().forEach(dim -> addSymbols(dim, symbols));
            } else if (!operand.isNumber()) {
                Dim offset = memory.storage().access(operand).offset();
                addSymbols(offset, symbols);
                AccessMap access = new AccessMap(offset, List.of(Dim.ZERO, Dim.ZERO, Dim.ZERO));
                inputs.add(new Buffer(operand, memory.location(Views.base(operand)), access, FULL_MASK, inputs.size()));
            }
        }
        List<Buffer> outputs = new ArrayList<>();
        for (Location location : memory.storedTo(node)) {
            AccessMap access = new AccessMap(Dim.ZERO, List.of(Dim.ZERO, Dim.ZERO, Dim.ZERO));
            outputs.add(new Buffer(node, location, access, FULL_MASK, inputs.size() + outputs.size()));
        }
        IterationSpace.Nest nest = new IterationSpace.Nest(
                List.of(
                        new IterationDim(dims.heads(), false),
                        new IterationDim(dims.queries(), false),
                        new IterationDim(dims.size(), false)),
                2,
                1);
        IterationSpace space = new IterationSpace(
                LoopTemplate.ATTENTION,
                false,
                nest,
                new IterationSpace.ValueMapping(List.of(node), Map.of(), Map.of(), Map.of(), Map.of()));
        boolean isGradient = AttentionDims.isGradient(node);
        // GPUs have a second function, for keys and values.
        Stage finish = isGradient
                ? new Stage(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of())
                : null;
        KernelBody body =
                new KernelBody(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), finish);
        int slot = inputs.size() + outputs.size();
        int scalarSlot = slot + symbols.size();
        ArgumentLayout layout = new ArgumentLayout(
                List.copyOf(symbols),
                slot,
                List.copyOf(scalars),
                scalarSlot,
                scalarSlot + scalars.size(),
                isGradient ? scalarSlot + scalars.size() + 1 : -1,
                -1);
        KernelBuffers buffers = new KernelBuffers(inputs, List.of(), List.of(), outputs, List.of(), null);
        return new ScheduledKernel(name, group, space, buffers, body, layout, null, capabilities);
    }

    private static void addSymbols(Dim dim, Set<Dim.Symbol> symbols) {
        dim.symbols().forEach(symbol -> symbols.add(new Dim.Symbol(symbol)));
    }
}

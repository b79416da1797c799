package io.graphkernel.processor.schedule;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.loop.LoopAnalysis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Scheduler of one group. */
final class Scheduler {

    private final String name;
    private final FusionGroup group;
    private final IterationSpace space;
    private final Capabilities capabilities;
    private final StagePlanner planner;
    private final KernelBuffers buffers;
    private final Set<Node> inside = Collections.newSetFromMap(new IdentityHashMap<>());

    private Scheduler(
            String name, FusionGroup group, IterationSpace space, MemoryPlan memory, Capabilities capabilities) {
        this.capabilities = capabilities;
        this.name = name;
        this.group = group;
        this.space = space;
        this.planner = new StagePlanner(space, capabilities);
        this.buffers = BufferAnalysis.of(group, space, memory);
        inside.addAll(space.computed());
    }

    static ScheduledKernel schedule(String name, FusionGroup group, MemoryPlan memory, Capabilities capabilities)
            throws SchedulingException {
        IterationSpace space = LoopAnalysis.of(
                        group.nodes(), memory::isStored, memory.storage(), capabilities.splitReduction())
                .orElseThrow(() -> new SchedulingException(group.nodes().get(0)));
        return schedule(name, group, space, memory, capabilities);
    }

    /** Schedules a group over an iteration space. */
    static ScheduledKernel schedule(
            String name, FusionGroup group, IterationSpace space, MemoryPlan memory, Capabilities capabilities) {
        return new Scheduler(name, group, space, memory, capabilities).run();
    }

    private ScheduledKernel run() {
        boolean twoPhases =
                space.template() == LoopTemplate.COLUMN_REDUCTION || space.template() == LoopTemplate.FULL_REDUCTION;
        List<Buffer> finishStores = new ArrayList<>();
        List<Buffer> rowStores = new ArrayList<>();
        List<Buffer> uniformStores = new ArrayList<>();
        Map<Buffer, Integer> stageOfStore = new IdentityHashMap<>();
        space.computed().stream()
                .filter(planner::isReduction)
                .forEach(node -> planner.demand(
                        planner.reductionStage(node), node.operands().get(0)));
        Map<Node, Integer> storeStages = storeStages();
        for (Buffer output : buffers.outputs()) {
            Level level = space.levelOf(output.mask());
            boolean ofRow = level == Level.ROW || (level == Level.ELEMENT && output.mask() == space.fullMask());
            if (twoPhases && !ofRow) {
                finishStores.add(output);
            } else if (level == Level.ELEMENT) {
                int stage = storeStages.get(output.value());
                stageOfStore.put(output, stage);
                output.operands().forEach(value -> planner.demand(stage, value));
            } else {
                (level == Level.ROW ? rowStores : uniformStores).add(output);
            }
        }
        planner.saveNothing();
        List<Stage> unbuffered = stages(stageOfStore);
        planner.chooseSaved();
        List<Stage> stages = stages(stageOfStore);
        Stage finish = twoPhases ? finish(finishStores) : null;
        List<Node> saved = space.computed().stream()
                .filter(node -> stages.stream().anyMatch(stage -> stage.saved().contains(node)))
                .toList();
        KernelBody body = new KernelBody(
                ops(Level.UNIFORM, 0), ops(Level.ROW, 0), stages, unbuffered, saved, rowStores, uniformStores, finish);
        return new ScheduledKernel(name, group, space, buffers, body, layout(twoPhases), null, capabilities);
    }

    private static boolean isAssign(Node node) {
        return OpTable.get().is(node, OpKind.ASSIGN);
    }

    /**
     * Returns the stage in which each value is stored. An in-place update is stored after the last stage that reads the
     * old value, which may itself be delayed by another update.
     */
    private Map<Node, Integer> storeStages() {
        Map<Node, Integer> stages = new IdentityHashMap<>();
        buffers.outputs().forEach(output -> stages.put(output.value(), planner.available(output.stored())));
        boolean changed = true;
        while (changed) {
            changed = false;
            Map<Node, Integer> lastUses = lastUses(stages);
            for (Node assign : group.nodes()) {
                if (isAssign(assign)) {
                    int last = lastReadOf(assign.updatedParameter(), assign, lastUses);
                    changed |= last > stages.get(assign);
                    stages.merge(assign, last, Math::max);
                }
            }
        }
        return stages;
    }

    private int lastReadOf(Node parameter, Node assign, Map<Node, Integer> lastUses) {
        return group.nodes().stream()
                .filter(node -> node != assign && node.operands().contains(parameter))
                .mapToInt(lastUses::get)
                .max()
                .orElse(0);
    }

    /** Returns the last stage in which each value may be computed, for its store or recomputed for its users. */
    private Map<Node, Integer> lastUses(Map<Node, Integer> storeStages) {
        Map<Node, Integer> last = new IdentityHashMap<>();
        List<Node> nodes = group.nodes();
        for (int i = nodes.size() - 1; i >= 0; i--) {
            Node node = nodes.get(i);
            if (planner.isReduction(node)) {
                last.put(node, planner.reductionStage(node));
            } else {
                last.merge(node, storeStages.getOrDefault(node, planner.available(node)), Math::max);
            }
            node.operands().forEach(operand -> last.merge(operand, last.get(node), Math::max));
        }
        return last;
    }

    private List<Stage> stages(Map<Buffer, Integer> stageOfStore) {
        List<Stage> stages = new ArrayList<>();
        for (int stage = 0; stage < planner.stageCount(); stage++) {
            stages.add(stage(stage, stageOfStore));
        }
        return stages;
    }

    private Stage stage(int stage, Map<Buffer, Integer> stageOfStore) {
        Set<Node> outside = planner.outside(stage);
        return new Stage(
                buffers.inputs().stream()
                        .filter(b -> outside.contains(b.value()))
                        .toList(),
                planner.restored(stage),
                planner.computed(stage),
                planner.savedIn(stage),
                space.computed().stream()
                        .filter(node -> planner.isReduction(node) && planner.reductionStage(node) == stage)
                        .toList(),
                buffers.outputs().stream()
                        .filter(b -> stageOfStore.getOrDefault(b, -1) == stage)
                        .toList(),
                ops(Level.ROW, stage + 1));
    }

    /** Returns the ops of a level that become available after a number of stages, without reductions. */
    private List<Node> ops(Level level, int available) {
        return space.computed().stream()
                .filter(node -> space.level(node) == level
                        && planner.available(node) == available
                        && !planner.isReduction(node)
                        && !isAssign(node))
                .toList();
    }

    /** Returns the second phase, which computes with reduced values and those that are broadcast with them. */
    private Stage finish(List<Buffer> stores) {
        Set<Node> needed = Collections.newSetFromMap(new IdentityHashMap<>());
        stores.forEach(store -> collect(store.stored(), needed));
        return new Stage(
                buffers.inputs().stream()
                        .filter(b -> needed.contains(b.value()))
                        .toList(),
                List.of(),
                space.computed().stream()
                        .filter(node -> needed.contains(node) && !planner.isReduction(node))
                        .filter(node -> space.level(node) != Level.UNIFORM || planner.available(node) > 0)
                        .toList(),
                List.of(),
                List.of(),
                stores,
                List.of());
    }

    private void collect(Node node, Set<Node> needed) {
        if (needed.add(node) && inside.contains(node) && !planner.isReduction(node)) {
            OpTable.get().indexedOperands(node).forEach(operand -> collect(operand, needed));
        }
    }

    private ArgumentLayout layout(boolean twoPhases) {
        Set<Dim.Symbol> symbols = new LinkedHashSet<>();
        space.dims().forEach(dim -> addSymbols(dim.extent(), symbols));
        buffers.accessed().forEach(buffer -> {
            addSymbols(buffer.access().offset(), symbols);
            buffer.access().strides().forEach(stride -> addSymbols(stride, symbols));
        });
        buffers.gathers().forEach(gather -> {
            addSymbols(gather.axisStride(), symbols);
            addSymbols(gather.axisExtent(), symbols);
        });
        buffers.indexedStores().forEach(store -> {
            addSymbols(store.axisStride(), symbols);
            addSymbols(store.axisExtent(), symbols);
        });
        Set<Node> scalars = new LinkedHashSet<>();
        for (Node node : space.computed()) {
            for (Node operand : node.operands()) {
                if (operand.kind() == Node.Kind.SCALAR) {
                    scalars.add(operand);
                } else if (operand.kind() == Node.Kind.DIMENSION) {
                    operand.attributes().dims().forEach(dim -> addSymbols(dim, symbols));
                }
            }
        }
        int slot = buffers.inputs().size() + buffers.outputs().size();
        int scalarSlot = slot + symbols.size();
        int streamingSlot = scalarSlot + scalars.size();
        int partialSlot = twoPhases ? streamingSlot + 1 : -1;
        int broadcastSlot = space.isUnranked() ? streamingSlot + 1 : -1;
        return new ArgumentLayout(
                List.copyOf(symbols),
                slot,
                List.copyOf(scalars),
                scalarSlot,
                streamingSlot,
                partialSlot,
                broadcastSlot);
    }

    private static void addSymbols(Dim dim, Set<Dim.Symbol> symbols) {
        dim.symbols().forEach(name -> symbols.add(new Dim.Symbol(name)));
    }
}

package io.graphkernel.processor.launch;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.schedule.ArgumentLayout;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Launch;
import io.graphkernel.processor.schedule.LibraryStep;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.LoopStep;
import io.graphkernel.processor.schedule.Partition;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Region;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Program of a call: argument slots, ranges and memory of each launch of a plan. */
public final class LaunchProgram {

    private final Plan plan;
    private final ArenaSizeExpressions arena;
    private final KernelSections sections;
    /** True if temporaries are tensors. */
    private final boolean temporaryTensors;

    private final Map<Location.Temporary, Step> firstWriters = new HashMap<>();
    /** Program around a loop's body; null for the program of a method. */
    private final LaunchProgram outer;
    /** Loop whose body this is; null for the program of a method. */
    private final LoopStep loop;
    /** Index of the plan's first allocation in the arena. */
    private final int firstAllocation;

    /**
     * Creates the program of a plan.
     *
     * @param plan the plan
     */
    public LaunchProgram(Plan plan) {
        this.plan = plan;
        this.outer = null;
        this.loop = null;
        this.firstAllocation = 0;
        this.arena = new ArenaSizeExpressions(plan);
        this.sections = new KernelSections(arena);
        this.temporaryTensors =
                plan.kernels().stream().anyMatch(kernel -> kernel.space().isUnranked());
        plan.steps().forEach(step -> temporaries(step).forEach(written -> firstWriters.putIfAbsent(written, step)));
    }

    private LaunchProgram(LaunchProgram outer, LoopStep loop) {
        this.plan = loop.body();
        this.outer = outer;
        this.loop = loop;
        this.firstAllocation = outer.firstAllocation + outer.plan.arena().firstAllocation(loop);
        this.arena = outer.arena;
        this.sections = outer.sections;
        this.temporaryTensors = false;
    }

    /** Returns the plan. */
    public Plan plan() {
        return plan;
    }

    /** Returns the size of the arena in bytes. */
    public Size arenaBytes() {
        return arena.bytes();
    }

    /** Returns true if the runtime plans offsets for the dims of a call; each is a {@link Size.Planned}. */
    public boolean plansOffsets() {
        return arena.arePlanned();
    }

    /** Returns the sizes that are computed once per call, each after its operands. */
    public List<Size.Named> named() {
        return arena.named();
    }

    /**
     * Returns true if a location is in the arena. In a plan over unranked shapes temporaries are tensors, because some
     * sizes are known only after earlier kernels have run.
     */
    public boolean isInArena(Location location) {
        return location instanceof Location.Temporary && temporary(location).isInArena();
    }

    /** Returns the offset of a temporary in the arena, in bytes. */
    public Size offset(Location temporary) {
        return arena.offset(firstAllocation + temporary(temporary).allocation());
    }

    /** Returns the temporary at a location. */
    public Plan.Temporary temporary(Location location) {
        return plan.temporaries().get(((Location.Temporary) location).index());
    }

    /**
     * Returns the operations of a call.
     *
     * @param together true if the kernels of a joint launch are launched as a batch
     * @return the operations, in order
     */
    public List<Operation> operations(boolean together) {
        List<Operation> operations = new ArrayList<>();
        for (Launch launch : plan.launches()) {
            if (together && launch.isJoint()) {
                operations.add(joint(launch));
            } else {
                launch.steps().forEach(step -> operations.add(operation(step)));
            }
        }
        return operations;
    }

    /**
     * Returns the operation of a step.
     *
     * @param step a library call or a kernel
     * @return the operation, with slots from 0
     */
    public Operation operation(Step step) {
        if (step instanceof LibraryStep call) {
            return new Operation.Call(call, fills(call));
        }
        if (step instanceof LoopStep repeated) {
            return new Operation.Loop(repeated, control(repeated), new LaunchProgram(this, repeated).operations(true));
        }
        ScheduledKernel kernel = (ScheduledKernel) step;
        return kernel.space().isUnranked()
                ? new Operation.UnrankedLaunch(kernel, BroadcastOperand.of(plan.graph(), kernel), unrankedFills(kernel))
                : new Operation.Launches(kernel, fills(kernel, 0), sections.of(kernel, 0));
    }

    /** The traffic follows from the loops, which are known at the launch. */
    private List<SlotInitializer> unrankedFills(ScheduledKernel kernel) {
        List<SlotInitializer> fills = new ArrayList<>();
        kernel.buffers().inputs().forEach(buffer -> fills.add(pointer(0, buffer, false)));
        kernel.buffers().outputs().forEach(buffer -> fills.add(pointer(0, buffer, true)));
        fills.addAll(scalars(kernel.layout(), 0));
        fills.add(KernelFootprint.fill(plan, kernel, kernel.layout().streamingSlot(), Size.ZERO));
        return fills;
    }

    /**
     * Returns the tensor temporaries that are allocated before a step, which writes them first.
     *
     * @param step a step of the plan
     * @return the temporaries
     */
    public List<Location.Temporary> allocatedBefore(Step step) {
        return temporaryTensors
                ? temporaries(step).stream()
                        .filter(temporary -> firstWriters.get(temporary) == step)
                        .distinct()
                        .toList()
                : List.of();
    }

    private static List<Location.Temporary> temporaries(Step step) {
        return step.writes().stream()
                .filter(Location.Temporary.class::isInstance)
                .map(Location.Temporary.class::cast)
                .toList();
    }

    /** Returns true if temporaries are tensors, which a call allocates. */
    public boolean makesTensors() {
        return temporaryTensors;
    }

    /** Returns a batch of kernels, each with slots of its own. */
    private Operation joint(Launch launch) {
        List<SlotInitializer> fills = new ArrayList<>();
        List<Section> joined = new ArrayList<>();
        int slot = 0;
        int phase = 0;
        for (List<Step> together : launch.phases()) {
            List<Section> phaseSections = new ArrayList<>();
            for (Step step : together) {
                ScheduledKernel kernel = (ScheduledKernel) step;
                fills.addAll(fills(kernel, slot));
                phaseSections.addAll(sections.of(kernel, slot));
                slot += kernel.layout().slots();
            }
            phase = join(phaseSections, phase, joined);
        }
        return new Operation.LaunchBatch(fills, joined);
    }

    /** Adds the second phases of reductions after the first ones of all concurrent kernels. */
    private static int join(List<Section> sections, int phase, List<Section> joined) {
        int next = phase;
        for (int function = 0; function <= 1; function++) {
            for (Section section : sections) {
                if (section.function() == function) {
                    joined.add(section.in(phase + function));
                    next = phase + function + 1;
                }
            }
        }
        return next;
    }

    private List<SlotInitializer> fills(ScheduledKernel kernel, int firstSlot) {
        List<SlotInitializer> fills = new ArrayList<>();
        ArgumentLayout layout = kernel.layout();
        kernel.buffers().inputs().forEach(buffer -> fills.add(pointer(firstSlot, buffer, false)));
        kernel.buffers().outputs().forEach(buffer -> fills.add(pointer(firstSlot, buffer, true)));
        for (int i = 0; i < layout.dims().size(); i++) {
            Size dim = Size.of(layout.dims().get(i));
            fills.add(new SlotInitializer.OfSize(firstSlot + layout.dimSlot() + i, dim));
        }
        fills.addAll(scalars(layout, firstSlot));
        fills.add(cacheHint(kernel, firstSlot));
        if (kernel.body().finish() != null) {
            fills.add(new SlotInitializer.OfArena(firstSlot + layout.partialSlot(), arena.partials(kernel)));
            fills.add(new SlotInitializer.OfSize(
                    firstSlot + layout.blockSlot(), Size.of(Partition.itemsPerBlock(kernel))));
            fills.add(new SlotInitializer.OfSize(firstSlot + layout.blockCountSlot(), arena.blocks(kernel)));
        }
        return fills;
    }

    /** Returns the cache hint of a kernel. Parameters and results of a loop's body never alias. */
    private SlotInitializer cacheHint(ScheduledKernel kernel, int firstSlot) {
        SlotInitializer hint = KernelFootprint.fill(
                plan, kernel, firstSlot + kernel.layout().streamingSlot(), KernelFootprint.footprint(plan, kernel));
        return loop != null && hint instanceof SlotInitializer.OfCaches caches
                ? new SlotInitializer.OfCaches(caches.slot(), caches.footprint(), caches.updates(), List.of())
                : hint;
    }

    /**
     * Returns the initializers of scalar arguments, in the dtype of the tensors that they are combined with.
     *
     * @param layout argument layout of a kernel
     * @param firstSlot the kernel's first slot
     * @return the initializers
     */
    public static List<SlotInitializer> scalars(ArgumentLayout layout, int firstSlot) {
        List<SlotInitializer> fills = new ArrayList<>();
        for (int i = 0; i < layout.scalars().size(); i++) {
            fills.add(new SlotInitializer.OfScalar(
                    firstSlot + layout.scalarSlot() + i, layout.scalars().get(i)));
        }
        return fills;
    }

    /**
     * Returns operands, result, dims of the op's own operands, further sizes of the result, then numbers as doubles.
     */
    private List<SlotInitializer> fills(LibraryStep call) {
        List<SlotInitializer> fills = new ArrayList<>();
        for (int i = 0; i < call.operands().size(); i++) {
            Node operand = call.tensors().get(i);
            fills.add(region(fills.size(), call.operands().get(i), operand, false));
        }
        fills.add(region(fills.size(), call.result(), call.node(), true));
        Stream<Dim> dims = call.ownTensors().stream().flatMap(operand -> operand.shape().dims().stream());
        Stream.concat(dims, call.resultSizes().stream())
                .forEach(dim -> fills.add(new SlotInitializer.OfSize(fills.size(), Size.of(dim))));
        call.numbers().forEach(number -> fills.add(new SlotInitializer.OfNumber(fills.size(), number)));
        return fills;
    }

    /** Returns the address of the scalar that selects the iterations of a loop. */
    private List<SlotInitializer> control(LoopStep repeated) {
        return repeated.control().stream()
                .map(region ->
                        region(0, region, repeated.loop().controlParameter().orElseThrow(), false))
                .toList();
    }

    private SlotInitializer pointer(int firstSlot, Buffer buffer, boolean written) {
        int bytes = buffer.value().dtype().byteSize();
        return pointer(firstSlot + buffer.slot(), buffer.location(), Dim.ZERO, bytes, written);
    }

    /** Returns the address of the first element of a library operand. */
    private SlotInitializer region(int slot, Region region, Node value, boolean written) {
        return pointer(
                slot, region.location(), region.access().offset(), value.dtype().byteSize(), written);
    }

    private SlotInitializer pointer(int slot, Location location, Dim offset, int elementBytes, boolean written) {
        Region bound = loop == null ? null : loop.binding(location);
        if (bound != null) {
            Dim inside = bound.access().offset().plus(offset);
            return outer.pointer(slot, bound.location(), inside, elementBytes, written);
        }
        if (!isInArena(location)) {
            return new SlotInitializer.OfTensor(slot, location, Size.of(offset), written);
        }
        Size begin = offset(location);
        Size within = Size.of(offset.times(Dim.of(elementBytes)));
        return new SlotInitializer.OfArena(slot, offset.equals(Dim.ZERO) ? begin : Size.sum(List.of(begin, within)));
    }
}

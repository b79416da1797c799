package io.graphkernel.processor.launch;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.ArgumentLayout;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Launch;
import io.graphkernel.processor.schedule.LibraryCall;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Partition;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Region;
import io.graphkernel.processor.schedule.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What a call does, launch by launch: the slots, ranges and memory of a plan. */
public final class LaunchProgram {

    private final Plan plan;
    private final ArenaOffsets arena;
    /** Whether temporaries are tensors. */
    private final boolean temporaryTensors;

    private final Map<Location.Temporary, Step> firstWriters = new HashMap<>();

    /**
     * The program of a plan.
     *
     * @param plan the plan
     */
    public LaunchProgram(Plan plan) {
        this.plan = plan;
        this.arena = new ArenaOffsets(plan);
        this.temporaryTensors =
                plan.kernels().stream().anyMatch(kernel -> kernel.space().isRankless());
        plan.steps().forEach(step -> temporaries(step).forEach(written -> firstWriters.putIfAbsent(written, step)));
    }

    /** The plan. */
    public Plan plan() {
        return plan;
    }

    /** The bytes of the arena. */
    public Size arenaBytes() {
        return arena.bytes();
    }

    /** Whether the run time plans offsets for the dims of a call, of which each is a {@link Size.Planned}. */
    public boolean plansOffsets() {
        return arena.arePlanned();
    }

    /** What is computed once at a call, each after those that it needs. */
    public List<Size.Named> named() {
        return arena.named();
    }

    /**
     * Whether a location is a piece of the arena, not a tensor. In a plan over rankless shapes temporaries are tensors, because
     * the sizes of some are known only when kernels before them have run.
     */
    public boolean isInArena(Location location) {
        return location instanceof Location.Temporary && temporary(location).isInArena();
    }

    /** Where a temporary begins in the arena, in bytes. */
    public Size offset(Location temporary) {
        return arena.temporary(temporary(temporary));
    }

    /** What a temporary's location holds. */
    public Plan.Temporary temporary(Location location) {
        return plan.temporaries().get(((Location.Temporary) location).index());
    }

    /**
     * What a call does.
     *
     * @param together whether the kernels of a joint launch are launched together
     * @return in order
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
     * What one step does.
     *
     * @param step a library call or a kernel
     * @return with slots from 0 on
     */
    public Operation operation(Step step) {
        if (step instanceof LibraryCall call) {
            return new Operation.Call(call, fills(call));
        }
        Kernel kernel = (Kernel) step;
        return kernel.space().isRankless()
                ? new Operation.RanklessLaunch(kernel, BroadcastOperand.of(plan.graph(), kernel), ranklessFills(kernel))
                : new Operation.Launches(kernel, fills(kernel, 0), sections(kernel, 0));
    }

    /** The bytes that are moved follow from the loops, which are known at the launch. */
    private List<Fill> ranklessFills(Kernel kernel) {
        List<Fill> fills = new ArrayList<>();
        kernel.inputs().forEach(buffer -> fills.add(pointer(0, buffer, false)));
        kernel.outputs().forEach(buffer -> fills.add(pointer(0, buffer, true)));
        fills.addAll(scalars(kernel.layout(), 0));
        fills.add(Traffic.fill(plan, kernel, kernel.layout().streamingSlot(), Size.ZERO));
        return fills;
    }

    /**
     * The temporaries that are tensors and that a step is the first to store into.
     *
     * @param step a step of the plan
     * @return those that are made before it
     */
    public List<Location.Temporary> made(Step step) {
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

    /** Whether temporaries are tensors, which a call makes. */
    public boolean makesTensors() {
        return temporaryTensors;
    }

    /** Several kernels at once, each with slots of its own. */
    private Operation joint(Launch launch) {
        List<Fill> fills = new ArrayList<>();
        List<Section> all = new ArrayList<>();
        int slot = 0;
        int phase = 0;
        for (List<Step> together : launch.phases()) {
            List<Section> sections = new ArrayList<>();
            for (Step step : together) {
                Kernel kernel = (Kernel) step;
                fills.addAll(fills(kernel, slot));
                sections.addAll(sections(kernel, slot));
                slot += kernel.layout().slots();
            }
            phase = join(sections, phase, all);
        }
        return new Operation.JointLaunch(fills, all);
    }

    /** The second phases of reductions run when the first ones of all kernels next to them have. */
    private static int join(List<Section> sections, int phase, List<Section> all) {
        int next = phase;
        for (int function = 0; function <= 1; function++) {
            for (Section section : sections) {
                if (section.function() == function) {
                    all.add(section.in(phase + function));
                    next = phase + function + 1;
                }
            }
        }
        return next;
    }

    private List<Fill> fills(Kernel kernel, int firstSlot) {
        List<Fill> fills = new ArrayList<>();
        ArgumentLayout layout = kernel.layout();
        kernel.inputs().forEach(buffer -> fills.add(pointer(firstSlot, buffer, false)));
        kernel.outputs().forEach(buffer -> fills.add(pointer(firstSlot, buffer, true)));
        for (int i = 0; i < layout.dims().size(); i++) {
            Size dim = Size.of(layout.dims().get(i));
            fills.add(new Fill.OfSize(firstSlot + layout.dimSlot() + i, dim));
        }
        fills.addAll(scalars(layout, firstSlot));
        fills.add(Traffic.fill(plan, kernel, firstSlot + layout.streamingSlot(), Traffic.footprint(plan, kernel)));
        if (kernel.finish() != null) {
            fills.add(new Fill.OfArena(firstSlot + layout.partialSlot(), arena.partials(kernel)));
            fills.add(new Fill.OfSize(firstSlot + layout.blockSlot(), Size.of(Partition.itemsPerBlock(kernel))));
            fills.add(new Fill.OfSize(firstSlot + layout.blockCountSlot(), arena.blocks(kernel)));
        }
        return fills;
    }

    /**
     * Numbers in the dtype of the tensors that they meet.
     *
     * @param layout where a kernel has them
     * @param firstSlot its first slot
     * @return what fills their slots
     */
    public static List<Fill> scalars(ArgumentLayout layout, int firstSlot) {
        List<Fill> fills = new ArrayList<>();
        for (int i = 0; i < layout.scalars().size(); i++) {
            fills.add(new Fill.OfScalar(
                    firstSlot + layout.scalarSlot() + i, layout.scalars().get(i)));
        }
        return fills;
    }

    /**
     * Operands, result, the dims of the op's own operands, the strides of the result, then numbers, each as a double.
     */
    private List<Fill> fills(LibraryCall call) {
        List<Fill> fills = new ArrayList<>();
        for (int i = 0; i < call.operands().size(); i++) {
            Node operand = call.tensors().get(i);
            fills.add(region(fills.size(), call.operands().get(i), operand, false));
        }
        fills.add(region(fills.size(), call.result(), call.node(), true));
        Stream<Dim> dims = call.ownTensors().stream().flatMap(operand -> operand.shape().dims().stream());
        Stream.concat(dims, call.resultStrides().stream())
                .forEach(dim -> fills.add(new Fill.OfSize(fills.size(), Size.of(dim))));
        call.numbers().forEach(number -> fills.add(new Fill.OfNumber(fills.size(), number)));
        return fills;
    }

    private Fill pointer(int firstSlot, Buffer buffer, boolean written) {
        return pointer(firstSlot + buffer.slot(), buffer.location(), Dim.ZERO, 1, written);
    }

    /** The first element of a region that a library reads or writes. */
    private Fill region(int slot, Region region, Node value, boolean written) {
        return pointer(
                slot, region.location(), region.access().offset(), value.dtype().byteSize(), written);
    }

    private Fill pointer(int slot, Location location, Dim offset, int elementBytes, boolean written) {
        if (!isInArena(location)) {
            return new Fill.OfTensor(slot, location, Size.of(offset), written);
        }
        Size begin = offset(location);
        Size within = Size.of(offset.times(Dim.of(elementBytes)));
        return new Fill.OfArena(slot, offset.equals(Dim.ZERO) ? begin : Size.sum(List.of(begin, within)));
    }

    /** What runs for a kernel: one function, or the two phases of a reduction. */
    private List<Section> sections(Kernel kernel, int slot) {
        IterationSpace space = kernel.space();
        Size elementBytes = Size.of(Traffic.elementBytes(kernel));
        Size inner = Size.of(space.inner());
        Size middle = Size.of(IterationSpace.product(space.middle()));
        Size rows = Size.of(space.rows());
        if (kernel.isFlat()) {
            return List.of(new Section(kernel, 0, slot, 0, inner, KernelAbi.FLAT_GRANULE, elementBytes, Size.ZERO));
        }
        if (kernel.isTiled()) {
            Size side = Size.of(kernel.tileSide());
            Size tiles = new Size.CeilDiv(inner, side);
            Size tileBytes = new Size.Product(List.of(elementBytes, middle, side));
            Size range = unlessEmpty(kernel, space.rows().times(space.inner()), new Size.Product(List.of(rows, tiles)));
            return List.of(new Section(kernel, 0, slot, 0, range, 1, tileBytes, scratch(kernel)));
        }
        if (kernel.finish() == null) {
            Size rowBytes = new Size.Product(List.of(elementBytes, middle, inner));
            Size range = unlessEmpty(kernel, space.rows(), rows);
            return List.of(new Section(kernel, 0, slot, 0, range, 1, rowBytes, scratch(kernel)));
        }
        Size perItem = space.outer().isEmpty() ? elementBytes : new Size.Product(List.of(elementBytes, inner));
        Size perBlock = new Size.Product(List.of(Size.of(Partition.itemsPerBlock(kernel)), perItem));
        Size count = arena.blocks(kernel);
        Size columns = space.form() == Form.COLUMN_REDUCTION ? inner : Size.ONE;
        return List.of(
                new Section(kernel, 0, slot, 0, count, 1, perBlock, scratch(kernel)),
                new Section(kernel, 1, slot, 0, columns, KernelAbi.COLUMN_GRANULE, Size.product(4, count), Size.ZERO));
    }

    /**
     * A range: no rows, of which there may be very many, where there is nothing to store.
     *
     * @param counted what is 0 wherever the range is
     * @param range the range of a call that stores something
     */
    private static Size unlessEmpty(Kernel kernel, Dim counted, Size range) {
        List<Dim> stored = kernel.outputs().stream()
                .map(output -> Dim.product(output.value().shape().dims()))
                .distinct()
                .toList();
        return counted instanceof Dim.Constant || stored.contains(counted)
                ? range
                : new Size.IfAny(stored.stream().map(Size::of).toList(), range);
    }

    /** The bytes of a thread's tiles or row buffers, each of which begins at a cache line. */
    private static Size scratch(Kernel kernel) {
        if (kernel.tileBytes() > 0) {
            return Size.of(kernel.tileBytes());
        }
        Size elements = Size.of(kernel.rowBufferElements());
        return Size.sum(kernel.saved().stream()
                .<Size>map(saved -> new Size.Aligned(Size.product(saved.dtype().computeBytes(), elements)))
                .toList());
    }
}

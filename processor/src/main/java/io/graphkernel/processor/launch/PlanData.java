package io.graphkernel.processor.launch;

import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.ScalarExpressions;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.ValueType;
import io.graphkernel.processor.launch.LibraryCallSite.Argument;
import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.LibraryStep;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Program of a plan as data, which the runtime interprets. A call passes tensors (parameters before results), sizes of
 * dims, and numbers.
 */
public final class PlanData {

    /**
     * A number that a call passes.
     *
     * @param expression Java expression over the method's parameters
     * @param use target type of the number
     */
    public record CallNumber(String expression, NumberUse use) {}

    /** Target type of a call's number. */
    public enum NumberUse {
        /** A float or a double, as the expression. */
        FLOATING,
        /** An integer. */
        WHOLE,
        /** A double, for any expression. */
        DOUBLE
    }

    /** Kinds of steps. */
    private static final int LAUNCHES = 0;

    private static final int JOINT_LAUNCH = 1;
    private static final int LIBRARY_CALL = 2;
    private static final int UNRANKED_LAUNCH = 3;
    private static final int LOOP = 4;

    /** Kinds of slot initializers. */
    private static final int INPUT = 0;

    private static final int OUTPUT = 1;
    private static final int ARENA = 2;
    private static final int SIZE = 3;
    private static final int NUMBER = 4;
    private static final int CACHES = 5;

    private final LaunchProgram program;
    private final Map<String, Integer> kernels;
    private final boolean checked;
    private final DebugChecks checks;
    private final SizeTableBuilder sizes;
    private final List<Node> parameters;
    private final Map<Location, Integer> tensors = new LinkedHashMap<>();
    private final Map<CallNumber, Integer> numbers = new LinkedHashMap<>();
    private final List<LibraryCallSite> sites = new ArrayList<>();
    /** Call sites by callee and operand types. */
    private final Map<List<Object>, Integer> sitesByTypes = new HashMap<>();

    /** Number of loops around the operation that is written. */
    private int loopDepth;

    private final byte[] bytes;

    /**
     * Creates the data of a plan.
     *
     * @param plan the plan
     * @param kernels index of each function in the library of the class
     * @param constants index of each constant tensor of the class
     * @param checked true if launches are checked, as in {@code --enable_debug_mode}
     */
    public PlanData(Plan plan, Map<String, Integer> kernels, ConstantTable constants, boolean checked) {
        this.program = new LaunchProgram(plan);
        this.sizes = new SizeTableBuilder(program);
        this.kernels = kernels;
        this.checked = checked;
        this.checks = new DebugChecks(plan);
        Graph graph = plan.graph();
        this.parameters = graph.tensorParameters();
        byte[] operands = new OperandTable(plan, sizes).bytes();
        graph.tensorParameters()
                .forEach(parameter -> tensors.put(new Location.Parameter(parameter.label()), tensors.size()));
        for (int i = 0; i < graph.outputs().size(); i++) {
            tensors.put(new Location.Result(i), tensors.size());
        }
        int tensorCount = tensors.size();
        plan.constants().forEach(constant -> tensors.put(constant, tensors.size()));
        int fixed = tensors.size();
        for (int i = 0; i < allocationCount(plan); i++) {
            tensors.put(new Location.Temporary(i), tensors.size());
        }
        PlanWriter steps = new PlanWriter();
        steps.number(sizes.index(program.arenaBytes()));
        steps.list(program.operations(true), operation -> write(steps, operation));
        // Tables precede the steps that refer to them.
        PlanWriter writer = new PlanWriter().text(graph.name()).flag(checked).number(tensorCount);
        writer.list(plan.constants(), constant -> writer.number(constants.number(constant)));
        writer.flag(program.makesTensors()).number(tensors.size() - fixed);
        writer.number(sizes.dims().size()).number(numbers.size());
        sizes.write(writer);
        writer.raw(operands);
        writer.list(sites, site -> write(writer, site));
        this.bytes = writer.raw(steps.bytes()).bytes();
    }

    /** Returns the bytes of the plan in a plan file. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Returns the number of tensors that a call allocates. */
    private int allocationCount(Plan plan) {
        return program.makesTensors() ? plan.temporaries().size() : 0;
    }

    /** Returns the dims that a call passes, in order. */
    public List<Dim.Symbol> dims() {
        return sizes.dims();
    }

    /** Returns the numbers that a call passes, in order. */
    public List<CallNumber> numbers() {
        return List.copyOf(numbers.keySet());
    }

    private void write(PlanWriter out, Operation operation) {
        if (operation instanceof Operation.UnrankedLaunch launch) {
            out.number(UNRANKED_LAUNCH);
            write(out, launch);
        } else if (operation instanceof Operation.Launches launches) {
            out.number(LAUNCHES);
            writeAllocations(out, launches.step());
            check(out, launches.step());
            fills(out, launches.fills());
            out.list(launches.sections(), section -> write(out, section));
        } else if (operation instanceof Operation.LaunchBatch joint) {
            out.number(JOINT_LAUNCH);
            writeAllocations(out, null);
            fills(out, joint.fills());
            out.list(joint.sections(), section -> {
                write(out, section);
                out.number(section.slot()).number(section.phase());
            });
        } else if (operation instanceof Operation.Loop loop) {
            out.number(LOOP);
            writeAllocations(out, loop.loop());
            check(out, loop.loop());
            fills(out, loop.fills());
            out.number(sizes.index(Size.of(loop.loop().loop().trips())));
            out.number(sizes.dimIndex(loop.loop().loop().index()));
            out.flag(loop.loop().isInKernel());
            out.number(loop.loop().loop().control().ordinal());
            loopDepth++;
            out.list(loop.body(), inside -> write(out, inside));
            loopDepth--;
        } else {
            Operation.Call call = (Operation.Call) operation;
            out.number(LIBRARY_CALL);
            writeAllocations(out, call.call());
            check(out, call.call());
            fills(out, call.fills());
            out.number(site(call.call()));
        }
    }

    private void write(PlanWriter out, Operation.UnrankedLaunch launch) {
        ScheduledKernel kernel = launch.kernel();
        writeAllocations(out, kernel);
        check(out, kernel);
        fills(out, launch.fills());
        out.list(launch.operands(), operand -> write(out, operand));
        out.number(kernel.buffers().inputs().size()).number(kernel.layout().broadcastSlot());
        out.number(KernelFootprint.elementBytes(kernel))
                .number(ReferenceModel.DEFAULT.grains().flatElements());
        kernel.functions().forEach(function -> out.number(kernels.get(function)));
    }

    private void write(PlanWriter out, BroadcastOperand operand) {
        out.flag(operand instanceof BroadcastOperand.OfTensor);
        if (operand instanceof BroadcastOperand.OfTensor tensor) {
            out.text(program.plan().name(tensor.location())).number(tensors.get(tensor.location()));
        } else {
            Shape shape = ((BroadcastOperand.OfDims) operand).shape();
            out.text(shape.toString());
            sizes.dims(out, shape, parameters);
        }
    }

    /** Writes the tensors that are allocated before a step, with the dims of the loops or of the call. */
    private void writeAllocations(PlanWriter out, Step step) {
        if (!program.makesTensors() || loopDepth > 0) {
            return;
        }
        out.list(program.allocatedBefore(step), temporary -> {
            Node value = program.temporary(temporary).value();
            out.number(tensors.get(temporary)).text(value.dtype().name());
            out.flag(value.shape().isUnranked());
            if (!value.shape().isUnranked()) {
                sizes.dims(out, value.shape(), parameters);
            }
        });
    }

    private void write(PlanWriter out, Section section) {
        String function = section.kernel().functions().get(section.function());
        out.number(kernels.get(function));
        out.number(sizes.index(section.range())).number(section.grainSize());
        out.number(sizes.index(section.bytesPerItem())).number(sizes.index(section.scratchBytes()));
    }

    private void check(PlanWriter out, Step step) {
        // A loop is checked as a whole: during its iterations stacked results are incomplete.
        if (!checked || loopDepth > 0) {
            return;
        }
        DebugChecks.Check check = checks.of(step);
        out.text(check.name()).text(check.ops());
        out.list(check.read(), location -> memory(out, location));
        out.list(List.copyOf(check.stored().entrySet()), stored -> {
            out.text(stored.getValue());
            memory(out, stored.getKey());
        });
    }

    /** Writes a checked location: a tensor, or elements of the arena. */
    private void memory(PlanWriter out, Location location) {
        out.flag(program.isInArena(location));
        if (!program.isInArena(location)) {
            out.number(tensors.get(location));
            return;
        }
        Node value = program.temporary(location).value();
        out.text(value.dtype().name());
        out.number(sizes.index(program.offset(location)));
        out.number(sizes.index(Size.product(value.shape().dims())));
    }

    private void fills(PlanWriter out, List<SlotInitializer> fills) {
        out.list(fills, fill -> {
            out.number(fill.slot());
            write(out, fill);
        });
    }

    private void write(PlanWriter out, SlotInitializer fill) {
        if (fill instanceof SlotInitializer.OfTensor tensor) {
            out.number(tensor.written() ? OUTPUT : INPUT).number(tensors.get(tensor.location()));
            out.number(sizes.index(tensor.offset()));
        } else if (fill instanceof SlotInitializer.OfArena arena) {
            out.number(ARENA).number(sizes.index(arena.offset()));
        } else if (fill instanceof SlotInitializer.OfSize size) {
            out.number(SIZE).number(sizes.index(size.size()));
        } else if (fill instanceof SlotInitializer.OfScalar scalar) {
            NumberUse use = scalar.scalar().dtype().isFloating() ? NumberUse.FLOATING : NumberUse.WHOLE;
            out.number(NUMBER).number(number(scalar.scalar(), use));
        } else if (fill instanceof SlotInitializer.OfNumber number) {
            write(out, number.number());
        } else {
            SlotInitializer.OfCaches caches = (SlotInitializer.OfCaches) fill;
            out.number(CACHES).number(sizes.index(caches.footprint()));
            out.flag(caches.updates());
            out.list(
                    caches.shared(),
                    pair -> out.number(tensors.get(pair.result())).number(tensors.get(pair.parameter())));
        }
    }

    /** Writes a library's number operand, as a double. */
    private void write(PlanWriter out, Node number) {
        switch (number.kind()) {
            case SCALAR -> out.number(NUMBER).number(number(number, NumberUse.DOUBLE));
            case DIMENSION -> {
                Size size = Size.product(number.attributes().dims());
                out.number(SIZE).number(sizes.doubleBits(size));
            }
            default -> {
                long bits = Double.doubleToRawLongBits(number.attributes().value());
                out.number(SIZE).number(sizes.number(bits));
            }
        }
    }

    private int number(Node scalar, NumberUse use) {
        CallNumber number = new CallNumber(ScalarExpressions.converted(scalar), use);
        return numbers.computeIfAbsent(number, key -> numbers.size());
    }

    /**
     * Returns a call site. Equal calls with the same dims share one, because a site caches few prepared shapes.
     * Collectives do not, because ranks count their calls.
     */
    private int site(LibraryStep call) {
        LibraryCallSite site = LibraryCallSite.of(call, program.plan().graph().name());
        List<ValueType> types = call.node().operands().stream().map(Node::type).toList();
        Integer known = site.isCollective() ? null : sitesByTypes.putIfAbsent(List.of(site, types), sites.size());
        if (known == null) {
            sites.add(site);
        }
        return known == null ? sites.size() - 1 : known;
    }

    private static void write(PlanWriter out, LibraryCallSite site) {
        out.text(site.type());
        site.arguments().forEach(argument -> write(out, argument));
        out.list(site.epilogue(), out::text);
    }

    private static void write(PlanWriter out, Argument argument) {
        if (argument instanceof Argument.Text text) {
            out.text(text.text());
        } else if (argument instanceof Argument.IntArgument integer) {
            out.number(integer.number());
        } else if (argument instanceof Argument.Flag flag) {
            out.flag(flag.flag());
        } else if (argument instanceof Argument.OfDType of) {
            out.text(of.dtype().name());
        } else if (argument instanceof Argument.ReduceOp reduceOp) {
            out.text(reduceOp.name());
        } else {
            out.list(((Argument.IntListArgument) argument).numbers(), out::number);
        }
    }
}

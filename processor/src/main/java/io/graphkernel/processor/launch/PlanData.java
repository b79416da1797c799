package io.graphkernel.processor.launch;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.ValueType;
import io.graphkernel.processor.launch.LibraryCallSite.Argument;
import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.LibraryCall;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The program of a plan as data, which the run time walks. A call gives it tensors, the parameters before the results,
 * the sizes of dims, and numbers.
 */
public final class PlanData {

    /**
     * A number that a call gives.
     *
     * @param expression Java text over the method's parameters
     * @param use what it is made into
     */
    public record CallNumber(String expression, NumberUse use) {}

    /** What the number of a call is made into. */
    public enum NumberUse {
        /** A float or a double, as the expression is. */
        FLOATING,
        /** A whole number. */
        WHOLE,
        /** A double, whatever the expression is. */
        DOUBLE
    }

    /** The kinds of steps. */
    private static final int LAUNCHES = 0;

    private static final int JOINT_LAUNCH = 1;
    private static final int LIBRARY_CALL = 2;
    private static final int RANKLESS_LAUNCH = 3;

    /** The kinds of what a slot holds. */
    private static final int INPUT = 0;

    private static final int OUTPUT = 1;
    private static final int ARENA = 2;
    private static final int SIZE = 3;
    private static final int NUMBER = 4;
    private static final int CACHES = 5;

    private final LaunchProgram program;
    private final Map<String, Integer> kernels;
    private final boolean checked;
    private final CheckedSteps checks;
    private final SizeTable sizes;
    private final List<Node> parameters;
    private final Map<Location, Integer> tensors = new LinkedHashMap<>();
    private final Map<CallNumber, Integer> numbers = new LinkedHashMap<>();
    private final List<LibraryCallSite> sites = new ArrayList<>();
    /** By what is called and the types of its operands. */
    private final Map<List<Object>, Integer> sitesByTypes = new HashMap<>();

    private final byte[] bytes;

    /**
     * The data of a plan.
     *
     * @param plan the plan
     * @param kernels the number of each function in the library of the class
     * @param constants the number of each constant tensor of the class
     * @param checked whether launches are looked at, as in {@code --enable_debug_mode}
     */
    public PlanData(Plan plan, Map<String, Integer> kernels, ConstantTable constants, boolean checked) {
        this.program = new LaunchProgram(plan);
        this.sizes = new SizeTable(program);
        this.kernels = kernels;
        this.checked = checked;
        this.checks = new CheckedSteps(plan);
        Graph graph = plan.graph();
        this.parameters = graph.tensorParameters();
        byte[] operands = new OperandTable(plan, sizes).bytes();
        graph.tensorParameters()
                .forEach(parameter -> tensors.put(new Location.Parameter(parameter.label()), tensors.size()));
        for (int i = 0; i < graph.outputs().size(); i++) {
            tensors.put(new Location.Result(i), tensors.size());
        }
        int given = tensors.size();
        plan.constants().forEach(constant -> tensors.put(constant, tensors.size()));
        int fixed = tensors.size();
        for (int i = 0; i < made(plan); i++) {
            tensors.put(new Location.Temporary(i), tensors.size());
        }
        PlanWriter steps = new PlanWriter();
        steps.number(sizes.index(program.arenaBytes()));
        steps.list(program.operations(true), operation -> write(steps, operation));
        // The tables of what the steps refer to come before them.
        PlanWriter all = new PlanWriter().text(graph.name()).flag(checked).number(given);
        all.list(plan.constants(), constant -> all.number(constants.number(constant)));
        all.flag(program.makesTensors()).number(tensors.size() - fixed);
        all.number(sizes.dims().size()).number(numbers.size());
        sizes.write(all);
        all.raw(operands);
        all.list(sites, site -> write(all, site));
        this.bytes = all.raw(steps.bytes()).bytes();
    }

    /** The bytes of the plan in a plan file. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** How many tensors a call makes. */
    private int made(Plan plan) {
        return program.makesTensors() ? plan.temporaries().size() : 0;
    }

    /** The tensors that a call is given, in order. */
    public List<Location> tensors() {
        return tensors.keySet().stream()
                .filter(location -> location instanceof Location.Parameter || location instanceof Location.Result)
                .toList();
    }

    /** The dims of a call, in order. */
    public List<Dim.Symbol> dims() {
        return sizes.dims();
    }

    /** The numbers of a call, in order. */
    public List<CallNumber> numbers() {
        return List.copyOf(numbers.keySet());
    }

    private void write(PlanWriter out, Operation operation) {
        if (operation instanceof Operation.RanklessLaunch launch) {
            out.number(RANKLESS_LAUNCH);
            write(out, launch);
        } else if (operation instanceof Operation.Launches launches) {
            out.number(LAUNCHES);
            made(out, launches.step());
            check(out, launches.step());
            fills(out, launches.fills());
            out.list(launches.sections(), section -> write(out, section));
        } else if (operation instanceof Operation.JointLaunch joint) {
            out.number(JOINT_LAUNCH);
            made(out, null);
            fills(out, joint.fills());
            out.list(joint.sections(), section -> {
                write(out, section);
                out.number(section.slot()).number(section.phase());
            });
        } else {
            Operation.Call call = (Operation.Call) operation;
            out.number(LIBRARY_CALL);
            made(out, call.call());
            check(out, call.call());
            fills(out, call.fills());
            out.number(site(call.call()));
        }
    }

    private void write(PlanWriter out, Operation.RanklessLaunch launch) {
        Kernel kernel = launch.kernel();
        made(out, kernel);
        check(out, kernel);
        fills(out, launch.fills());
        out.list(launch.operands(), operand -> write(out, operand));
        out.number(kernel.inputs().size()).number(kernel.layout().broadcastSlot());
        out.number(Traffic.elementBytes(kernel)).number(KernelAbi.FLAT_GRANULE);
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

    /** The tensors that are made before a step: their dims are those of the loops, or follow from dims of the call. */
    private void made(PlanWriter out, Step step) {
        if (!program.makesTensors()) {
            return;
        }
        out.list(program.made(step), temporary -> {
            Node value = program.temporary(temporary).value();
            out.number(tensors.get(temporary)).text(value.dtype().name());
            out.flag(value.shape().isRankless());
            if (!value.shape().isRankless()) {
                sizes.dims(out, value.shape(), parameters);
            }
        });
    }

    private void write(PlanWriter out, Section section) {
        String function = section.kernel().functions().get(section.function());
        out.number(kernels.get(function));
        out.number(sizes.index(section.range())).number(section.granule());
        out.number(sizes.index(section.bytesPerItem())).number(sizes.index(section.scratchBytes()));
    }

    private void check(PlanWriter out, Step step) {
        if (!checked) {
            return;
        }
        CheckedSteps.Check check = checks.of(step);
        out.text(check.name()).text(check.ops());
        out.list(check.read(), location -> memory(out, location));
        out.list(List.copyOf(check.stored().entrySet()), stored -> {
            out.text(stored.getValue());
            memory(out, stored.getKey());
        });
    }

    /** What a check looks at: a tensor, or elements of the arena. */
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

    private void fills(PlanWriter out, List<Fill> fills) {
        out.list(fills, fill -> {
            out.number(fill.slot());
            write(out, fill);
        });
    }

    private void write(PlanWriter out, Fill fill) {
        if (fill instanceof Fill.OfTensor tensor) {
            out.number(tensor.written() ? OUTPUT : INPUT).number(tensors.get(tensor.location()));
            out.number(sizes.index(tensor.offset()));
        } else if (fill instanceof Fill.OfArena part) {
            out.number(ARENA).number(sizes.index(part.offset()));
        } else if (fill instanceof Fill.OfSize size) {
            out.number(SIZE).number(sizes.index(size.size()));
        } else if (fill instanceof Fill.OfScalar scalar) {
            NumberUse use = scalar.scalar().dtype().isFloating() ? NumberUse.FLOATING : NumberUse.WHOLE;
            out.number(NUMBER).number(number(scalar.scalar(), use));
        } else if (fill instanceof Fill.OfNumber number) {
            write(out, number.number());
        } else {
            Fill.OfCaches caches = (Fill.OfCaches) fill;
            out.number(CACHES).number(sizes.index(caches.footprint()));
            // A flag without a meaning: plans of earlier builds have one here, and the format is the same.
            out.flag(caches.updates()).flag(true);
            out.list(
                    caches.shared(),
                    pair -> out.number(tensors.get(pair.result())).number(tensors.get(pair.parameter())));
        }
    }

    /** A number of a library, as a double. */
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
        CallNumber wanted = new CallNumber(scalar.attributes().text(Attributes.EXPRESSION), use);
        return numbers.computeIfAbsent(wanted, any -> numbers.size());
    }

    /**
     * Calls that are alike, with the same dims too, share what is prepared for a shape, of which a site keeps few. Ranks count
     * the calls of collectives.
     */
    private int site(LibraryCall call) {
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
        } else if (argument instanceof Argument.Whole whole) {
            out.number(whole.number());
        } else if (argument instanceof Argument.Flag flag) {
            out.flag(flag.flag());
        } else if (argument instanceof Argument.OfDType of) {
            out.text(of.dtype().name());
        } else if (argument instanceof Argument.ReduceOp reduceOp) {
            out.text(reduceOp.name());
        } else {
            out.list(((Argument.Wholes) argument).numbers(), out::number);
        }
    }
}

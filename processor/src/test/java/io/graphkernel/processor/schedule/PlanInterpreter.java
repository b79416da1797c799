package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.graph.iteration.IterationDim;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Interpreter of plans as a target would run them: loops, accesses and buffers, for any ops. */
final class PlanInterpreter {

    private static final long UNWRITTEN = Long.MIN_VALUE / 3;

    private final Plan plan;
    private final Map<String, Dim> sizes;
    private final Map<Location, long[]> memory = new HashMap<>();

    private PlanInterpreter(Plan plan, Map<String, Dim> sizes) {
        this.plan = plan;
        this.sizes = sizes;
    }

    /** Returns the results in order, then the new values of updated parameters in program order. */
    static List<long[]> run(Plan plan, Map<String, Dim> sizes, Map<String, long[]> parameters) {
        PlanInterpreter interpreter = new PlanInterpreter(plan, sizes);
        parameters.forEach((name, value) -> interpreter.memory.put(new Location.Parameter(name), value.clone()));
        for (int i = 0; i < plan.graph().outputs().size(); i++) {
            interpreter.allocate(
                    new Location.Result(i), plan.graph().outputs().get(i).node());
        }
        Map<Integer, Location> locations = new HashMap<>();
        for (int i = 0; i < plan.temporaries().size(); i++) {
            Location location = new Location.Temporary(i);
            Plan.Temporary temporary = plan.temporaries().get(i);
            Location first = locations.putIfAbsent(temporary.allocation(), location);
            if (first == null) {
                interpreter.allocate(location, temporary.value());
            } else {
                interpreter.memory.put(location, interpreter.memory.get(first));
            }
        }
        for (Launch launch : plan.launches()) {
            for (List<Step> phase : launch.phases()) {
                // Concurrent steps have the same results in any order; here the last one is first.
                for (int i = phase.size() - 1; i >= 0; i--) {
                    interpreter.run(phase.get(i));
                }
            }
        }
        List<long[]> results = new ArrayList<>();
        for (int i = 0; i < plan.graph().outputs().size(); i++) {
            results.add(interpreter.memory.get(new Location.Result(i)));
        }
        for (Node assign : plan.graph().assigns()) {
            results.add(interpreter.memory.get(
                    new Location.Parameter(assign.operands().get(0).label())));
        }
        return results;
    }

    private void allocate(Location location, Node value) {
        long[] elements = new long[Math.toIntExact(GraphInterpreter.product(shape(value)))];
        Arrays.fill(elements, UNWRITTEN);
        memory.put(location, elements);
    }

    private long[] shape(Node node) {
        return ModelArithmetic.sizes(node.shape().dims(), sizes);
    }

    private void run(Step step) {
        if (step instanceof ScheduledKernel kernel) {
            new KernelInterpreter(kernel).run();
            return;
        }
        LibraryStep call = (LibraryStep) step;
        long[] result = memory.get(call.result().location());
        for (int i = 0; i < GraphInterpreter.product(shape(call.node())); i++) {
            long[] at = GraphInterpreter.indices(i, shape(call.node()));
            result[Math.toIntExact(place(call.result().access(), at))] = LibraryModel.element(
                    call.node(),
                    at,
                    shape(call.node().operands().get(0)),
                    elements(call.operands().get(0)),
                    shape(call.node().operands().get(1)),
                    elements(call.operands().get(1)));
        }
    }

    private long place(AccessMap access, long[] at) {
        long offset = ModelArithmetic.size(access.offset(), sizes);
        for (int run = 0; run < at.length; run++) {
            offset += at[run] * ModelArithmetic.size(access.strides().get(run), sizes);
        }
        return offset;
    }

    private long[] elements(Region region) {
        long[] values = memory.get(region.location());
        return Arrays.copyOfRange(
                values, Math.toIntExact(ModelArithmetic.size(region.access().offset(), sizes)), values.length);
    }

    /** Interpreter of one kernel: every value over the whole index space. */
    private final class KernelInterpreter {

        private final ScheduledKernel kernel;
        private final IterationSpace space;
        private final long[] extents;
        private final int points;
        private final Map<Node, long[]> values = new IdentityHashMap<>();

        KernelInterpreter(ScheduledKernel kernel) {
            this.kernel = kernel;
            this.space = kernel.space();
            this.extents = ModelArithmetic.sizes(
                    space.dims().stream().map(IterationDim::extent).toList(), sizes);
            this.points = Math.toIntExact(GraphInterpreter.product(extents));
        }

        void run() {
            for (Buffer input : kernel.buffers().inputs()) {
                if (kernel.buffers().gathers().stream().noneMatch(gather -> gather.data() == input)) {
                    values.put(input.value(), load(input));
                }
            }
            for (Buffer index : kernel.buffers().indices()) {
                values.put(index.value(), each(at -> place(index.access(), at)));
            }
            space.computed().forEach(node -> values.put(node, compute(node)));
            kernel.buffers().outputs().forEach(this::store);
        }

        private long[] load(Buffer input) {
            long[] elements = memory.get(input.location());
            return each(at -> {
                long element = elements[Math.toIntExact(place(input.access(), at))];
                assertThat(element).as("unwritten element of %s", input).isNotEqualTo(UNWRITTEN);
                return element;
            });
        }

        private long[] compute(Node node) {
            OpKind kind = OpTable.get().row(node).kind();
            if (Views.isView(node)) {
                return value(node.operands().get(0));
            }
            return switch (kind) {
                case ELEMENTWISE -> elementwise(node);
                case ASSIGN -> value(node.operands().get(1));
                case REDUCTION -> accumulate(node, false);
                case SCAN -> accumulate(node, true);
                case GATHER -> gather(node);
                default -> throw new IllegalStateException("not a kernel's op: " + node);
            };
        }

        private long[] value(Node node) {
            if (!node.isOperation() && node.kind() != Node.Kind.PARAMETER) {
                long number = ModelArithmetic.number(node, sizes);
                return each(at -> number);
            }
            assertThat(values).as("value of %s in %s", node, kernel.name()).containsKey(node);
            return values.get(node);
        }

        private long[] elementwise(Node node) {
            List<long[]> operands = node.operands().stream().map(this::value).toList();
            long[] result = new long[points];
            for (int i = 0; i < points; i++) {
                int point = i;
                result[i] = ModelArithmetic.apply(
                        node,
                        operands.stream().mapToLong(operand -> operand[point]).toArray());
            }
            return result;
        }

        private long[] accumulate(Node node, boolean scan) {
            long[] operand = value(node.operands().get(0));
            int scanned = space.outer().size();
            return each(at -> {
                long result = ModelArithmetic.identity(node);
                for (int i = 0; i < points; i++) {
                    long[] other = GraphInterpreter.indices(i, extents);
                    boolean mine = true;
                    for (int run = 0; run < at.length; run++) {
                        boolean free = scan ? run == scanned : (space.mask(node) >> run & 1) == 0;
                        boolean before = scan && run == scanned && other[run] > at[run];
                        mine &= (free || other[run] == at[run]) && !before;
                    }
                    result = mine ? ModelArithmetic.combine(node, result, operand[i]) : result;
                }
                return result;
            });
        }

        private long[] gather(Node node) {
            Gather gather = kernel.buffers().gathers().stream()
                    .filter(candidate -> candidate.node() == node)
                    .findFirst()
                    .orElseThrow();
            long[] index = value(node.operands().get(1));
            long[] data = memory.get(gather.data().location());
            long extent = ModelArithmetic.size(gather.axisExtent(), sizes);
            long stride = ModelArithmetic.size(gather.axisStride(), sizes);
            return each(at -> {
                long wanted = index[GraphInterpreter.position(at, extents)];
                if (wanted < -extent || wanted >= extent) {
                    return 0;
                }
                long from = wanted < 0 ? wanted + extent : wanted;
                return data[Math.toIntExact(place(gather.data().access(), at) + from * stride)];
            });
        }

        private void store(Buffer output) {
            long[] elements = memory.get(output.location());
            long[] stored = value(output.stored());
            boolean[] written = new boolean[elements.length];
            for (int i = 0; i < points; i++) {
                long[] at = GraphInterpreter.indices(i, extents);
                boolean once = true;
                for (int run = 0; run < at.length; run++) {
                    once &= (output.mask() >> run & 1) == 1 || at[run] == 0;
                }
                if (once) {
                    int offset = Math.toIntExact(place(output.access(), at));
                    assertThat(written[offset]).as("%s is stored twice", output).isFalse();
                    written[offset] = true;
                    elements[offset] = stored[i];
                }
            }
        }

        private long[] each(ToLongFunction<long[]> element) {
            long[] result = new long[points];
            for (int i = 0; i < points; i++) {
                result[i] = element.applyAsLong(GraphInterpreter.indices(i, extents));
            }
            return result;
        }
    }
}

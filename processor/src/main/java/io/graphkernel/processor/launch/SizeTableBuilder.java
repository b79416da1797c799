package io.graphkernel.processor.launch;

import io.graphkernel.common.abi.PlanFormat.Operator;
import io.graphkernel.common.arena.Allocations;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimFold;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.processor.schedule.Arena;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Builder of a plan's size table: each size once, after its operands. */
final class SizeTableBuilder implements DimFold<Integer> {

    /** An operator and its operands: indices of entries, a constant, or the index of a dim. */
    private record Entry(Operator operator, List<Long> operands) {}

    private final Map<Entry, Integer> entries = new LinkedHashMap<>();
    private final Map<String, Long> dims = new LinkedHashMap<>();
    /** The allocations whose offsets the runtime plans; empty if there are none. */
    private final Allocations allocations;
    /** Indices of the sizes of allocations. */
    private final List<Long> allocationSizes;

    /**
     * Creates the table of a program.
     *
     * @param program the program
     */
    SizeTableBuilder(LaunchProgram program) {
        Arena arena = program.plan().arena();
        boolean planned = program.plansOffsets();
        allocations = planned ? arena.plannerAllocations() : Allocations.of(List.of());
        allocationSizes = planned
                ? arena.sizes().stream()
                        .map(size -> (long) index(Size.of(size)))
                        .toList()
                : List.of();
    }

    /** Returns the symbols that the sizes depend on, in the order in which a call passes them. */
    List<Dim.Symbol> dims() {
        return dims.keySet().stream().map(Dim.Symbol::new).toList();
    }

    /** Returns the index of a symbol among those that the sizes depend on. */
    int dimIndex(String symbol) {
        symbol(symbol);
        return dims.get(symbol).intValue();
    }

    void write(PlanWriter out) {
        out.list(
                allocations.intervals(),
                allocation ->
                        out.number(allocation.size()).number(allocation.first()).number(allocation.last()));
        out.list(List.copyOf(entries.keySet()), entry -> {
            out.number(entry.operator().ordinal());
            switch (entry.operator()) {
                case NUMBER, DIM, PLANNED -> out.number(entry.operands().get(0));
                default -> out.list(entry.operands(), out::number);
            }
        });
        out.list(allocationSizes, out::number);
    }

    /**
     * Writes the dims of a value: the actual batch dims of the first parameter with variadic ones, then declared ones.
     */
    void dims(PlanWriter out, Shape shape, List<Node> parameters) {
        out.flag(shape.batchDims().isPresent());
        if (shape.batchDims().isPresent()) {
            int first = IntStream.range(0, parameters.size())
                    .filter(i -> parameters.get(i).shape().batchDims().equals(shape.batchDims()))
                    .findFirst()
                    .orElseThrow();
            out.number(first);
            out.number(parameters.get(first).shape().trailing().size());
        }
        out.list(shape.trailing(), dim -> out.number(index(Size.of(dim))));
    }

    /** Returns the index of a size. */
    int index(Size size) {
        if (size instanceof Size.OfDim of) {
            return of.dim().fold(this);
        }
        if (size instanceof Size.Named named) {
            return index(named.size());
        }
        if (size instanceof Size.Sum sum) {
            return sum(sum.terms().stream().map(this::index).toList());
        }
        if (size instanceof Size.Product product) {
            return product(product.factors().stream().map(this::index).toList());
        }
        if (size instanceof Size.CeilDiv quotient) {
            return entry(Operator.CEIL_DIV, List.of(index(quotient.dividend()), index(quotient.divisor())));
        }
        if (size instanceof Size.Planned planned) {
            return add(new Entry(Operator.PLANNED, List.of((long) planned.index())));
        }
        if (size instanceof Size.Aligned aligned) {
            return entry(Operator.ALIGNED, List.of(index(aligned.bytes())));
        }
        Size.IfAny choice = (Size.IfAny) size;
        List<Integer> operands = new ArrayList<>();
        operands.add(index(choice.size()));
        choice.counts().forEach(count -> operands.add(index(count)));
        return entry(Operator.IF_ANY, operands);
    }

    /** Returns the index of a size's bits as a double. */
    int doubleBits(Size size) {
        return entry(Operator.DOUBLE_BITS, List.of(index(size)));
    }

    private int entry(Operator operator, List<Integer> operands) {
        return add(new Entry(operator, operands.stream().map(Integer::longValue).toList()));
    }

    private int add(Entry entry) {
        Integer known = entries.putIfAbsent(entry, entries.size());
        return known == null ? entries.size() - 1 : known;
    }

    @Override
    public Integer number(long number) {
        return add(new Entry(Operator.NUMBER, List.of(number)));
    }

    @Override
    public Integer symbol(String name) {
        dims.putIfAbsent(name, (long) dims.size());
        return add(new Entry(Operator.DIM, List.of(dims.get(name))));
    }

    @Override
    public Integer sum(List<Integer> terms) {
        return terms.size() == 1 ? terms.get(0) : entry(Operator.SUM, terms);
    }

    @Override
    public Integer product(List<Integer> factors) {
        return factors.size() == 1 ? factors.get(0) : entry(Operator.PRODUCT, factors);
    }

    @Override
    public Integer floorDiv(Integer dividend, Integer divisor) {
        return entry(Operator.FLOOR_DIV, List.of(dividend, divisor));
    }

    @Override
    public Integer min(Integer a, Integer b) {
        return entry(Operator.MIN, List.of(a, b));
    }

    @Override
    public Integer max(Integer a, Integer b) {
        return entry(Operator.MAX, List.of(a, b));
    }
}

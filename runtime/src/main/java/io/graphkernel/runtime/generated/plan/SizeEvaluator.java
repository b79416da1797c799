package io.graphkernel.runtime.generated.plan;

import io.graphkernel.common.abi.PlanFormat.Operator;
import io.graphkernel.common.arena.Allocations;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.ArenaPlan;
import io.graphkernel.runtime.generated.LaunchFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Evaluator of a plan's sizes for the dims of a call. Each size follows its operands. */
final class SizeEvaluator {
    private static final Operator[] OPERATORS = Operator.values();
    /** Sanity limit on the number of phases of a plan. */
    private static final int MAX_PHASES = 1 << 20;

    private final String resource;
    private final String method;
    private final Operator[] operators;
    /** Indices of operand entries; for a dim, its index among the dims. */
    private final int[][] operands;
    /** Values of constant entries; for a planned offset, the index of its allocation. */
    private final long[] numbers;
    /** Number of dims of a call. */
    private final int dims;

    /** Allocations of the arena, if its offsets depend on the dims of a call. */
    private final Allocations allocations;
    /** Entries that are the sizes of allocations. */
    private final int[] allocationSizes;

    /**
     * Reads a table.
     *
     * @param method method name for messages
     * @param dims number of dims of a call
     */
    SizeEvaluator(String resource, String method, PlanReader in, int dims) {
        this.resource = resource;
        this.method = method;
        this.dims = dims;
        allocations = allocations(in);
        int count = in.count("sizes");
        operators = new Operator[count];
        operands = new int[count][];
        numbers = new long[count];
        for (int i = 0; i < count; i++) {
            operators[i] = OPERATORS[in.below(OPERATORS.length, "an operator")];
            switch (operators[i]) {
                case NUMBER -> numbers[i] = in.number();
                case PLANNED -> numbers[i] = in.below(allocations.count() + 1, "an allocation");
                case DIM -> operands[i] = new int[] {in.below(dims, "a dim")};
                default -> operands[i] = operands(in, i);
            }
        }
        int planned = Arrays.asList(operators).indexOf(Operator.PLANNED);
        allocationSizes = new int[in.count("sizes of allocations")];
        for (int i = 0; i < allocationSizes.length; i++) {
            allocationSizes[i] = in.below(planned < 0 ? count : planned, "the size of an allocation");
        }
        for (Allocations.LiveInterval interval : allocations.intervals()) {
            if (interval.size() >= allocationSizes.length) {
                throw in.damaged("an allocation has the size " + interval.size());
            }
        }
    }

    private static Allocations allocations(PlanReader in) {
        int count = in.count("allocations");
        List<Allocations.LiveInterval> allocations = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int size = in.below(Integer.MAX_VALUE, "a size");
            int first = in.below(MAX_PHASES, "a phase");
            int last = in.below(MAX_PHASES, "a phase");
            if (last < first) {
                throw in.damaged("an allocation ends in phase " + last + " and begins in phase " + first);
            }
            allocations.add(new Allocations.LiveInterval(size, first, last));
        }
        return Allocations.of(allocations);
    }

    private int[] operands(PlanReader in, int entry) {
        int[] indices = new int[in.count("operands")];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = in.below(entry, "an operand");
        }
        int operandCount = switch (operators[entry]) {
            case FLOOR_DIV, CEIL_DIV, MIN, MAX -> 2;
            case ALIGNED, DOUBLE_BITS -> 1;
            default -> Math.max(2, indices.length);
        };
        if (indices.length != operandCount) {
            throw in.damaged(operators[entry] + " has " + indices.length + " operands");
        }
        return indices;
    }

    /** Returns the number of sizes. */
    int count() {
        return operators.length;
    }

    /** Returns the number of dims of a call. */
    int dims() {
        return dims;
    }

    /** Returns the sizes that depend on a dim, each after its operands. */
    int[] dependingOn(int dim) {
        boolean[] depends = new boolean[operators.length];
        for (int i = 0; i < depends.length; i++) {
            if (operators[i] == Operator.DIM) {
                depends[i] = operands[i][0] == dim;
            } else if (operands[i] != null) {
                for (int operand : operands[i]) {
                    depends[i] |= depends[operand];
                }
            }
        }
        return IntStream.range(0, depends.length).filter(i -> depends[i]).toArray();
    }

    /** Recomputes some sizes of a call after a change of its dims. */
    void update(int[] entries, PlanCall call) {
        long[] sizes = call.sizes();
        long[] values = call.dims();
        for (int entry : entries) {
            sizes[entry] = evaluate(entry, values, sizes);
        }
    }

    /** Returns the sizes of a call. */
    long[] evaluate(long[] dims) {
        long[] sizes = new long[operators.length];
        long[] offsets = null;
        for (int i = 0; i < sizes.length; i++) {
            if (operators[i] == Operator.PLANNED) {
                offsets = offsets == null ? offsets(sizes) : offsets;
                sizes[i] = offsets[(int) numbers[i]];
            } else {
                sizes[i] = evaluate(i, dims, sizes);
            }
        }
        return sizes;
    }

    private long[] offsets(long[] sizes) {
        long[] bytes =
                Arrays.stream(allocationSizes).mapToLong(entry -> sizes[entry]).toArray();
        return ArenaPlan.offsets(resource + " " + method, allocations, bytes);
    }

    private long evaluate(int entry, long[] dims, long[] sizes) {
        int[] of = operands[entry];
        return switch (operators[entry]) {
            case NUMBER, PLANNED -> numbers[entry];
            case DIM -> dims[of[0]];
            case SUM -> {
                long sum = 0;
                for (int term : of) {
                    sum += sizes[term];
                }
                yield sum;
            }
            case PRODUCT -> {
                long product = 1;
                for (int factor : of) {
                    product *= sizes[factor];
                }
                yield product;
            }
            case FLOOR_DIV -> Math.floorDiv(sizes[of[0]], divisor(sizes[of[1]]));
            case CEIL_DIV -> LaunchFrame.ceilDiv(sizes[of[0]], divisor(sizes[of[1]]));
            case MIN -> Math.min(sizes[of[0]], sizes[of[1]]);
            case MAX -> Math.max(sizes[of[0]], sizes[of[1]]);
            case ALIGNED -> LaunchFrame.aligned(sizes[of[0]]);
            case IF_ANY -> {
                long counts = 0;
                for (int i = 1; i < of.length; i++) {
                    counts |= sizes[of[i]];
                }
                yield counts == 0 ? 0 : sizes[of[0]];
            }
            case DOUBLE_BITS -> Double.doubleToRawLongBits(sizes[of[0]]);
        };
    }

    /** The stub has checked divisors that are dims. */
    private long divisor(long size) {
        if (size == 0) {
            throw new KernelLibraryException(RuntimeProblem.PLAN_DAMAGED, resource, "a size is divided by 0");
        }
        return size;
    }
}

package io.graphkernel.runtime.generated.plan;

import io.graphkernel.abi.PlanFormat.Operator;
import io.graphkernel.arena.Allocations;
import io.graphkernel.arena.ArenaLayout;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How the sizes of a plan follow from the dims of a call: each after those that it is computed from. */
final class SizeTable {
    private static final Operator[] OPERATORS = Operator.values();
    /** More than a plan has. */
    private static final int MOST_PHASES = 1 << 20;

    private final String resource;
    private final String method;
    private final Operator[] operators;
    /** Positions of entries; of a dim its position among the dims. */
    private final int[][] operands;
    /** Those of the entries that are numbers; of a planned offset the position of its piece. */
    private final long[] numbers;

    /** The pieces of the arena, if its offsets are planned for the dims of a call. */
    private final Allocations pieces;
    /** The entries that are the sizes of pieces. */
    private final int[] pieceSizes;

    /**
     * Reads a table.
     *
     * @param method the kernel method
     * @param dims how many dims a call has
     */
    SizeTable(String resource, String method, PlanReader in, int dims) {
        this.resource = resource;
        this.method = method;
        pieces = pieces(in);
        int count = in.count("sizes");
        operators = new Operator[count];
        operands = new int[count][];
        numbers = new long[count];
        for (int i = 0; i < count; i++) {
            operators[i] = OPERATORS[in.below(OPERATORS.length, "an operator")];
            switch (operators[i]) {
                case NUMBER -> numbers[i] = in.number();
                case PLANNED -> numbers[i] = in.below(pieces.count() + 1, "a piece");
                case DIM -> operands[i] = new int[] {in.below(dims, "a dim")};
                default -> operands[i] = operands(in, i);
            }
        }
        int planned = Arrays.asList(operators).indexOf(Operator.PLANNED);
        pieceSizes = new int[in.count("sizes of pieces")];
        for (int i = 0; i < pieceSizes.length; i++) {
            pieceSizes[i] = in.below(planned < 0 ? count : planned, "the size of a piece");
        }
        for (Allocations.Piece piece : pieces.all()) {
            if (piece.size() >= pieceSizes.length) {
                throw in.damaged("a piece has the size " + piece.size());
            }
        }
    }

    private static Allocations pieces(PlanReader in) {
        int count = in.count("pieces");
        List<Allocations.Piece> pieces = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int size = in.below(Integer.MAX_VALUE, "a size");
            int first = in.below(MOST_PHASES, "a phase");
            int last = in.below(MOST_PHASES, "a phase");
            if (last < first) {
                throw in.damaged("a piece ends in phase " + last + " and begins in phase " + first);
            }
            pieces.add(new Allocations.Piece(size, first, last));
        }
        return Allocations.of(pieces);
    }

    private int[] operands(PlanReader in, int entry) {
        int[] indices = new int[in.count("operands")];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = in.below(entry, "an operand");
        }
        int wanted = switch (operators[entry]) {
            case FLOOR_DIV, CEIL_DIV, MIN, MAX -> 2;
            case ALIGNED, DOUBLE_BITS -> 1;
            default -> Math.max(2, indices.length);
        };
        if (indices.length != wanted) {
            throw in.damaged(operators[entry] + " has " + indices.length + " operands");
        }
        return indices;
    }

    /** How many sizes there are. */
    int count() {
        return operators.length;
    }

    /** The sizes of a call. */
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
                Arrays.stream(pieceSizes).mapToLong(entry -> sizes[entry]).toArray();
        ArenaLayout layout = ArenaLayout.of(pieces, bytes);
        LaunchProfile.arenaPlanned(resource + " " + method, layout.bytes(), pieces.bound(bytes));
        return layout.offsets();
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

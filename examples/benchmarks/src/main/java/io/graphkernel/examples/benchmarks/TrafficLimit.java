package io.graphkernel.examples.benchmarks;

import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bytedeco.javacpp.Pointer;

/**
 * The machine's limit for an operation's traffic: kernels that only read the same arrays and write the same results, in
 * the same ABI and on the same kind of threads as ours.
 */
public final class TrafficLimit {
    /** The numbers of each array in an item of the parallel range; TRAFFIC_BLOCK in the C source. */
    private static final long BLOCK = 1024;

    /** Maximum bytes of an array per item of a mix of arrays; the best size depends on their addresses. */
    private static final long SMALL_ITEM = 1 << 12;

    private static final long LARGE_ITEM = 1 << 16;

    /** Maximum numbers of arrays of the same size for which the C source has loops: read and written. */
    private static final int[] MAX_ARRAYS = {4, 3};

    private static final long CACHE_LINE = 64;
    private static final int COPY = 0;
    private static final int SUM = 2;
    private static final int UPDATE_IN_PLACE = 4;
    private static final int MIX = 5;
    private static final int FUNCTIONS = 7;

    /** Start of the names of all contestants. */
    private static final String LIMIT = "limit";

    private final NativeKernels kernels;

    /**
     * Compiles and loads the kernels.
     *
     * @param threads on how many threads they run
     */
    public TrafficLimit(int threads) {
        kernels = new NativeKernels(TrafficLimit.class, "traffic", FUNCTIONS, threads);
    }

    /** Access pattern of an array; the order is that of the C source. */
    public enum Role {
        READ,
        WRITE,
        UPDATE
    }

    /**
     * An array of the traffic.
     *
     * @param address aligned start address
     * @param bytes number of bytes moved
     * @param role direction
     */
    public record Array(long address, long bytes, Role role) {

        /** Returns the elements of a tensor in the memory of the host. */
        public static Array of(Tensor tensor, Role role) {
            return new Array(tensor.pointer().address(), tensor.byteCount(), role);
        }
    }

    /** Returns the times of the limit: those of the fastest of its {@link #contestants} by its best round. */
    public static Harness.Times fastest(Map<String, Harness.Times> times) {
        return times.entrySet().stream()
                .filter(contestant -> contestant.getKey().startsWith(LIMIT))
                .map(Map.Entry::getValue)
                .min(Comparator.comparingDouble(Harness.Times::best))
                .orElseThrow();
    }

    /**
     * The contestants for any mix of arrays; the best one is the limit. What is written is filled with what is read,
     * what is updated keeps its contents.
     */
    public List<Harness.Contestant> contestants(List<Array> arrays) {
        List<Harness.Contestant> contestants = new ArrayList<>();
        contestants.add(new Harness.Contestant(LIMIT, mix(MIX, arrays, LARGE_ITEM)));
        boolean isEven = arrays.stream().mapToLong(Array::bytes).distinct().count() == 1;
        boolean writes = arrays.stream().anyMatch(array -> array.role() == Role.WRITE);
        if (writes) {
            contestants.add(new Harness.Contestant(LIMIT + " streaming", mix(MIX + 1, arrays, LARGE_ITEM)));
        }
        if (!isEven) {
            int function = writes ? MIX + 1 : MIX;
            contestants.add(new Harness.Contestant(LIMIT + " by small items", mix(function, arrays, SMALL_ITEM)));
        }
        if (isSum(arrays)) {
            long[] slots = arrays.stream().mapToLong(Array::address).toArray();
            long items = arrays.get(0).bytes() / Float.BYTES / BLOCK;
            contestants.add(new Harness.Contestant(LIMIT + " of a sum", kernels.launch(SUM + 1, slots, items)));
        }
        return contestants;
    }

    /** Returns true if two arrays are read and one is written, all of as many whole blocks. */
    private static boolean isSum(List<Array> arrays) {
        return arrays.stream().map(Array::role).toList().equals(List.of(Role.READ, Role.READ, Role.WRITE))
                && arrays.stream().mapToLong(Array::bytes).distinct().count() == 1
                && arrays.get(0).bytes() % (BLOCK * Float.BYTES) == 0;
    }

    private Runnable mix(int function, List<Array> arrays, long itemBytes) {
        long items = Math.max(1, arrays.stream().mapToLong(Array::bytes).max().orElse(0) / itemBytes);
        List<Long> slots = new ArrayList<>(List.of(items, 0L));
        Map<Long, List<Array>> bySize = new TreeMap<>(Comparator.reverseOrder());
        for (Array array : arrays) {
            bySize.computeIfAbsent(array.bytes() / CACHE_LINE, lines -> new ArrayList<>())
                    .add(array);
        }
        bySize.remove(0L);
        bySize.forEach((lines, group) -> addGroups(lines, group, slots));
        slots.add(0L);
        return kernels.launch(
                function, slots.stream().mapToLong(Long::longValue).toArray(), items);
    }

    /** Adds groups with at most the number of arrays that a loop supports. */
    private static void addGroups(long lines, List<Array> arrays, List<Long> slots) {
        List<Array> left = new ArrayList<>(arrays);
        while (!left.isEmpty()) {
            List<Array> taken = new ArrayList<>();
            long pattern = 0;
            for (Role role : Role.values()) {
                List<Array> some = left.stream()
                        .filter(array -> array.role() == role)
                        .limit(role == Role.UPDATE ? furtherUpdates(pattern) : MAX_ARRAYS[role.ordinal()])
                        .toList();
                taken.addAll(some);
                pattern += (long) some.size() << 4 - 2 * role.ordinal();
            }
            slots.add(lines);
            slots.add(pattern);
            taken.forEach(array -> slots.add(array.address()));
            left.removeAll(taken);
        }
    }

    /** The most arrays that one loop updates in addition to those that it reads and writes. */
    private static long furtherUpdates(long pattern) {
        return switch ((int) (pattern >> 2 & 3)) {
            case 0 -> 3;
            case 1 -> 2;
            default -> 0;
        };
    }

    /**
     * Returns the contestants for one operation; the better one is the limit.
     *
     * @param operands arrays that are read, then the one that is written unless the operation is in place
     * @param length numbers in each array, a multiple of 1024
     */
    List<Harness.Contestant> contestants(Operation operation, List<Pointer> operands, long length) {
        if (length % BLOCK != 0) {
            throw new IllegalArgumentException(length + " is not a multiple of " + BLOCK);
        }
        long items = length / BLOCK;
        long[] slots = operands.stream().mapToLong(Pointer::address).toArray();
        if (operation.inPlace()) {
            return List.of(new Harness.Contestant("limit in place", kernels.launch(UPDATE_IN_PLACE, slots, items)));
        }
        int first = operation.arraysRead() == 1 ? COPY : SUM;
        return List.of(
                new Harness.Contestant(LIMIT, kernels.launch(first, slots, items)),
                new Harness.Contestant(LIMIT + " streaming", kernels.launch(first + 1, slots, items)));
    }
}

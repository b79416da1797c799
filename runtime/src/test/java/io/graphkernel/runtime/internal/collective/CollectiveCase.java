package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.jvm.Memory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A collective over known elements, whose results are compared between backends bit by bit.
 *
 * @param request request of all ranks
 * @param seed seed of the elements
 * @param isInPlace true if the result overwrites the operand
 */
public record CollectiveCase(CollectiveRequest request, long seed, boolean isInPlace) {
    private static final DType[] DTYPES = Arrays.stream(DType.values())
            .filter(dtype -> dtype != DType.BOOL && !dtype.isStorageOnly())
            .toArray(DType[]::new);

    /** One that has begun. */
    public record InFlight(Communicator.Collective collective, Tensor source, Tensor target) {

        /** The bytes of the result, once it is there. */
        public byte[] await() {
            collective.await();
            byte[] bytes = bytes(target);
            source.close();
            target.close();
            return bytes;
        }
    }

    /** Sizes on both sides of what travels with the first word; the last one takes several chunks. */
    private static final int[] SIZES = {0, 1, 3, 300, 2053, 300_001};

    private static final int MAX_OF_ALL_OPS = 10_000;

    /** All kinds, reductions and dtypes in all sizes, but large ones of f32 and sums alone. */
    public static List<CollectiveCase> all(int ranks) {
        List<CollectiveCase> cases = new ArrayList<>();
        for (DType dtype : DTYPES) {
            for (int size : SIZES) {
                for (CollectiveRequest.Kind kind : CollectiveRequest.Kind.values()) {
                    for (ReduceOp op : reduces(kind) ? ReduceOp.values() : new ReduceOp[] {null}) {
                        if (size <= MAX_OF_ALL_OPS || (dtype == DType.F32 && (op == null || op == ReduceOp.SUM))) {
                            cases.add(of(kind, op, dtype, size, ranks, cases.size()));
                        }
                    }
                }
            }
        }
        return cases;
    }

    private static CollectiveCase of(
            CollectiveRequest.Kind kind, ReduceOp op, DType dtype, int size, int ranks, long seed) {
        long elements = kind.isInParts() ? (long) size * ranks : size;
        int root = kind == CollectiveRequest.Kind.BROADCAST ? size % ranks : 0;
        CollectiveRequest request = new CollectiveRequest(kind, op, dtype, elements, root);
        return new CollectiveCase(request, seed, mayBeInPlace(kind) && seed % 2 == 0);
    }

    private static boolean reduces(CollectiveRequest.Kind kind) {
        return kind == CollectiveRequest.Kind.ALL_REDUCE || kind == CollectiveRequest.Kind.REDUCE_SCATTER;
    }

    private static boolean mayBeInPlace(CollectiveRequest.Kind kind) {
        return kind == CollectiveRequest.Kind.ALL_REDUCE || kind == CollectiveRequest.Kind.BROADCAST;
    }

    /** Any case. */
    public static CollectiveCase random(SplittableRandom random, int ranks) {
        CollectiveRequest.Kind kind =
                CollectiveRequest.Kind.values()[random.nextInt(CollectiveRequest.Kind.values().length)];
        // Sizes of all magnitudes.
        int size = random.nextInt(1 << random.nextInt(17));
        return new CollectiveCase(
                new CollectiveRequest(
                        kind,
                        reduces(kind) ? ReduceOp.values()[random.nextInt(ReduceOp.values().length)] : null,
                        DTYPES[random.nextInt(DTYPES.length)],
                        kind.isInParts() ? (long) size * ranks : size,
                        kind == CollectiveRequest.Kind.BROADCAST ? random.nextInt(ranks) : 0),
                random.nextLong(),
                mayBeInPlace(kind) && random.nextBoolean());
    }

    /** Begins it on a rank. */
    public InFlight start(Communicator rank) {
        Tensor source = elements(rank.rank());
        Tensor target = isInPlace ? source : Tensor.zeros(request.dtype(), request.resultElements(rank.size()));
        return new InFlight(rank.start(request, source.address(), target.address()), source, target);
    }

    /** The bytes that each rank gets from threads. */
    public List<byte[]> expected(int ranks) throws Exception {
        return Ranks.run(ranks, rank -> start(rank).await());
    }

    /** The elements that a rank gives. */
    public Tensor elements(int rank) {
        float[] values = new float[(int) request.elements()];
        SplittableRandom random = new SplittableRandom(seed * 31 + rank);
        for (int i = 0; i < values.length; i++) {
            int magnitude = random.nextInt(40);
            values[i] = switch (magnitude) {
                case 0 -> 0f;
                case 1 -> request.dtype().isFloat() ? Float.POSITIVE_INFINITY : 1;
                default -> (float) random.nextDouble(-100, 100);
            };
        }
        try (Tensor floats = Tensor.of(values, values.length)) {
            return Ops.cast(floats, request.dtype());
        }
    }

    private static byte[] bytes(Tensor tensor) {
        byte[] bytes = new byte[(int) (tensor.elementCount() * tensor.dtype().bytes())];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = Memory.getByte(tensor.address() + i);
        }
        return bytes;
    }
}

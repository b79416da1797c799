package io.graphkernel.distributed;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.CollectiveRequest.Kind;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Every kind of collective, reduction and dtype in odd sizes, compared with the results between threads. */
final class SameBits {
    private static final int[] SIZES = {0, 1, 3, 2053, 100_003};

    private SameBits() {}

    /** Compares all, some of them begun ahead; how many they are. */
    static int compare(Communicator rank) throws Exception {
        List<CollectiveRequest> requests = requests(rank.size());
        List<Tensor> targets = new ArrayList<>();
        List<Communicator.Collective> begun = new ArrayList<>();
        List<Tensor> held = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            Tensor source = elements(requests.get(i), i, rank.rank());
            Tensor target =
                    Tensor.zeros(requests.get(i).dtype(), requests.get(i).resultElements(rank.size()));
            held.add(source);
            targets.add(target);
            begun.add(rank.start(requests.get(i), source.address(), target.address()));
            if (i % 3 == 0) {
                begun.get(i).await();
            }
        }
        for (int i = 0; i < requests.size(); i++) {
            begun.get(i).await();
            byte[] expected = expected(requests.get(i), i, rank.size()).get(rank.rank());
            if (!Arrays.equals(bytes(targets.get(i)), expected)) {
                throw new IllegalStateException(requests.get(i) + " differs on " + rank);
            }
        }
        held.forEach(Tensor::close);
        return requests.size();
    }

    private static List<CollectiveRequest> requests(int ranks) {
        List<CollectiveRequest> requests = new ArrayList<>();
        for (DType dtype : DType.values()) {
            for (int size : dtype == DType.BOOL || dtype.isStorageOnly() ? new int[0] : SIZES) {
                for (Kind kind : Kind.values()) {
                    boolean reduces = kind == Kind.ALL_REDUCE || kind == Kind.REDUCE_SCATTER;
                    for (ReduceOp op : reduces ? ReduceOp.values() : new ReduceOp[] {null}) {
                        long elements = kind.isInParts() ? (long) size * ranks : size;
                        requests.add(new CollectiveRequest(
                                kind, op, dtype, elements, kind == Kind.BROADCAST ? size % ranks : 0));
                    }
                }
            }
        }
        return requests;
    }

    private static Tensor elements(CollectiveRequest request, int seed, int rank) {
        SplittableRandom random = new SplittableRandom(31L * seed + rank);
        float[] values = new float[(int) request.elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextDouble(-100, 100);
        }
        try (Tensor floats = Tensor.of(values, values.length)) {
            return Ops.cast(floats, request.dtype());
        }
    }

    private static List<byte[]> expected(CollectiveRequest request, int seed, int size) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(size);
        List<Future<byte[]>> futures = new ArrayList<>();
        for (Communicator rank : Communicator.threads(size)) {
            futures.add(threads.submit(() -> {
                try (rank;
                        Tensor source = elements(request, seed, rank.rank());
                        Tensor target = Tensor.zeros(request.dtype(), request.resultElements(size))) {
                    rank.start(request, source.address(), target.address()).await();
                    return bytes(target);
                }
            }));
        }
        threads.shutdown();
        List<byte[]> results = new ArrayList<>();
        for (Future<byte[]> future : futures) {
            results.add(future.get());
        }
        return results;
    }

    private static byte[] bytes(Tensor tensor) {
        byte[] bytes = new byte[(int) tensor.byteCount()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = io.graphkernel.runtime.generated.jvm.Memory.getByte(tensor.address() + i);
        }
        return bytes;
    }
}

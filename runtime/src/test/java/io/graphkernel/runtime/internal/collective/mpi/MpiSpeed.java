package io.graphkernel.runtime.internal.collective.mpi;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.collective.Ranks;
import io.graphkernel.runtime.internal.device.NativeLibrary;

/**
 * Prints the time of an AllReduce over MPI, and over the runtime's own, whose result differs:
 * {@code mpirun -np 2 java -cp … io.graphkernel.runtime.internal.collective.mpi.MpiSpeed}. Without {@code mpirun} it prints the
 * time between two threads: busy MPI ranks would take half of the processors.
 */
public final class MpiSpeed {
    private static final int[] ELEMENTS = {1, 1 << 10, 1 << 20, 1 << 24};
    private static final int BATCHES = 7;

    private MpiSpeed() {}

    /** Operation to measure, repeated. */
    private interface Timed {
        void run(int times) throws Exception;
    }

    /** Measures. */
    public static void main(String[] arguments) throws Exception {
        try (Communicator rank = Communicator.mpi()) {
            if (rank.size() == 1) {
                printThreads();
                return;
            }
            for (int elements : ELEMENTS) {
                int times = times(elements);
                Tensor x = Tensor.full(1, elements);
                Tensor y = Tensor.zeros(elements);
                double ours = best(rank, times, allReduce(rank, x, y));
                double builtIn = best(rank, times, builtIn(x, y, elements));
                if (rank.rank() == 0) {
                    System.out.printf(
                            "%,12d bytes: %,12.1f us, MPI's own %,12.1f us (%.2f)%n",
                            4L * elements, ours, builtIn, ours / builtIn);
                }
            }
        }
    }

    private static void printThreads() throws Exception {
        for (int elements : ELEMENTS) {
            Tensor[] given = {Tensor.full(1, elements), Tensor.full(2, elements)};
            Tensor[] results = {Tensor.zeros(elements), Tensor.zeros(elements)};
            int times = times(elements);
            double[] best = {Double.MAX_VALUE, Double.MAX_VALUE};
            Ranks.run(given.length, rank -> {
                Tensor x = given[rank.rank()];
                Tensor y = results[rank.rank()];
                best[rank.rank()] = best(rank, times, allReduce(rank, x, y));
                return null;
            });
            System.out.printf("%,12d bytes: threads %,12.1f us%n", 4L * elements, best[0]);
        }
    }

    private static int times(int elements) {
        return Math.max(3, Math.min(20_000, (1 << 23) / elements));
    }

    private static Timed allReduce(Communicator rank, Tensor x, Tensor y) {
        return count -> {
            for (int i = 0; i < count; i++) {
                rank.start(ReduceOp.SUM, DType.F32, x.address(), y.address(), x.elementCount())
                        .await();
            }
        };
    }

    private static void barrier(Communicator rank) {
        rank.allReduce(ReduceOp.SUM, Tensor.zeros(1));
    }

    /** The best time of one, in microseconds. */
    private static double best(Communicator rank, int times, Timed timed) throws Exception {
        double best = Double.MAX_VALUE;
        for (int batch = 0; batch < BATCHES; batch++) {
            barrier(rank);
            long begin = System.nanoTime();
            timed.run(times);
            best = Math.min(best, (System.nanoTime() - begin) / 1e3 / times);
        }
        return best;
    }

    private static Timed builtIn(Tensor x, Tensor y, int elements) {
        NativeLibrary library = NativeLibrary.open(MpiLibrary.fileNames(System.getenv()));
        MpiAbi abi = MpiAbi.of(library);
        boolean isOpenMpi = abi.name().equals("Open MPI");
        long dtype = isOpenMpi ? library.function("ompi_mpi_float") : 0x4c00040a;
        long sum = isOpenMpi ? library.function("ompi_mpi_op_sum") : 0x58000003;
        long allReduce = library.function("MPI_Allreduce");
        return count -> {
            for (int i = 0; i < count; i++) {
                NativeLibrary.call(allReduce, x.address(), y.address(), elements, dtype, sum, abi.world());
            }
        };
    }
}

package io.graphkernel.common.target;

/**
 * Model of the CUDA and OpenCL targets, which share one source for all GPUs.
 *
 * @param capabilities capabilities of their kernels
 * @param launch thread blocks of launches
 * @param access vectorized accesses and blocked loops of threads
 * @param teams threads that share rows and columns
 * @param rowRegisters rows that a team keeps in registers
 * @param library tiles of library calls
 * @param tensorCores matmuls on tensor cores
 * @param streams pending launches and copies
 */
public record GpuModel(
        Capabilities capabilities,
        Launch launch,
        Access access,
        Teams teams,
        RowRegisters rowRegisters,
        Library library,
        TensorCores tensorCores,
        Streams streams)
        implements TargetModel {

    /**
     * Values for GPUs from Volta on. Vectors have at most 16 elements in registers, since a thread has no memory for
     * whole rows. Accesses are at most 16 bytes wide (CUDA C++ Programming Guide, device memory accesses); the limits of
     * cost and registers are estimates by docs/bench/gpu-instructions.md.
     */
    public static final GpuModel DEFAULT = new GpuModel(
            new Capabilities(16, 0)
                    .withLibraries(LibraryChoices.OF_ATTENTION)
                    .withThreadBlocks(new ThreadBlockLimits(
                            /* maxAccessBytes= */ 16,
                            /* maxVectorCost= */ 256,
                            /* maxVectorRegisters= */ 48,
                            /* maxUnrolledCost= */ 16,
                            /* tileSize= */ 32)),
            Launch.DEFAULT,
            Access.DEFAULT,
            Teams.DEFAULT,
            RowRegisters.DEFAULT,
            Library.DEFAULT,
            TensorCores.DEFAULT,
            Streams.DEFAULT);

    /**
     * Grid and thread blocks of a launch.
     *
     * @param threadsPerBlock number of threads per thread block; kernels of earlier builds contain it, so that a change
     *     increments {@link io.graphkernel.common.abi.KernelAbi#VERSION}; {@code GK_BLOCK_THREADS} in {@code
     *     graphkernel_gpu.h}; the minimum of {@code CL_DEVICE_MAX_WORK_GROUP_SIZE} on current GPUs
     * @param minBytesPerBlock minimum traffic of a thread block in bytes that amortizes its overhead; estimate
     * @param blocksPerMultiprocessor number of thread blocks per multiprocessor that hides memory latency: 2,048 threads
     *     (CUDA C++ Programming Guide, technical specifications)
     * @param maxRegistersPerThread maximum number of registers per thread of kernels with many accumulators; of 32-bit registers a multiprocessor has 65,536 (CUDA C++
     *     Programming Guide, technical specifications): two thread blocks fit, so that one loads while another waits
     */
    public record Launch(
            int threadsPerBlock, long minBytesPerBlock, long blocksPerMultiprocessor, int maxRegistersPerThread) {

        /** The values of this version. */
        public static final Launch DEFAULT = new Launch(
                /* threadsPerBlock= */ 256,
                /* minBytesPerBlock= */ 4096,
                /* blocksPerMultiprocessor= */ 8,
                /* maxRegistersPerThread= */ 128);
    }

    /**
     * Accesses and loops of a thread; estimates.
     *
     * @param minReducedWidthElements width of an access in elements that is not reduced further, even if its ops exceed
     *     the {@linkplain ThreadBlockLimits limits}
     * @param defaultWidthElements width of an access in elements without contiguous operands
     * @param iterationsPerBlock number of iterations per thread that strided reductions accumulate together, which keeps
     *     long sums accurate
     * @param unrolledVectors number of vectors of a partially unrolled loop, whose loads overlap: {@code GK_UNROLL_SOME} in
     *     {@code gk_gpu_memory.h}
     */
    public record Access(
            int minReducedWidthElements, int defaultWidthElements, int iterationsPerBlock, int unrolledVectors) {

        /** The values of this version. */
        public static final Access DEFAULT = new Access(
                /* minReducedWidthElements= */ 2,
                /* defaultWidthElements= */ 4,
                /* iterationsPerBlock= */ 64,
                /* unrolledVectors= */ 4);
    }

    /**
     * Threads that share rows and columns: {@code gk_team} and {@code gk_ways} in {@code gk_gpu_memory.h}, which repeat
     * these numbers, as {@code TargetModelTest} of module native checks; estimates.
     *
     * @param accessesPerThread number of vectors per thread of a team, if they are not kept in {@link RowRegisters}
     * @param minThreads size of the smallest team for rows of as many vectors
     * @param maxThreadsPerColumn maximum number of threads that share a column: the others of a thread block read 16
     *     adjacent columns, two memory sectors of f32
     * @param iterationsPerThread minimum number of iterations per thread of a column that several threads share
     */
    public record Teams(int accessesPerThread, int minThreads, int maxThreadsPerColumn, int iterationsPerThread) {

        /** The values of this version. */
        public static final Teams DEFAULT = new Teams(
                /* accessesPerThread= */ 8,
                /* minThreads= */ 8,
                /* maxThreadsPerColumn= */ 16,
                /* iterationsPerThread= */ 8);
    }

    /**
     * Rows that a team of threads keeps in registers between the stages of a kernel; estimates by
     * docs/bench/gpu-instructions.md.
     *
     * @param maxVectors maximum number of vectors per thread, whose loads overlap: a thread block holds rows of 16 KiB
     * @param minVectors minimum number of vectors per thread that is worth a second loop
     * @param maxBytes maximum size of a thread's part of all values in bytes, of the 1,020 that a thread can address (CUDA
     *     C++ Programming Guide, technical specifications), so that several thread blocks share a multiprocessor
     */
    public record RowRegisters(int maxVectors, int minVectors, int maxBytes) {

        /** The values of this version. */
        public static final RowRegisters DEFAULT =
                new RowRegisters(/* maxVectors= */ 4, /* minVectors= */ 2, /* maxBytes= */ 256);
    }

    /**
     * Tiles of library calls; estimates unless noted.
     *
     * @param smallTile number of rows and columns of a small matmul tile, whose 8-byte accumulators fit into registers
     *     and shared memory
     * @param largeTile number of rows and columns of a large matmul tile, whose 4-byte accumulators do; it is used if
     *     there is one per multiprocessor
     * @param tileBytes traffic in bytes as which a tile counts, so that it is enough work for a thread block
     * @param minTiledOutputChannels minimum number of output channels per group of a convolution that fills a tile
     * @param attentionTile number of rows per item and of columns per result tile of attention
     * @param gatherGradientPositions number of positions per tile of the gradient of gather: {@code GK_POSITIONS}
     * @param maxWorkspaceBytes maximum workspace of cuBLASLt in bytes, which NVIDIA recommends for its largest devices
     *     (cuBLAS documentation, {@code cublasSetWorkspace})
     */
    public record Library(
            int smallTile,
            int largeTile,
            long tileBytes,
            long minTiledOutputChannels,
            int attentionTile,
            long gatherGradientPositions,
            long maxWorkspaceBytes) {

        /** The values of this version. */
        public static final Library DEFAULT = new Library(
                /* smallTile= */ 64,
                /* largeTile= */ 128,
                /* tileBytes= */ 1 << 16,
                /* minTiledOutputChannels= */ 16,
                /* attentionTile= */ 64,
                /* gatherGradientPositions= */ 8,
                /* maxWorkspaceBytes= */ 32 << 20);
    }

    /**
     * Matmuls and attention on tensor cores: {@code gk_matmul_mma.cl}, whose tiles are those of {@link Library}, and {@code
     * gk_attention_mma.cl}; estimates by docs/bench/gpu-instructions.md.
     *
     * @param sliceBytes size in bytes of the part of a line, along the summed axis, that thread blocks copy at a time: two
     *     steps of {@code mma} per barrier
     * @param stages number of slices in shared memory, of which all but one are being copied: with the large tile they fill
     *     the 48 KiB that a kernel declares statically (CUDA C++ Programming Guide, technical specifications), and two
     *     thread blocks fit in the 100 KiB of a multiprocessor of compute capability 8.6
     * @param groupedTiles number of row tiles that are adjacent in the order of tiles, so that concurrent thread blocks
     *     share operands in the L2 cache
     * @param attentionQueries number of queries per thread block, 16 for each warp: the rows of a fragment
     * @param attentionSize maximum number of elements of a row in the smaller kernel of attention
     * @param maxAttentionSize maximum number of elements of a row whose query and sums a thread holds in registers, about
     *     100 of them; longer rows are computed without tensor cores
     */
    public record TensorCores(
            int sliceBytes,
            int stages,
            int groupedTiles,
            int attentionQueries,
            int attentionSize,
            int maxAttentionSize) {

        /** The values of this version. */
        public static final TensorCores DEFAULT = new TensorCores(
                /* sliceBytes= */ 64,
                /* stages= */ 3,
                /* groupedTiles= */ 8,
                /* attentionQueries= */ 128,
                /* attentionSize= */ 64,
                /* maxAttentionSize= */ 128);
    }

    /**
     * Streams; estimates.
     *
     * @param maxPendingLaunches maximum number of pending launches of an OpenCL queue: drivers buffer all of them, so that
     *     the host waits beyond it
     * @param launchesPerFlush number of launches per flush of an OpenCL queue, which drivers may delay until then
     * @param maxStagingBytes maximum size of a pinned staging buffer in bytes
     * @param minStagingBytes minimum size of a pinned staging buffer in bytes
     */
    public record Streams(int maxPendingLaunches, int launchesPerFlush, long maxStagingBytes, long minStagingBytes) {

        /** The values of this version. */
        public static final Streams DEFAULT = new Streams(
                /* maxPendingLaunches= */ 512,
                /* launchesPerFlush= */ 16,
                /* maxStagingBytes= */ 4 << 20,
                /* minStagingBytes= */ 64 << 10);
    }
}

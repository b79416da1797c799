package io.graphkernel.common.target;

/**
 * Model of the Ascend target: the 910B, 910C, 950 and 310P, by their documents and by an emulator only.
 *
 * @param capabilities capabilities of its kernels
 * @param memory local memory and its copies
 * @param vector vector instructions
 * @param tiles tiles that cores process
 * @param kernels limits of kernels
 * @param rates documented rates, for the estimate above each kernel
 */
public record AscendModel(
        Capabilities capabilities, Memory memory, Vector vector, Tiling tiles, Kernels kernels, Rates rates)
        implements TargetModel {

    /** The values of this version. Kernels require no schedule beyond the minimum of all targets. */
    public static final AscendModel DEFAULT = new AscendModel(
            Capabilities.MINIMAL, Memory.DEFAULT, Vector.DEFAULT, Tiling.DEFAULT, Kernels.DEFAULT, Rates.DEFAULT);

    /**
     * Local memory. Source unless noted: Ascend C API reference of CANN.
     *
     * @param unifiedBufferBytes capacity of the unified buffer in bytes on chips of {@code NPU_ARCH} 2201, the minimum of
     *     all targets: 192 KiB less 256 bytes, and less 8 KiB that some instructions use
     * @param blockBytes size of a block in bytes, the unit of copies, of core stores and of local addresses
     * @param alignmentBytes alignment of the fastest copies in bytes, and the size of a memory transaction
     * @param minEfficientCopyBytes minimum size of a copy in bytes that reaches the memory bandwidth (Ascend C tuning
     *     guide)
     * @param buffers number of buffers per queue: a tile is loaded while the previous one is computed
     * @param maxBlocksPerCopy maximum number of blocks per copy
     */
    public record Memory(
            int unifiedBufferBytes,
            int blockBytes,
            int alignmentBytes,
            int minEfficientCopyBytes,
            int buffers,
            int maxBlocksPerCopy) {

        /** The values of this version. */
        public static final Memory DEFAULT = new Memory(
                /* unifiedBufferBytes= */ 192 * 1024 - 256 - 8 * 1024,
                /* blockBytes= */ 32,
                /* alignmentBytes= */ 512,
                /* minEfficientCopyBytes= */ 16 << 10,
                /* buffers= */ 2,
                /* maxBlocksPerCopy= */ 4095);
    }

    /**
     * Vector instructions. Source: Ascend C API reference of CANN.
     *
     * @param repeatBytes number of bytes per repeat of an instruction; comparisons only process whole repeats
     * @param maxRepeats maximum number of repeats of an instruction
     * @param lanes number of 4-byte lanes per repeat
     * @param rowsPerGroup row counts are rounded up to this multiple: a block of 4-byte values
     * @param maskElements number of elements whose masks fill a block, and which comparisons process without a remainder
     */
    public record Vector(int repeatBytes, int maxRepeats, int lanes, int rowsPerGroup, int maskElements) {

        /** The values of this version. */
        public static final Vector DEFAULT = new Vector(
                /* repeatBytes= */ 256,
                /* maxRepeats= */ 255,
                /* lanes= */ 64,
                /* rowsPerGroup= */ 8,
                /* maskElements= */ 256);

        /** Returns the number of elements of a value with one element per row, padded to whole instructions. */
        public int columnElements() {
            return (maxRows() + lanes - 1) / lanes * lanes;
        }

        /** Returns the maximum number of rows per tile: whole groups that an instruction repeats over. */
        public int maxRows() {
            return maxRepeats / rowsPerGroup * rowsPerGroup;
        }

        /** Returns the maximum number of lanes of a tile along which an instruction repeats. */
        public int maxLanes() {
            return maxRepeats * lanes;
        }
    }

    /**
     * Tiling; estimates.
     *
     * @param minRows minimum number of rows per chunk of lanes, so that values shared by rows are reused
     * @param minRowsByLanes minimum number of rows if copies are lane by lane
     * @param laneShareMultiple cores share the lanes of a row in multiples of this number
     * @param maxShortLanes rows with fewer lanes are copied so slowly that loading them once per stage is not worthwhile
     * @param gatherGradientUnitsPerCore number of units per core of the gradient of gather, which balances the load
     */
    public record Tiling(
            int minRows,
            int minRowsByLanes,
            int laneShareMultiple,
            int maxShortLanes,
            long gatherGradientUnitsPerCore) {

        /** The values of this version. */
        public static final Tiling DEFAULT = new Tiling(
                /* minRows= */ 8,
                /* minRowsByLanes= */ 64,
                /* laneShareMultiple= */ 256,
                /* maxShortLanes= */ 32,
                /* gatherGradientUnitsPerCore= */ 4);
    }

    /**
     * Limits of kernels. Source: Ascend C programming guide of CANN.
     *
     * @param maxParameters maximum number of 8-byte kernel parameters for any kind of launch
     * @param maxCallsPerFunction maximum number of calls per function, whose code must fit the 32 KiB instruction cache;
     *     estimate
     */
    public record Kernels(int maxParameters, int maxCallsPerFunction) {

        /** The values of this version. */
        public static final Kernels DEFAULT = new Kernels(/* maxParameters= */ 128, /* maxCallsPerFunction= */ 512);
    }

    /**
     * Documented rates of the 910B1.
     *
     * @param cores number of vector cores
     * @param cyclesPerSecond clock rate in hertz
     * @param bytesPerCycle bytes of the widest operand per cycle and core
     * @param memoryBytesPerSecond memory bandwidth in bytes per second: that of the tuning guide's best addition of two
     *     large tensors
     */
    public record Rates(int cores, double cyclesPerSecond, int bytesPerCycle, double memoryBytesPerSecond) {

        /** The values of this version. */
        public static final Rates DEFAULT = new Rates(
                /* cores= */ 48,
                /* cyclesPerSecond= */ 1.8e9,
                /* bytesPerCycle= */ 256,
                /* memoryBytesPerSecond= */ 2.35e12);
    }
}

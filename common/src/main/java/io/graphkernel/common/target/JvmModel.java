package io.graphkernel.common.target;

/**
 * Model of the JVM target: scalar loops in Java.
 *
 * @param capabilities capabilities of its kernels
 * @param libraryTiles tiles of its library calls
 */
public record JvmModel(Capabilities capabilities, LibraryTiles libraryTiles) implements TargetModel {

    /** Loops over scalar elements, with the caches of the CPU. */
    public static final JvmModel DEFAULT = new JvmModel(
            new Capabilities(1, CpuModel.ROW_BUFFER_BYTES).withLibraries(LibraryChoices.OF_ATTENTION),
            LibraryTiles.DEFAULT);

    /**
     * Tiles of library calls, whose operands stay in L1; estimates.
     *
     * @param matMulRows number of rows of a matmul tile
     * @param matMulColumns maximum number of columns of a matmul tile
     * @param attentionKeys number of keys of an attention tile
     */
    public record LibraryTiles(int matMulRows, int matMulColumns, int attentionKeys) {

        /** The values of this version. */
        public static final LibraryTiles DEFAULT =
                new LibraryTiles(/* matMulRows= */ 16, /* matMulColumns= */ 256, /* attentionKeys= */ 64);
    }
}

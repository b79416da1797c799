package io.graphkernel.common.target;

/**
 * Choices between a kernel and a library call.
 *
 * @param choosesPostOps true if libraries only fuse the epilogues that flags name, because kernels need fewer steps
 * @param tilesContractions true if a matmul that is a loop shares each element of the matrix among several rows, so that
 *     it is not much slower than a library call for any number of rows
 * @param convertsAttentionKeys true if attention is a kernel, which converts stored keys and values as it reads them
 */
public record LibraryChoices(boolean choosesPostOps, boolean tilesContractions, boolean convertsAttentionKeys) {

    /** Libraries fuse all supported epilogues, and are preferred to kernels. */
    public static final LibraryChoices NONE = new LibraryChoices(false, false, false);

    /** Kernels tile contractions, and convert the keys of attention. */
    public static final LibraryChoices OF_KERNELS = new LibraryChoices(false, true, true);

    /** Kernels convert the keys of attention; contractions are not tiled. */
    public static final LibraryChoices OF_ATTENTION = new LibraryChoices(false, false, true);

    LibraryChoices intersect(LibraryChoices other) {
        return new LibraryChoices(
                choosesPostOps && other.choosesPostOps,
                tilesContractions && other.tilesContractions,
                convertsAttentionKeys && other.convertsAttentionKeys);
    }
}

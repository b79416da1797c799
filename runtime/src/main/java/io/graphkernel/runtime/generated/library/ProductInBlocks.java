package io.graphkernel.runtime.generated.library;

/** A product of one shape that gives its rows in blocks, prepared when an asynchronous communicator first wants it: most never do. */
final class ProductInBlocks {
    private final MatMulCall product;
    private final MatMulShape shape;
    private final int threads;
    private final boolean onJvm;
    private final long blocks;

    /** Null before it is wanted. */
    private LibraryWork work;

    /**
     * A product.
     *
     * @param blocks how many, if it is worth being split so far
     */
    ProductInBlocks(MatMulCall product, MatMulShape shape, int threads, boolean onJvm, long blocks) {
        this.product = product;
        this.shape = shape;
        this.threads = threads;
        this.onJvm = onJvm;
        this.blocks = blocks;
    }

    /** The product: {@link RowParts} if it can be computed in parts. */
    synchronized LibraryWork work() {
        if (work == null) {
            work = product.work(shape, threads, onJvm, blocks);
        }
        return work;
    }
}

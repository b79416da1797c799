package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.pass.LibraryPostOp;
import java.util.Optional;

/**
 * An op that a library applies to its product before storing it. In the patterns the product is {@code product} and the
 * op gives {@code y}; the product may have a tail already, after which the op goes.
 */
abstract class LibraryTailFusion extends PatternPass {

    private static final String PRODUCT = "product";

    /**
     * A pass.
     *
     * @param name the documents' name
     * @param patterns any of which may match
     */
    LibraryTailFusion(String name, String... patterns) {
        super(name, patterns);
    }

    @Override
    public final boolean runsBy(Flags flags) {
        return super.runsBy(flags) && !flags.isOn(Flag.DISABLE_MATMUL_POST_FUSION);
    }

    @Override
    final boolean applies(PatternMatch match) {
        return postOp(match).filter(postOp -> names(postOp)).isPresent();
    }

    /**
     * Whether the pass is about a post-op.
     *
     * @param postOp that the library can apply
     */
    boolean names(LibraryPostOp postOp) {
        return true;
    }

    @Override
    final Attributes attributes(PatternMatch match, String result) {
        return postOp(match).orElseThrow().after(match.attributes(PRODUCT));
    }

    private static Optional<LibraryPostOp> postOp(PatternMatch match) {
        Node product = match.value(PRODUCT);
        return LibraryPostOp.of(match.value("y"), product, product);
    }

    /** Whether a post-op adds a tensor of rank 1, one number for each column. */
    static boolean addsVector(LibraryPostOp postOp) {
        return postOp.isBias() && postOp.operand().orElseThrow().shape().rank() == 1;
    }
}

package io.graphkernel.processor.pass.pattern.matmul;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.EpilogueOp;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;
import java.util.Optional;

/**
 * Base of fusions of an op into the epilogue of a matmul. In the patterns the matmul is {@code matMul} and the op
 * returns {@code y}; the op is appended to an existing epilogue.
 */
abstract class LibraryEpilogueFusion extends PatternPass {

    private static final String MATMUL = "matmul";

    /**
     * Creates a pass.
     *
     * @param name the documented name
     * @param patterns alternative patterns
     */
    LibraryEpilogueFusion(String name, String... patterns) {
        super(name, patterns);
    }

    @Override
    public final boolean isEnabledBy(FlagValues flags) {
        return super.isEnabledBy(flags) && !flags.isOn(Flag.DISABLE_MATMUL_POST_FUSION);
    }

    @Override
    protected final boolean applies(PatternMatch match) {
        return epilogueOp(match).filter(epilogueOp -> names(epilogueOp)).isPresent();
    }

    /**
     * Returns true if the pass fuses an epilogue op.
     *
     * @param epilogueOp epilogue op that the library supports
     */
    boolean names(EpilogueOp epilogueOp) {
        return true;
    }

    @Override
    protected final Attributes attributes(PatternMatch match, String result) {
        return epilogueOp(match).orElseThrow().after(match.attributes(MATMUL));
    }

    private static Optional<EpilogueOp> epilogueOp(PatternMatch match) {
        Node matMul = match.value(MATMUL);
        return EpilogueOp.of(match.value("y"), matMul, matMul);
    }

    /** Returns true if an epilogue op adds a tensor of rank 1, one number per column. */
    static boolean addsVector(EpilogueOp epilogueOp) {
        return epilogueOp.isBias() && epilogueOp.operand().orElseThrow().shape().rank() == 1;
    }
}

package io.graphkernel.processor.option;

/**
 * A target for which a class has no kernels, because it was to be compiled for where that is possible, or a chip of one.
 *
 * @param target its id; of a chip what the run time calls the directory of its binaries, as in {@code ascend-2002}
 * @param method the first method that it cannot compile
 * @param op the op at fault, with its line if it is known
 * @param reason what of the op the target has not, as a sentence without its end
 */
public record LeftOut(String target, String method, String op, String reason) {

    /** Whether it is about some chips of a target alone, of which others have kernels. */
    public boolean isOfChip() {
        return target.contains("-");
    }
}

package io.graphkernel.processor.option;

/**
 * Optional target, or chip of a target, that cannot compile a class.
 *
 * @param target id of the target, or directory of a chip's binaries, such as {@code ascend-2002}
 * @param method first method that it cannot compile
 * @param op unsupported op, with its line if known
 * @param reason reason as a sentence without a period
 */
public record SkippedTarget(String target, String method, String op, String reason) {

    /** Returns true if it is a chip of a target that other chips of the target support. */
    public boolean isOfChip() {
        return target.contains("-");
    }
}

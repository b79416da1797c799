package io.graphkernel.processor.schedule;

/**
 * A target for which a class has no kernels, because it was asked for where it is possible.
 *
 * @param target its id
 * @param method the first method that it cannot compile
 * @param op the op at fault, with its line if it is known
 * @param reason what of the op the target has not, as a sentence without its end
 */
public record LeftOut(String target, String method, String op, String reason) {

    /** Of a step that was refused. */
    public static LeftOut of(String target, String method, Refusal refusal) {
        return new LeftOut(target, method, op(refusal), refusal.reason());
    }

    /** The op of a refusal, with its line. */
    public static String op(Refusal refusal) {
        boolean hasLine = refusal.op().origin().line() != 0;
        return refusal.op().op() + (hasLine ? " at " + refusal.op().origin() : "");
    }
}

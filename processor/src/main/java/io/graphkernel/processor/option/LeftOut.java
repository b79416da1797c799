package io.graphkernel.processor.option;

/**
 * A target for which a class has no kernels, because it was to be compiled for where that is possible.
 *
 * @param target its id
 * @param method the first method that it cannot compile
 * @param op the op at fault, with its line if it is known
 * @param reason what of the op the target has not, as a sentence without its end
 */
public record LeftOut(String target, String method, String op, String reason) {}

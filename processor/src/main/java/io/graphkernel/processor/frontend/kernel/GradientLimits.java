package io.graphkernel.processor.frontend.kernel;

import io.graphkernel.processor.gradient.GradientPair;

/**
 * Limits of the gradient calls of a stub. A generated method of at most 65,535 bytes uses about 120 bytes per gradient
 * and 50 per saved value.
 */
public final class GradientLimits {

    /** Maximum number of gradients. */
    public static final int MAX_GRADIENTS = 440;

    /** Maximum number of saved values. */
    public static final int MAX_SAVED = 1_000;

    /** Maximum number of tensors and numbers that a method with gradient calls takes. */
    public static final int MAX_OPERANDS = 2_000;

    private GradientLimits() {}

    /** Returns true if a stub can have the gradient calls of a method. */
    public static boolean areMetBy(GradientPair pair) {
        return pair.wanted().size() <= MAX_GRADIENTS && pair.saved().size() <= MAX_SAVED;
    }
}

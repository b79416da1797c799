package io.graphkernel.processor;

/** How much is tried: the normal tests or, with {@code -Pexhaustive}, all. */
public final class Scope {

    private Scope() {}

    /** Whether the long profile runs. */
    public static boolean isExhaustive() {
        return Boolean.getBoolean("processor.exhaustive");
    }
}

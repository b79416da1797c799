package io.graphkernel.conformance;

/** How much is tried: the normal run or, with {@code -Pexhaustive}, every form for every dtype. */
final class Scope {

    private Scope() {}

    static boolean isExhaustive() {
        return Boolean.getBoolean("conformance.exhaustive");
    }
}

package io.graphkernel.processor.graph;

/** The size of one axis: a number known at compile time, or a symbol bound when the kernel is called. */
public sealed interface Dim {

    /**
     * A size known at compile time.
     *
     * @param size elements, not negative
     */
    record Constant(long size) implements Dim {
        @Override
        public String toString() {
            return Long.toString(size);
        }
    }

    /**
     * A size named in the signature.
     *
     * @param name the Java identifier in {@code @TensorType}
     */
    record Symbol(String name) implements Dim {
        @Override
        public String toString() {
            return name;
        }
    }

    /** The size of a broadcast axis. */
    Dim ONE = new Constant(1);

    /**
     * Makes a dim from its text.
     *
     * @param text a number or an identifier
     * @return the dim
     */
    static Dim of(String text) {
        return Character.isDigit(text.charAt(0)) ? new Constant(Long.parseLong(text)) : new Symbol(text);
    }
}

package io.graphkernel.generation;

/** The reason why a generation has ended. */
public enum FinishReason {
    /** The end token or a stop sequence was generated. */
    STOP,
    /** The maximum number of tokens was generated. */
    LENGTH,
    /** The cache has no slot for a further token of the sequence. */
    CAPACITY,
    /** The generation was canceled, or the generator was closed. */
    CANCELED;

    /**
     * Returns the reason for libraries that do not distinguish the limits of a request and of the cache.
     *
     * @return {@link #LENGTH} in place of {@link #CAPACITY}, or this reason
     */
    public FinishReason withoutCapacity() {
        return this == CAPACITY ? LENGTH : this;
    }
}

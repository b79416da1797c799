package io.graphkernel.processor.pass;

/** Sink of the decisions of passes, for the log and the report. It never influences the passes. */
@FunctionalInterface
public interface DecisionSink {

    /** Discards all decisions. */
    DecisionSink DISCARDING = line -> {};

    /**
     * Accepts a line of the log.
     *
     * @param line one line, for example {@code Enable pattern: reduce_fwd_depth}
     */
    void note(String line);
}

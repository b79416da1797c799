package io.graphkernel.processor.pass;

/** Takes what passes decide, for the log and the report. Telling it changes nothing. */
@FunctionalInterface
public interface DecisionSink {

    /** Forgets everything. */
    DecisionSink NOBODY = line -> {};

    /**
     * Takes a line of the log.
     *
     * @param line one line, for example {@code Enable pattern: reduce_fwd_depth}
     */
    void note(String line);
}

package io.graphkernel.processor.pass;

/** Takes what passes decide, for the log and the report. Telling it changes nothing. */
public interface DecisionSink {

    /** Forgets everything. */
    DecisionSink NOBODY = new DecisionSink() {
        @Override
        public void note(String line) {}

        @Override
        public void unfused(Unfused edge) {}
    };

    /**
     * Takes a line of the log.
     *
     * @param line one line, for example {@code Enable pattern: reduce_fwd_depth}
     */
    void note(String line);

    /**
     * Takes a reason why two kernels are not one. The edges of the last pass that gives any are those of the plan.
     *
     * @param edge nodes of the graph that the pass returns
     */
    void unfused(Unfused edge);
}

package io.graphkernel.processor.pass;

/**
 * Entry of a pass on the page of named fusions.
 *
 * @param pattern patterns as text, or a sentence about the rewrite
 * @param condition condition of a match besides its structure, in one sentence
 * @param standing reason why the pass is off by default or mandatory, to follow a colon; empty if it is on
 */
public record PassDocument(String pattern, String condition, String standing) {

    /** Entry of passes that no document names. */
    public static final PassDocument NONE = new PassDocument("", "", "");
}

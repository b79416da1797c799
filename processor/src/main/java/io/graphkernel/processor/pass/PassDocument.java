package io.graphkernel.processor.pass;

/**
 * What the page of named fusions says of a pass.
 *
 * @param pattern what it matches and what it makes: patterns as text, or a sentence
 * @param condition what a match must fulfil besides its structure, in one sentence
 * @param standing why the pass is off unless flags name it, or can't be turned off, to follow a colon; empty if it is on
 */
public record PassDocument(String pattern, String condition, String standing) {

    /** That of passes which no document names. */
    public static final PassDocument NONE = new PassDocument("", "", "");
}

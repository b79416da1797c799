package io.graphkernel.processor.graph;

import java.util.List;

/**
 * The text that {@linkplain Origin origins} point into.
 *
 * @param file simple file name
 * @param lines without line feeds; empty if the text can't be read
 */
public record SourceText(String file, List<String> lines) {

    public SourceText {
        lines = List.copyOf(lines);
    }
}

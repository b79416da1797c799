package io.graphkernel.graph;

import java.util.List;

/**
 * The source text that {@linkplain Origin origins} refer to.
 *
 * @param file simple file name
 * @param lines lines without line feeds; empty if the text is unreadable
 */
public record SourceLines(String file, List<String> lines) {

    public SourceLines {
        lines = List.copyOf(lines);
    }
}

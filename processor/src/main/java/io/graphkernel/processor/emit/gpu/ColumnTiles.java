package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.scalar.Elements;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;

/**
 * Prints how a group walks columns: neighbouring threads take neighbouring ones, up to the threads of a warp, and the
 * others share the turns of the loops that are reduced.
 */
final class ColumnTiles {

    private final GpuTemplate template;
    private final CodeWriter code;

    ColumnTiles(GpuTemplate template) {
        this.template = template;
        this.code = template.code;
    }

    /**
     * Declares how many columns a group takes at once, how many threads each of them has, and which this one is.
     *
     * @param turns text of how many turns are shared
     * @param others text of how often there are these columns
     */
    void declare(String turns, String others) {
        template.count("ways", "gk_ways(" + turns + ", inner, " + others + ")");
        template.count("width", "GK_GROUP_THREADS / ways");
        template.count("way", "GK_THREAD / width");
        template.integer("tiles", "gk_parts(inner, width)");
    }

    /** Declares this thread's column of a tile: the last one again where there is none. */
    void writeColumn(String tile) {
        template.integer("own", tile + " * width + (GK_THREAD & (width - 1))");
        template.count("present", "own < inner");
        template.integer(template.column(), "present ? own : inner - 1");
    }

    /** Joins what the threads of a column have accumulated. */
    void join(Node reduction) {
        template.join(reduction, "width", "ways");
    }

    /** Elements of columns, of which nothing is stored where there is no column. */
    Elements elements() {
        Elements indexed = template.body.indexed();
        return new Elements() {
            @Override
            public String load(Buffer input) {
                return indexed.load(input);
            }

            @Override
            public String store(Buffer output, String value) {
                return "if (present) " + indexed.store(output, value);
            }

            @Override
            public String accumulate(Node reduction, String value) {
                return indexed.accumulate(reduction, value);
            }

            @Override
            public String place(String place) {
                return place;
            }
        };
    }
}

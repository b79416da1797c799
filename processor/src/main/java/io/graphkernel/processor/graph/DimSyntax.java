package io.graphkernel.processor.graph;

import java.util.function.Function;

/**
 * How a target writes dims.
 *
 * @param symbol text of a symbol, by its name
 * @param numberSuffix what follows a number, for example {@code L}
 * @param functionPrefix what comes before {@code floorDiv}, {@code min} and {@code max}
 * @param calls whether arithmetic is written as calls, too: {@code product}, {@code sum} and {@code difference}
 */
public record DimSyntax(Function<String, String> symbol, String numberSuffix, String functionPrefix, boolean calls) {

    /** A syntax with operators. */
    public DimSyntax(Function<String, String> symbol, String numberSuffix, String functionPrefix) {
        this(symbol, numberSuffix, functionPrefix, false);
    }

    /** The text form of graphs. */
    static final DimSyntax TEXT = new DimSyntax(name -> name, "", "");
}

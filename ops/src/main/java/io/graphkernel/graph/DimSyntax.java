package io.graphkernel.graph;

import java.util.function.Function;

/**
 * Target-specific syntax of dims.
 *
 * @param symbol text of a symbol by its name
 * @param numberSuffix suffix of integer literals, for example {@code L}
 * @param functionPrefix prefix of {@code floorDiv}, {@code min} and {@code max}
 * @param calls true if arithmetic is written as calls of {@code product}, {@code sum} and {@code difference}
 */
public record DimSyntax(Function<String, String> symbol, String numberSuffix, String functionPrefix, boolean calls) {

    /** Creates a syntax with infix operators. */
    public DimSyntax(Function<String, String> symbol, String numberSuffix, String functionPrefix) {
        this(symbol, numberSuffix, functionPrefix, false);
    }

    /** The text form of graphs. */
    static final DimSyntax TEXT = new DimSyntax(name -> name, "", "");
}

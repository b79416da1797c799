package io.graphkernel.graph;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Symbols of the loop indices of an outermost graph and all its bodies. */
public final class LoopIndexSymbols {

    /** Separator between the variable and the number in the symbol of a loop's index. */
    private static final String SUFFIX = "_loop";

    private static final Pattern INDEX = Pattern.compile(".*" + SUFFIX + "\\d+");

    private final Set<String> symbols = new HashSet<>();

    LoopIndexSymbols() {}

    /**
     * Creates the symbol of a new loop's index.
     *
     * @param variable name of the Java variable
     * @return a symbol that no other loop of the graph, around it or in its bodies has
     */
    public String create(String variable) {
        int number = 0;
        String symbol = variable + SUFFIX + number;
        while (!symbols.add(symbol)) {
            symbol = variable + SUFFIX + ++number;
        }
        return symbol;
    }

    /** Creates the symbol of a copied loop's index, for the same Java variable. */
    String createLike(String index) {
        int end = index.lastIndexOf(SUFFIX);
        return create(end < 0 ? index : index.substring(0, end));
    }

    /**
     * Returns true if a symbol has the form of a loop's index.
     *
     * @param symbol symbol of a dim
     * @return true for every index of a loop, and for a declared dim with such a name
     */
    public static boolean isIndex(String symbol) {
        return INDEX.matcher(symbol).matches();
    }

    /**
     * Returns true if a symbol is the index of a loop.
     *
     * @param symbol symbol of a dim
     * @return true for the loops of the graph, around it and in its bodies
     */
    public boolean contains(String symbol) {
        return symbols.contains(symbol);
    }

    /**
     * Reserves the indices of loops that are added to the graph, or are around it.
     *
     * @param indices symbols that no new loop has
     */
    public void reserve(Collection<String> indices) {
        symbols.addAll(indices);
    }
}

package io.graphkernel.processor.frontend.value;

import io.graphkernel.graph.Dim;
import io.graphkernel.processor.frontend.kernel.Member;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Dims of records that a signature uses several times. Each use has its own dims, such as {@code up.i}, until an op
 * requires that one equals another dim. The method is then read again with the dim bound.
 */
public final class RecordDims {

    /** Dims by the symbol that is bound to them, over symbols that are not bound. */
    private final Map<String, Dim> bound = new HashMap<>();
    /** Symbols that were declared, in order, and are not bound. */
    private final Set<String> open = new LinkedHashSet<>();

    private final boolean isShared;

    private RecordDims(boolean isShared) {
        this.isShared = isShared;
    }

    /** Creates the dims of a method, where each use of a record has its own. */
    public static RecordDims perUse() {
        return new RecordDims(false);
    }

    /** Creates the dims of a method, where a name is the same dim in all uses. */
    public static RecordDims shared() {
        return new RecordDims(true);
    }

    /**
     * Returns the dim of a symbol in a record.
     *
     * @param use path of the use
     * @param symbol name in the record
     */
    public Dim declared(String use, String symbol) {
        if (isShared) {
            return new Dim.Symbol(symbol);
        }
        String name = Member.path(use, symbol);
        if (!bound.containsKey(name)) {
            open.add(name);
        }
        return bound.getOrDefault(name, new Dim.Symbol(name));
    }

    /** Returns true if a dim of a use is not bound. */
    public boolean isOpen() {
        return !open.isEmpty();
    }

    /** Returns true if a dim of a use is bound to another one. */
    public boolean isBound() {
        return !bound.isEmpty();
    }

    /**
     * Returns the binding with which two dims are equal.
     *
     * @return replacement by symbol name; empty if the dims are equal, or no dim of a record makes them so
     */
    Map<String, Dim> binding(Dim a, Dim b) {
        if (a.equals(b)) {
            return Map.of();
        }
        Map<String, Dim> binding = binding(b, a, true);
        return binding.isEmpty() ? binding(a, b, false) : binding;
    }

    /**
     * Returns the binding of the symbol of which a dim is a multiple.
     *
     * @param earlier true if a symbol is bound to an open one only if that is declared earlier
     */
    private Map<String, Dim> binding(Dim dim, Dim other, boolean earlier) {
        Dim.Symbol symbol = dim.multipleOf().orElse(null);
        if (symbol == null || !open.contains(symbol.name())) {
            return Map.of();
        }
        Dim quotient = dim.exactQuotient(symbol).flatMap(other::exactQuotient).orElse(null);
        if (quotient == null || quotient.symbols().contains(symbol.name())) {
            return Map.of();
        }
        if (earlier && quotient instanceof Dim.Symbol target && isLater(target.name(), symbol.name())) {
            return Map.of();
        }
        return Map.of(symbol.name(), quotient);
    }

    /** Returns true if the first of two symbols is an open one that is declared after the second. */
    private boolean isLater(String first, String second) {
        for (String name : open) {
            if (name.equals(first) || name.equals(second)) {
                return name.equals(second) && open.contains(first);
            }
        }
        return false;
    }

    /** Binds dims, and starts a new reading of the method. */
    void bind(Map<String, Dim> binding) {
        bound.replaceAll((name, dim) -> dim.substitute(binding));
        bound.putAll(binding);
        open.clear();
        throw new DimsBoundException();
    }
}

package io.graphkernel.graph;

import java.util.List;
import java.util.stream.Stream;

/** Functions in a dim: {@code floorDiv}, {@code min} and {@code max}. */
public final class DimFunctions {

    private DimFunctions() {}

    /**
     * Returns the arguments of a function.
     *
     * @param dim any dim
     * @return the two arguments of {@code floorDiv}, {@code min} or {@code max}; empty for other dims
     */
    public static List<Dim> arguments(Dim dim) {
        return DimPolynomial.of(dim)
                .function()
                .map(atom -> List.of(atom.first(), atom.second()))
                .orElse(List.of());
    }

    /**
     * Returns all divisors in a dim, including those in the arguments of functions.
     *
     * @param dim any dim
     * @return the divisors that are not constants
     */
    public static List<Dim> divisors(Dim dim) {
        return DimPolynomial.of(dim)
                .atoms()
                .filter(atom -> !atom.isSymbol())
                .flatMap(DimFunctions::divisorsOf)
                .distinct()
                .toList();
    }

    private static Stream<Dim> divisorsOf(DimAtom function) {
        Stream<Dim> inner =
                Stream.of(function.first(), function.second()).flatMap(argument -> divisors(argument).stream());
        boolean divides =
                function.name().equals(DimExpression.FLOOR_DIV) && !(function.second() instanceof Dim.Constant);
        return divides ? Stream.concat(inner, Stream.of(function.second())) : inner;
    }
}

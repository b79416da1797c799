package io.graphkernel.processor.graph;

/** A dim that is neither a number nor a symbol; see {@link Dim} for how one is made. */
public final class DimExpression implements Dim {

    static final String FLOOR_DIV = "floorDiv";
    static final String MIN = "min";
    static final String MAX = "max";

    private final DimPolynomial polynomial;
    /** The text form; null before it is asked for. */
    private String text;

    DimExpression(DimPolynomial polynomial) {
        this.polynomial = polynomial;
    }

    /** A function of two dims; with numbers alone it is evaluated. */
    static Dim call(String function, Dim a, Dim b) {
        if (a instanceof Dim.Constant x && b instanceof Dim.Constant y) {
            return Dim.of(
                    switch (function) {
                        case FLOOR_DIV -> Math.floorDiv(x.size(), y.size());
                        case MIN -> Math.min(x.size(), y.size());
                        default -> Math.max(x.size(), y.size());
                    });
        }
        boolean swap = !function.equals(FLOOR_DIV) && a.toString().compareTo(b.toString()) > 0;
        return DimPolynomial.of(new DimAtom(function, swap ? b : a, swap ? a : b))
                .toDim();
    }

    DimPolynomial polynomial() {
        return polynomial;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DimExpression expression && polynomial.equals(expression.polynomial);
    }

    @Override
    public int hashCode() {
        return polynomial.hashCode();
    }

    @Override
    public String toString() {
        if (text == null) {
            text = print(DimSyntax.TEXT);
        }
        return text;
    }
}

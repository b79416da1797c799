package io.graphkernel.processor.frontend;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.ValueType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Matches the declared types of a kernel's parameters with the types of the arguments of one call. */
final class ShapeUnifier {

    /** The caller's dim for each symbol of the kernel. */
    private final Map<String, Dim> bound = new HashMap<>();
    /** The caller's dims for each pack of the kernel. */
    private final Map<String, List<Dim>> packs = new HashMap<>();

    /**
     * Binds the symbols that axes of a parameter are multiples of. All parameters come first, since an expression over symbols may
     * are before them.
     *
     * @param declared the parameter's type; its symbols are the kernel's
     * @param given the argument's type; its symbols are the caller's
     */
    void bind(ValueType declared, ValueType given) {
        declared.shape().bind(given.shape(), bound);
    }

    /**
     * Matches one argument.
     *
     * @param declared the parameter's type; its symbols are the kernel's
     * @param given the argument's type; its symbols are the caller's
     * @return why it does not fit, or empty
     */
    Optional<String> unify(ValueType declared, ValueType given) {
        String facts = "the parameter is declared " + declared + ", the argument is " + given;
        if (declared.dtype() != given.dtype()) {
            return Optional.of(facts);
        }
        if (declared.shape().isRankless()) {
            return Optional.empty();
        }
        if (given.shape().isRankless()) {
            return Optional.of("the parameter is declared " + declared + ", the argument has no declared dims");
        }
        Optional<String> leading = leadingMisfit(declared.shape(), given.shape());
        if (leading.isPresent()) {
            return leading.map(reason -> facts + reason);
        }
        List<Dim> dims = declared.shape().trailing();
        int first = given.shape().rank() - dims.size();
        for (int axis = 0; axis < dims.size(); axis++) {
            Dim dim = dims.get(axis);
            Dim size = given.shape().dims().get(first + axis);
            Dim expected = dim.substitute(bound);
            if (!expected.equals(size)) {
                return Optional.of(dim.equals(expected) ? facts : facts + ", and " + dim + " is " + expected);
            }
        }
        return Optional.empty();
    }

    /** The dims that a pack means are the same wherever it is; other parameters have as many axes as declared. */
    private Optional<String> leadingMisfit(Shape declared, Shape given) {
        if (declared.pack().isEmpty()) {
            boolean fits = declared.rank() == given.rank() && given.pack().isEmpty();
            return fits ? Optional.empty() : Optional.of("");
        }
        Optional<List<Dim>> leading = declared.leading(given);
        if (leading.isEmpty()) {
            return Optional.of("");
        }
        Dim.Symbol pack = declared.pack().get();
        List<Dim> expected = packs.computeIfAbsent(pack.name(), name -> leading.get());
        return expected.equals(leading.get())
                ? Optional.empty()
                : Optional.of(", and " + pack + " is " + Shape.of(expected));
    }
}

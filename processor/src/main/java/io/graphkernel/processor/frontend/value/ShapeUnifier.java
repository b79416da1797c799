package io.graphkernel.processor.frontend.value;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.ValueType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Unification of the declared parameter types of a kernel method with the argument types of one call. */
public final class ShapeUnifier {

    /** Dim of the caller for each symbol of the callee. */
    private final Map<String, Dim> bound = new HashMap<>();
    /** Dims of the caller for each batch symbol of the callee. */
    private final Map<String, List<Dim>> batchDims = new HashMap<>();

    /**
     * Binds the symbols that dims of a parameter are multiples of. All parameters are bound first, since an expression
     * over symbols may precede them.
     *
     * @param declared the parameter's type, over symbols of the callee
     * @param given the argument's type, over symbols of the caller
     */
    public void bind(ValueType declared, ValueType given) {
        declared.shape().bind(given.shape(), bound);
    }

    /** Binds a symbol that is an integer parameter of the callee. */
    public void bind(String number, Dim size) {
        bound.put(number, size);
    }

    /**
     * Unifies the type of one argument.
     *
     * @param declared the parameter's type, over symbols of the callee
     * @param given the argument's type, over symbols of the caller
     * @return reason for a mismatch, or empty
     */
    public Optional<String> unify(ValueType declared, ValueType given) {
        String facts = "the parameter is declared " + declared + ", the argument is " + given;
        if (declared.dtype() != given.dtype()) {
            return Optional.of(facts);
        }
        if (declared.shape().isUnranked()) {
            return Optional.empty();
        }
        if (given.shape().isUnranked()) {
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

    /**
     * Returns the first dims of one argument that differ.
     *
     * @param declared the parameter's type, over symbols of the callee
     * @param given the argument's type, over symbols of the caller
     * @return the expected and the given dim, over symbols of the caller; empty if the ranks differ
     */
    public Optional<List<Dim>> differing(ValueType declared, ValueType given) {
        List<Dim> dims = declared.shape().trailing();
        int first = given.shape().rank() - dims.size();
        for (int axis = 0; axis < dims.size() && first >= 0; axis++) {
            Dim expected = dims.get(axis).substitute(bound);
            Dim size = given.shape().dims().get(first + axis);
            if (!expected.equals(size)) {
                return Optional.of(List.of(expected, size));
            }
        }
        return Optional.empty();
    }

    /**
     * Checks the batch dims, which must be equal wherever their symbol occurs; other parameters must have the declared
     * rank.
     */
    private Optional<String> leadingMisfit(Shape declared, Shape given) {
        if (declared.batchDims().isEmpty()) {
            boolean fits = declared.rank() == given.rank() && given.batchDims().isEmpty();
            return fits ? Optional.empty() : Optional.of("");
        }
        Optional<List<Dim>> leading = declared.leading(given);
        if (leading.isEmpty()) {
            return Optional.of("");
        }
        Dim.Symbol batch = declared.batchDims().get();
        List<Dim> expected = batchDims.computeIfAbsent(batch.name(), name -> leading.get());
        return expected.equals(leading.get())
                ? Optional.empty()
                : Optional.of(", and " + batch + " is " + Shape.of(expected));
    }
}

package io.graphkernel.graph;

import java.util.List;
import java.util.Optional;

/** Type rules that reject sizes which no memory can hold, or which overflow. */
final class LimitedTypeRules implements TypeRules {

    private final TypeRules rules;

    LimitedTypeRules(TypeRules rules) {
        this.rules = rules;
    }

    @Override
    public ValueType infer(String op, List<Node> operands, Attributes attributes, List<DimCondition> conditions)
            throws TypeException {
        try {
            requireNumbers(op, attributes);
            ValueType type = rules.infer(op, operands, attributes, conditions);
            if (!type.shape().isTooLarge()) {
                return type;
            }
            throw doesNotFit("the result would have the shape " + type.shape() + ", which no memory can hold");
        } catch (ArithmeticException e) {
            throw doesNotFit("a size of the result cannot be computed: " + e.getMessage());
        }
    }

    /** Rejects arguments with constants that would overflow in strides or offsets. */
    private static void requireNumbers(String op, Attributes attributes) throws TypeException {
        for (Object value : attributes.values().values()) {
            if (value instanceof List<?> list) {
                for (Object item : list) {
                    if (item instanceof DimExpression dim && dim.hasCoefficientAbove(DimCondition.MAX_ELEMENTS)) {
                        throw doesNotFit(op + " is given " + dim + ", which exceeds the maximum number of elements");
                    }
                }
            }
        }
    }

    private static TypeException doesNotFit(String message) {
        return new TypeException(TypeException.Problem.SHAPE_DOES_NOT_FIT, -1, message);
    }

    @Override
    public List<Integer> updates(String op) {
        return rules.updates(op);
    }

    @Override
    public Optional<SliceUpdate> sliceUpdate(Node value) {
        return rules.sliceUpdate(value);
    }

    @Override
    public boolean isView(String op) {
        return rules.isView(op);
    }
}

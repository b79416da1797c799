package io.graphkernel.processor.lower.code;

/** Binary operators on integers, common to all C-like languages. */
public enum Operator {
    MULTIPLY("*", 10),
    DIVIDE("/", 10),
    REMAINDER("%", 10),
    ADD("+", 9),
    SUBTRACT("-", 9),
    LESS("<", 7),
    LESS_EQUAL("<=", 7),
    GREATER(">", 7),
    GREATER_EQUAL(">=", 7),
    EQUAL("==", 6),
    BITS_AND("&", 5),
    BITS_OR("|", 4),
    AND("&&", 3),
    OR("||", 2);

    private final String symbol;
    private final int precedence;

    Operator(String symbol, int precedence) {
        this.symbol = symbol;
        this.precedence = precedence;
    }

    /** Returns the operator's symbol. */
    public String symbol() {
        return symbol;
    }

    /** Returns the operator's precedence; a higher one binds more tightly. */
    public int precedence() {
        return precedence;
    }
}

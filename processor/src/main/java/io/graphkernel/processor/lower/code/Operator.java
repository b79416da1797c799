package io.graphkernel.processor.lower.code;

/** An operator between two whole numbers, written alike by all C-like languages. */
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

    /** How it is written. */
    public String symbol() {
        return symbol;
    }

    /** How tightly it binds: more than what has a smaller number. */
    public int precedence() {
        return precedence;
    }
}

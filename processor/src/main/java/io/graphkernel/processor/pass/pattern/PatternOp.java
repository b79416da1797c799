package io.graphkernel.processor.pass.pattern;

import java.util.Arrays;
import java.util.List;

/**
 * One line of a pattern: {@code y, mean, variance = LayerNorm(s, gamma, beta, epsilon)}. A name that ends in three dots
 * stands for any number of values.
 *
 * @param results names of the op's results, in order; results of the graph's op that nobody reads may be missing there
 * @param op its name in the op table
 * @param operands names of values, or numbers of the source
 */
record PatternOp(List<String> results, String op, List<String> operands) {

    private static final String SEVERAL = "...";
    private static final String NO_OP = "";

    /**
     * Reads a line.
     *
     * @param line results, an equals sign, the op with its operands in parentheses; after the arrow also a result, an
     *     equals sign, and the name of the value that it is
     */
    static PatternOp parse(String line) {
        int equals = line.indexOf('=');
        int open = line.indexOf('(', equals);
        if (open < 0) {
            return new PatternOp(names(line.substring(0, equals)), NO_OP, names(line.substring(equals + 1)));
        }
        return new PatternOp(
                names(line.substring(0, equals)),
                line.substring(equals + 1, open).strip(),
                names(line.substring(open + 1, line.lastIndexOf(')'))));
    }

    private static List<String> names(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Whether the result is the operand itself. */
    boolean isNoOp() {
        return op.equals(NO_OP);
    }

    /** Whether an operand is a number of the source rather than a name. */
    static boolean isNumber(String operand) {
        return !Character.isLetter(operand.charAt(0));
    }

    /** Whether a name stands for any number of values. */
    static boolean isSeveral(String name) {
        return name.endsWith(SEVERAL);
    }

    /** Whether the op may have any number of results, all under one name. */
    boolean givesSeveral() {
        return isSeveral(results.get(0));
    }

    /** The line. */
    @Override
    public String toString() {
        String values = String.join(", ", operands);
        return String.join(", ", results) + " = " + (isNoOp() ? values : op + "(" + values + ")");
    }
}

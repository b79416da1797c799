package io.graphkernel.processor.pass.pattern.match;

import java.util.Arrays;
import java.util.List;

/**
 * One line of a pattern: {@code y, mean, variance = LayerNorm(s, gamma, beta, epsilon)}. A name that ends in three dots
 * is variadic.
 *
 * @param results names of the op's results, in order; unused results may be missing in the graph
 * @param op name in the op table
 * @param operands names of values, or constants
 */
public record PatternOp(List<String> results, String op, List<String> operands) {

    private static final String SEVERAL = "...";
    private static final String NO_OP = "";

    /**
     * Parses a line.
     *
     * @param line results, an equals sign, and an op with operands in parentheses; after the arrow also a result, an
     *     equals sign, and a value
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

    /** Returns true if the result is the operand itself. */
    boolean isNoOp() {
        return op.equals(NO_OP);
    }

    /** Returns true if an operand is a constant rather than a name. */
    static boolean isNumber(String operand) {
        return !Character.isLetter(operand.charAt(0));
    }

    /** Returns true if a name is variadic. */
    static boolean isVariadicName(String name) {
        return name.endsWith(SEVERAL);
    }

    /** Returns true if the op may have any number of results, all under one name. */
    boolean isVariadic() {
        return isVariadicName(results.get(0));
    }

    /** Returns the line. */
    @Override
    public String toString() {
        String values = String.join(", ", operands);
        return String.join(", ", results) + " = " + (isNoOp() ? values : op + "(" + values + ")");
    }
}

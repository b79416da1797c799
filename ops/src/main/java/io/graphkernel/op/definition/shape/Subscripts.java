package io.graphkernel.op.definition.shape;

import java.util.ArrayList;
import java.util.List;

/**
 * Subscripts of an einsum, with one letter for each axis.
 *
 * @param operands letters of each operand
 * @param result letters of the result
 */
record Subscripts(List<String> operands, String result) {

    /** First letter for the axes of an ellipsis, beyond those of users. */
    private static final char ELLIPSIS = '\u03b1';

    private static final String DOTS = "...";

    private static final String ARROW = "->";

    /**
     * Reads subscripts without a {@link #problem}.
     *
     * @param text subscripts of the operands, separated by commas, and after an arrow those of the result; without an
     *     arrow, the letters that occur once, in alphabetical order
     * @param ranks rank of each operand
     */
    static Subscripts of(String text, List<Integer> ranks) {
        String plain = text.replace(" ", "");
        int arrow = plain.indexOf(ARROW);
        String[] given = operands(plain);
        int broadcast = 0;
        for (int i = 0; i < given.length; i++) {
            broadcast = Math.max(broadcast, ranks.get(i) - letters(given[i]).length());
        }
        List<String> operands = new ArrayList<>();
        for (int i = 0; i < given.length; i++) {
            int dots = ranks.get(i) - letters(given[i]).length();
            operands.add(given[i].replace(DOTS, ellipsis(broadcast - dots, broadcast)));
        }
        String ellipsis = ellipsis(0, broadcast);
        String result = arrow < 0
                ? once(operands, ellipsis)
                : plain.substring(arrow + ARROW.length()).replace(DOTS, ellipsis);
        return new Subscripts(List.copyOf(operands), result);
    }

    /** Returns the property that subscripts need, or an empty string if they match the ranks. */
    static String problem(String text, List<Integer> ranks) {
        String plain = text.replace(" ", "");
        String[] given = operands(plain);
        if (given.length != ranks.size()) {
            return "subscripts of " + ranks.size() + " operands";
        }
        for (int i = 0; i < given.length; i++) {
            int missing = ranks.get(i) - letters(given[i]).length();
            boolean isRank = given[i].contains(DOTS) ? missing >= 0 : missing == 0;
            if (!isRank || !letters(given[i]).chars().allMatch(Subscripts::isLetter)) {
                return "a letter for each of the " + ranks.get(i) + " axes of operand " + i + " in place of \""
                        + given[i] + "\"";
            }
        }
        int arrow = plain.indexOf(ARROW);
        String result = arrow < 0 ? "" : letters(plain.substring(arrow + ARROW.length()));
        String joined = String.join("", given);
        boolean isValid = result.chars()
                .allMatch(
                        letter -> joined.indexOf(letter) >= 0 && result.indexOf(letter) == result.lastIndexOf(letter));
        return isValid && letters(result).equals(result) ? "" : "different letters of operands after the arrow";
    }

    private static boolean isLetter(int letter) {
        return letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z';
    }

    private static String[] operands(String plain) {
        int arrow = plain.indexOf(ARROW);
        return (arrow < 0 ? plain : plain.substring(0, arrow)).split(",", -1);
    }

    private static String letters(String subscripts) {
        return subscripts.replace(DOTS, "");
    }

    private static String ellipsis(int from, int to) {
        StringBuilder letters = new StringBuilder();
        for (int i = from; i < to; i++) {
            letters.append((char) (ELLIPSIS + i));
        }
        return letters.toString();
    }

    private static String once(List<String> operands, String ellipsis) {
        String joined = String.join("", operands);
        StringBuilder letters = new StringBuilder(ellipsis);
        joined.chars()
                .filter(letter -> ellipsis.indexOf(letter) < 0 && joined.indexOf(letter) == joined.lastIndexOf(letter))
                .sorted()
                .forEach(letter -> letters.append((char) letter));
        return letters.toString();
    }
}

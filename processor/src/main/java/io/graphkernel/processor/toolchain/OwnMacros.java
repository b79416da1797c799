package io.graphkernel.processor.toolchain;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The macros of our own that are defined at a place of a source, and conditions over them. Values are null where they are
 * not known: of other macros, and of those that are defined under a condition that is not known.
 */
final class OwnMacros {
    private static final Pattern NAME = Pattern.compile("(GK|GRAPHKERNEL)_\\w*");
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//.*", Pattern.DOTALL);
    private static final Pattern TOKEN = Pattern.compile("\\w+|&&|\\|\\||[=!<>]=|\\S");

    private final Map<String, Long> values = new TreeMap<>();
    private final Set<String> uncertain = new TreeSet<>();

    /** A condition that is being read. */
    private List<String> tokens = List.of();

    private int next;

    /** Defines a macro; null for a value that is no number. */
    void define(String name, Long value) {
        values.put(name, value);
        uncertain.remove(name);
    }

    void remove(String name) {
        values.remove(name);
        uncertain.remove(name);
    }

    /** Says that it is not known any more whether and how a macro is defined. */
    void mayChange(String name) {
        values.remove(name);
        uncertain.add(name);
    }

    /** The value of a condition or of a number; null if it is not known. */
    Long evaluate(String expression) {
        tokens = TOKEN.matcher(COMMENT.matcher(expression).replaceAll(" "))
                .results()
                .map(MatchResult::group)
                .toList();
        next = 0;
        Long value = disjunction();
        return next == tokens.size() ? value : null;
    }

    private Long disjunction() {
        Long value = conjunction();
        while (takes("||")) {
            Long right = conjunction();
            boolean known = isTrue(value) || isTrue(right) || value != null && right != null;
            value = known ? truth(isTrue(value) || isTrue(right)) : null;
        }
        return value;
    }

    private Long conjunction() {
        Long value = comparison();
        while (takes("&&")) {
            Long right = comparison();
            boolean known = isFalse(value) || isFalse(right) || value != null && right != null;
            value = known ? truth(!isFalse(value) && !isFalse(right)) : null;
        }
        return value;
    }

    private Long comparison() {
        Long left = operand();
        for (String operator : List.of("==", "!=", "<=", ">=", "<", ">")) {
            if (takes(operator)) {
                Long right = operand();
                return left == null || right == null ? null : truth(holds(operator, left.compareTo(right)));
            }
        }
        return left;
    }

    private static boolean holds(String operator, int order) {
        return switch (operator) {
            case "==" -> order == 0;
            case "!=" -> order != 0;
            case "<=" -> order <= 0;
            case ">=" -> order >= 0;
            case "<" -> order < 0;
            default -> order > 0;
        };
    }

    private Long operand() {
        if (takes("!")) {
            Long value = operand();
            return value == null ? null : truth(isFalse(value));
        }
        if (takes("(")) {
            Long value = disjunction();
            return takes(")") ? value : null;
        }
        if (takes("defined")) {
            boolean enclosed = takes("(");
            Long value = defined(take());
            return !enclosed || takes(")") ? value : null;
        }
        String word = take();
        if (word.matches("\\d+")) {
            return Long.valueOf(word);
        }
        Long known = defined(word);
        return known != null && known == 1 ? values.get(word) : known;
    }

    private Long defined(String name) {
        boolean known = NAME.matcher(name).matches() && !uncertain.contains(name);
        return known ? truth(values.containsKey(name)) : null;
    }

    private boolean takes(String token) {
        boolean here = next < tokens.size() && tokens.get(next).equals(token);
        next += here ? 1 : 0;
        return here;
    }

    private String take() {
        return next < tokens.size() ? tokens.get(next++) : "";
    }

    private static boolean isTrue(Long value) {
        return value != null && value != 0;
    }

    private static boolean isFalse(Long value) {
        return value != null && value == 0;
    }

    private static Long truth(boolean value) {
        return value ? 1L : 0L;
    }
}

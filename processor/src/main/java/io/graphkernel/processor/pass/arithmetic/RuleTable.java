package io.graphkernel.processor.pass.arithmetic;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** All rules: groups 1 and 2 have MindSpore's ids; group 3 is specific to this compiler. */
public final class RuleTable {

    /**
     * A rule with its pattern in one order of operands.
     *
     * @param rule the row
     * @param pattern the pattern, an op
     */
    record RulePattern(ArithmeticRule rule, Term.Op pattern) {}

    private static final Map<String, ArithmeticRule> RULES = new LinkedHashMap<>();
    /** Patterns by the outermost op, created lazily because a graph uses few of the ops. */
    private static final Map<String, List<RulePattern>> PATTERNS = new ConcurrentHashMap<>();

    static {
        Stream.of(GroupOneRules.all(), GroupTwoRules.all())
                .flatMap(List::stream)
                .forEach(RuleTable::add);
    }

    private static final int GREATEST_HEIGHT = RULES.values().stream()
            .mapToInt(rule -> rule.pattern().height())
            .max()
            .orElse(0);

    private RuleTable() {}

    private static void add(ArithmeticRule rule) {
        if (RULES.put(rule.id(), rule) != null) {
            throw new IllegalStateException("two rules with the id " + rule.id());
        }
    }

    /**
     * Returns the rules.
     *
     * @return the rules in the order in which they are tried
     */
    public static List<ArithmeticRule> all() {
        return List.copyOf(RULES.values());
    }

    /**
     * Returns the ids that flags may name.
     *
     * @return sorted as text
     */
    public static Set<String> ids() {
        return new TreeSet<>(RULES.keySet());
    }

    /**
     * Finds a rule.
     *
     * @param id for example {@code 1.0}
     * @return the rule, or empty
     */
    public static Optional<ArithmeticRule> find(String id) {
        return Optional.ofNullable(RULES.get(id));
    }

    /** Returns the patterns with a given outermost op, in the order in which they are tried. */
    static List<RulePattern> patterns(String op) {
        return PATTERNS.computeIfAbsent(op, RuleTable::patternsOf);
    }

    private static List<RulePattern> patternsOf(String op) {
        return RULES.values().stream()
                .filter(rule ->
                        rule.applies() && ((Term.Op) rule.pattern()).name().equals(op))
                .flatMap(rule -> rule.patterns().stream().map(pattern -> new RulePattern(rule, (Term.Op) pattern)))
                .toList();
    }

    /** Returns the maximum height of a pattern in ops. */
    static int greatestHeight() {
        return GREATEST_HEIGHT;
    }
}

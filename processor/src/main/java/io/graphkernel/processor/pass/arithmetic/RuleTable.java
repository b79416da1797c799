package io.graphkernel.processor.pass.arithmetic;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** All rules: groups 1 and 2 under MindSpore's ids; rules of our own are group 3. */
public final class RuleTable {

    /**
     * A rule with its pattern in one order of operands.
     *
     * @param rule the row
     * @param pattern an op
     */
    record RulePattern(Rule rule, Term.Op pattern) {}

    private static final Map<String, Rule> RULES = new LinkedHashMap<>();
    /** By the outermost op. A graph has few of the ops, so that each is made when it is asked for. */
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

    private static void add(Rule rule) {
        if (RULES.put(rule.id(), rule) != null) {
            throw new IllegalStateException("two rules with the id " + rule.id());
        }
    }

    /**
     * The rules.
     *
     * @return in the order in which they are tried
     */
    public static List<Rule> all() {
        return List.copyOf(RULES.values());
    }

    /**
     * The ids that flags may name.
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
    public static Optional<Rule> find(String id) {
        return Optional.ofNullable(RULES.get(id));
    }

    /** The patterns whose outermost op is a certain one, in the order in which they are tried. */
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

    /** The greatest number of ops on a path of a pattern. */
    static int greatestHeight() {
        return GREATEST_HEIGHT;
    }
}

package io.graphkernel.processor.op.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The statements of something printed once for each way through it, with an {@code if} for each question that it asks. */
final class Branches {

    private final Function<Map<String, Object>, JavaExpansion> print;
    private final Function<JavaExpansion, List<String>> end;

    private Branches(Function<Map<String, Object>, JavaExpansion> print, Function<JavaExpansion, List<String>> end) {
        this.print = print;
        this.end = end;
    }

    /**
     * The statements.
     *
     * @param print prints one way, by the answers that have been given
     * @param end the statements at the end of a way
     * @return statements; each branch but the last one is in a block of its own
     */
    static List<String> of(
            Function<Map<String, Object>, JavaExpansion> print, Function<JavaExpansion, List<String>> end) {
        return new Branches(print, end).of(Map.of());
    }

    private List<String> of(Map<String, Object> decisions) {
        JavaExpansion java = print.apply(decisions);
        List<String> statements = new ArrayList<>();
        if (java.question() == null) {
            // The end first: it may make some of the statements before it unnecessary.
            List<String> last = end.apply(java);
            statements.addAll(java.statements());
            statements.addAll(last);
            return statements;
        }
        Map<Object, String> conditions = java.question().conditions();
        List<List<String>> branches = new ArrayList<>();
        for (Object answer : conditions.keySet()) {
            Map<String, Object> decided = new HashMap<>(decisions);
            decided.put(java.question().key(), answer);
            branches.add(of(decided));
        }
        int common = commonLines(branches);
        statements.addAll(branches.get(0).subList(0, common));
        List<String> answers = List.copyOf(conditions.values());
        for (int i = 0; i < answers.size(); i++) {
            List<String> branch =
                    branches.get(i).subList(common, branches.get(i).size());
            if (i == answers.size() - 1) {
                statements.addAll(branch);
            } else {
                statements.add("if (" + answers.get(i) + ") {");
                branch.forEach(line -> statements.add("    " + line));
                statements.add("}");
            }
        }
        return statements;
    }

    /** How many statements all branches begin with; no block is torn apart. */
    private static int commonLines(List<List<String>> branches) {
        List<String> first = branches.get(0);
        int whole = 0;
        for (int i = 0; i < first.size(); i++) {
            int line = i;
            String text = first.get(i);
            if (!branches.stream()
                    .allMatch(branch -> line < branch.size() && branch.get(line).equals(text))) {
                break;
            }
            boolean inside = text.startsWith(" ") || text.endsWith("{");
            whole = inside ? whole : i + 1;
        }
        return whole;
    }
}

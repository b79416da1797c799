package io.graphkernel.processor.pass.pattern.match;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.OpLists;
import io.graphkernel.processor.pass.PassContext;
import io.graphkernel.processor.pass.PassDocument;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A documented fusion: replaces each match of its patterns by new ops, until there is none. */
public abstract class PatternPass implements GraphPass {

    private final String name;
    private final List<Pattern> patterns;

    /**
     * Creates a pass.
     *
     * @param name the documented name
     * @param patterns texts in the form of {@link Pattern}, in order of preference
     */
    protected PatternPass(String name, String... patterns) {
        this.name = name;
        this.patterns = Arrays.stream(patterns).map(Pattern::parse).toList();
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public boolean isEnabledBy(FlagValues flags) {
        return standing().isEmpty() && GraphPass.super.isEnabledBy(flags);
    }

    /**
     * Returns the condition that {@link #applies} checks, for the page of named fusions.
     *
     * @return one sentence
     */
    protected String condition() {
        return "";
    }

    /**
     * Returns the reason why the pass is off by default.
     *
     * @return text to follow a colon; empty if the pass is on
     */
    protected String standing() {
        return "";
    }

    /**
     * Returns the pattern and the replacement, for the page of named fusions.
     *
     * @return the patterns as text
     */
    protected String pattern() {
        return patterns.stream().map(Pattern::toString).collect(Collectors.joining("\n\n"));
    }

    @Override
    public final PassDocument document() {
        return new PassDocument(pattern(), condition(), standing());
    }

    /**
     * Returns true if a match fulfills the conditions besides its structure.
     *
     * @param match a structural match of one of the patterns
     * @return true if the new op computes the same
     */
    protected abstract boolean applies(PatternMatch match);

    /**
     * Returns the attributes of a new op.
     *
     * @param match a match that applies
     * @param result first name in the op's line
     * @return attributes without a result index
     */
    protected abstract Attributes attributes(PatternMatch match, String result);

    /**
     * Returns the operands of a new op that a name of the pattern stands for.
     *
     * @param match a match that applies
     * @param name a name of the pattern
     * @return by default the values that the name is bound to
     */
    protected List<Node> operands(PatternMatch match, String name) {
        return match.values(name);
    }

    @Override
    public final Graph run(Graph graph, PassContext context) {
        Graph current = graph;
        Graph next = once(current, context);
        while (next != current) {
            current = next;
            next = once(current, context);
        }
        return current;
    }

    /**
     * Returns true if the gradient of the new op costs less than those of the replaced ops, so that the pattern is
     * matched before differentiation.
     *
     * @return false if the ops are differentiated one by one
     */
    public boolean isForGradients() {
        return false;
    }

    /**
     * Returns the replacements that the pass would make in a graph.
     *
     * @param graph a graph, which is not changed
     * @param context context of the pass
     * @return new ops, by the value that each would replace
     */
    public final Map<Node, Node> recognized(Graph graph, PassContext context) {
        Map<Node, Node> recognized = new IdentityHashMap<>();
        for (PatternMatch match : matches(graph, context)) {
            PatternRewriter.results(match, this)
                    .orElseThrow()
                    .forEach((name, next) -> match.values(name).forEach(value -> recognized.put(value, next)));
        }
        return recognized;
    }

    private List<PatternMatch> matches(Graph graph, PassContext context) {
        Set<String> ops = graph.operations().stream().map(Node::op).collect(Collectors.toSet());
        List<Pattern> possible =
                patterns.stream().filter(pattern -> pattern.isOver(ops)).toList();
        if (possible.isEmpty()) {
            return List.of();
        }
        OpLists lists = new OpLists(context.flags());
        return new PatternMatcher(graph).matches(possible, match -> allJoin(match, lists) && fits(match));
    }

    private Graph once(Graph graph, PassContext context) {
        List<PatternMatch> matches = matches(graph, context);
        if (matches.isEmpty()) {
            return graph;
        }
        PatternRewriter rewriter = new PatternRewriter(graph);
        for (PatternMatch match : matches) {
            rewriter.replace(match, PatternRewriter.results(match, this).orElseThrow());
            context.decisions().note(line(match));
        }
        return rewriter.rewritten();
    }

    /** Returns true if the pass accepts a match, and each new op has the type of the value that it replaces. */
    private boolean fits(PatternMatch match) {
        return applies(match) && PatternRewriter.results(match, this).isPresent();
    }

    /** Returns true if the flags permit all ops of a match to be fused. */
    private static boolean allJoin(PatternMatch match, OpLists lists) {
        return match.inside().stream()
                .allMatch(node -> lists.mayFuseInto(OpTable.get().row(node)));
    }

    private String line(PatternMatch match) {
        Node root = match.found(match.pattern().root()).get(0);
        String location =
                root.origin().line() == 0 ? "" : " at line " + root.origin().line();
        return name + ": " + replacement(match.pattern()) + location;
    }

    private static String replacement(Pattern pattern) {
        PatternOp first = pattern.replacement().get(0);
        return first.isNoOp() ? first.operands().get(0) : first.op();
    }

    /** Returns true if two values have the same dtype and shape, without broadcasting. */
    protected static boolean haveSameType(Node a, Node b) {
        return a.type().equals(b.type()) && !a.isNumber() && !b.isNumber();
    }
}

package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.Flags;
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

/** A documented fusion: puts new ops in the place of each match of its patterns, until there is none. */
public abstract class PatternPass implements GraphPass {

    private final String name;
    private final List<Pattern> patterns;

    /**
     * A pass.
     *
     * @param name the documents' name
     * @param patterns texts as {@link Pattern} describes them, in order of preference
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
    public boolean runsBy(Flags flags) {
        return standing().isEmpty() && GraphPass.super.runsBy(flags);
    }

    /**
     * What {@link #applies} asks, for the page of named fusions.
     *
     * @return one sentence
     */
    String condition() {
        return "";
    }

    /**
     * Why the pass is off unless flags name it.
     *
     * @return to follow a colon; empty if the pass is on
     */
    String standing() {
        return "";
    }

    /**
     * What the pass matches and makes, for the page of named fusions.
     *
     * @return its patterns
     */
    String pattern() {
        return patterns.stream().map(Pattern::toString).collect(Collectors.joining("\n\n"));
    }

    @Override
    public final PassDocument document() {
        return new PassDocument(pattern(), condition(), standing());
    }

    /**
     * What a match must fulfil besides its structure.
     *
     * @param match has the structure of one of the patterns
     * @return whether the new op computes the same
     */
    abstract boolean applies(PatternMatch match);

    /**
     * The attributes of a new op.
     *
     * @param match applies
     * @param result the first name in the op's line
     * @return without the number of a result
     */
    abstract Attributes attributes(PatternMatch match, String result);

    /**
     * The operands of a new op that a name of the pattern stands for.
     *
     * @param match applies
     * @param name of the pattern
     * @return the values that it stands for, if the pass says nothing else
     */
    List<Node> operands(PatternMatch match, String name) {
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
     * Whether the gradient of the new op costs less than those of the ops in whose place it is, so that it is looked for
     * before a graph is differentiated.
     *
     * @return false if the ops are differentiated one by one
     */
    public boolean isForGradients() {
        return false;
    }

    /**
     * What the pass would put into a graph.
     *
     * @param graph stays as it is
     * @param context of the pass
     * @return new ops, by the value in whose place each would be
     */
    public final Map<Node, Node> recognised(Graph graph, PassContext context) {
        Map<Node, Node> recognised = new IdentityHashMap<>();
        for (PatternMatch match : matches(graph, context)) {
            PatternRewriter.results(match, this)
                    .orElseThrow()
                    .forEach((name, next) -> match.values(name).forEach(value -> recognised.put(value, next)));
        }
        return recognised;
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

    /** Whether the pass wants a match, and each new op has the type of the value in whose place it is. */
    private boolean fits(PatternMatch match) {
        return applies(match) && PatternRewriter.results(match, this).isPresent();
    }

    /** Whether the flags let all ops of a match become parts of another one. */
    private static boolean allJoin(PatternMatch match, OpLists lists) {
        return match.inside().stream()
                .allMatch(node -> lists.joins(OpTable.get().row(node)));
    }

    private String line(PatternMatch match) {
        Node root = match.found(match.pattern().root()).get(0);
        String place =
                root.origin().line() == 0 ? "" : " at line " + root.origin().line();
        return name + ": " + replacement(match.pattern()) + place;
    }

    private static String replacement(Pattern pattern) {
        PatternOp first = pattern.replacement().get(0);
        return first.isNoOp() ? first.operands().get(0) : first.op();
    }

    /** Whether two values have the same dtype and shape: nothing is broadcast between them. */
    static boolean areAlike(Node a, Node b) {
        return a.type().equals(b.type()) && !a.isNumber() && !b.isNumber();
    }
}

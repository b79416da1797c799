package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassContext;
import java.util.Arrays;
import java.util.List;

/** A documented fusion: puts one op in the place of each match of its patterns. */
public abstract class PatternPass implements GraphPass {

    private final String name;
    private final List<Pattern> patterns;

    /**
     * A pass.
     *
     * @param name the documents' name
     * @param patterns texts as {@link Pattern} describes them, tried in order at each op
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

    /**
     * What a match must fulfil besides its form.
     *
     * @param match has the form of one of the patterns
     * @return whether the new op computes the same
     */
    abstract boolean applies(PatternMatch match);

    /**
     * The attributes of the new op.
     *
     * @param match applies
     * @return without the number of a result
     */
    abstract Attributes attributes(PatternMatch match);

    /**
     * An operand of the new op.
     *
     * @param match applies
     * @param operand its name in the pattern
     * @return the value that it stands for, if the pass says nothing else
     */
    Node operand(PatternMatch match, String operand) {
        return match.value(operand);
    }

    @Override
    public final Graph run(Graph graph, PassContext context) {
        List<PatternMatch> matches = new PatternMatcher(graph).matches(patterns, this::applies);
        if (matches.isEmpty()) {
            return graph;
        }
        PatternRewriter rewriter = new PatternRewriter(graph);
        for (PatternMatch match : matches) {
            List<Node> operands = match.pattern().replacement().operands().stream()
                    .map(operand -> operand(match, operand))
                    .toList();
            rewriter.replace(match, operands, attributes(match));
            context.decisions().note(line(match));
        }
        return rewriter.rewritten();
    }

    private String line(PatternMatch match) {
        Node root = match.found(match.pattern().root()).get(0);
        String place =
                root.origin().line() == 0 ? "" : " at line " + root.origin().line();
        return name + ": " + match.pattern().replacement().op() + place;
    }

    /** Whether two values have the same dtype and shape: nothing is broadcast between them. */
    static boolean areAlike(Node a, Node b) {
        return a.type().equals(b.type()) && !a.isNumber() && !b.isNumber();
    }
}

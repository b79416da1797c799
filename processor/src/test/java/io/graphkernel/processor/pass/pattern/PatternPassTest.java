package io.graphkernel.processor.pass.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.verification.GraphVerifier;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.DecisionSink;
import io.graphkernel.processor.pass.PassContext;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatternPassTest {

    /** A pass without conditions. */
    private static final class Careless extends PatternPass {

        private final Attributes attributes;

        Careless(String pattern, Attributes attributes) {
            super("careless", pattern);
            this.attributes = attributes;
        }

        @Override
        protected boolean applies(PatternMatch match) {
            return true;
        }

        @Override
        protected Attributes attributes(PatternMatch match, String result) {
            return attributes;
        }
    }

    private static final Graph SUMS = GraphParser.parse("""
            graph f(%x: f32[n, 1], %y: f32[8], %z: f32[n, 8], %w: f32[n, 8]) {
              %0 = Add(%x, %y) : f32[n, 8]
              %1 = Add(%z, %w) : f32[n, 8]
              return repeated=%0, alike=%1
            }
            """);

    @Test
    void match_isLeftIfTheNewOpHasAnotherType() {
        assertThat(ops(after("y = Add(a, b)\n=>\ny = Sqrt(b)", Attributes.NONE)))
                .containsExactly("Add", "Sqrt");
    }

    @Test
    void match_isLeftIfTheValueInItsPlaceHasAnotherType() {
        assertThat(ops(after("y = Add(a, b)\n=>\ny = a", Attributes.NONE))).containsExactly("Add");
    }

    @Test
    void match_isLeftIfTheOperandsDoNotFit() {
        Attributes axis = Attributes.NONE.with(Attributes.AXIS, 7L);

        assertThat(ops(after("y = Add(a, b)\n=>\ny = Softmax(a)", axis))).containsExactly("Add", "Add");
    }

    private static Graph after(String pattern, Attributes attributes) {
        Graph after = new Careless(pattern, attributes)
                .run(SUMS, new PassContext(FlagValues.DEFAULT, DecisionSink.DISCARDING));
        GraphVerifier.verify(after, OpTable.get());
        return after;
    }

    private static List<String> ops(Graph graph) {
        return graph.operations().stream().map(Node::op).toList();
    }
}

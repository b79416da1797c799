package io.graphkernel.processor.pass.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphParser;
import io.graphkernel.processor.graph.GraphVerifier;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.pass.DecisionSink;
import io.graphkernel.processor.pass.PassContext;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatternPassTest {

    /** A pass that forgets to ask anything. */
    private static final class Careless extends PatternPass {

        private final Attributes attributes;

        Careless(String pattern, Attributes attributes) {
            super("careless", pattern);
            this.attributes = attributes;
        }

        @Override
        boolean applies(PatternMatch match) {
            return true;
        }

        @Override
        Attributes attributes(PatternMatch match, String result) {
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
    void matchIsLeftIfTheNewOpHasAnotherType() {
        assertThat(ops(after("y = Add(a, b)\n=>\ny = Sqrt(b)", Attributes.NONE)))
                .containsExactly("Add", "Sqrt");
    }

    @Test
    void matchIsLeftIfTheValueInItsPlaceHasAnotherType() {
        assertThat(ops(after("y = Add(a, b)\n=>\ny = a", Attributes.NONE))).containsExactly("Add");
    }

    @Test
    void matchIsLeftIfTheOperandsDoNotFit() {
        Attributes axis = Attributes.NONE.with(Attributes.AXIS, 7L);

        assertThat(ops(after("y = Add(a, b)\n=>\ny = Softmax(a)", axis))).containsExactly("Add", "Add");
    }

    private static Graph after(String pattern, Attributes attributes) {
        Graph after = new Careless(pattern, attributes).run(SUMS, new PassContext(Flags.DEFAULT, DecisionSink.NOBODY));
        GraphVerifier.verify(after, OpTable.get());
        return after;
    }

    private static List<String> ops(Graph graph) {
        return graph.operations().stream().map(Node::op).toList();
    }
}

package io.graphkernel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.graph.TypeException.Problem;
import io.graphkernel.graph.verification.GraphVerifier;
import io.graphkernel.op.OpTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InliningTest extends GraphBuilderCase {

    /** A callee that shifts its state reads the old state, wherever its reads are among its updates. */
    @Test
    void inlining_doesNotRedirectTheCalleesReads() throws TypeException {
        Graph callee = GraphParser.parse("""
                graph shift(%prev: f32[n, d], %cur: f32[n, d], %next: f32[n, d]) {
                  %0 = Assign(%prev, %cur) : f32[n, d]
                  %1 = Assign(%cur, %next) : f32[n, d]
                  %2 = Sub(%cur, %next) : f32[n, d]
                  return out=%2, old=%cur
                }
                """);
        Node next = builder.tensorParameter("next", ROWS);

        List<Node> results = builder.inline(callee, Map.of("prev", x, "cur", parameter, "next", next), Map.of(), CALL);

        assertThat(results.get(0).operands()).containsExactly(parameter, next);
        assertThat(results.get(1)).isSameAs(parameter);
        assertThat(builder.current(x)).isSameAs(parameter);
        assertThat(builder.current(parameter)).isSameAs(next);
    }

    @Test
    void inlining_acceptsValuesThatTheCallerHasAssigned() throws TypeException {
        Graph callee = GraphParser.parse("""
                graph step(%q: f32[n, d]) {
                  %0 = Neg(%q) : f32[n, d]
                  %1 = Assign(%q, %0) : f32[n, d]
                  return out=%0
                }
                """);
        Node value = op("Exp", x);
        op("Assign", parameter, value);

        Node result =
                builder.inline(callee, Map.of("q", parameter), Map.of(), CALL).get(0);

        assertThat(result.operands()).containsExactly(value);
        assertThat(finish(result).assigns().get(1).operands()).containsExactly(parameter, result);
    }

    @Test
    void inlining_rejectsAnUpdatedTensorUnderTwoNames() {
        Graph callee = GraphParser.parse("""
                graph step(%q: f32[n, d], %r: f32[n, d]) {
                  %0 = Assign(%q, %r) : f32[n, d]
                  return
                }
                """);

        assertThatThrownBy(() -> builder.inline(callee, Map.of("q", parameter, "r", parameter), Map.of(), CALL))
                .isInstanceOf(TypeException.class)
                .hasMessageContaining("r is the same tensor");
    }

    @Test
    void inlining_mapsParametersAndKeepsOrder() throws TypeException {
        Graph callee = GraphParser.parse("""
            graph g(%a: f32[r, c], %b: f32[c]) {
              %sum = Add(%a, %b) : f32[r, c]  # G.java:3
              %0 = Mul(%sum, 2.0) : f32[r, c]
              return sum=%sum, twice=%0, first=%a
            }
            """);
        Node row = builder.tensorParameter("row", ValueType.parse("f32[d]").orElseThrow());

        List<Node> results = builder.inline(callee, Map.of("a", x, "b", row), Map.of(), CALL);

        Node sum = results.get(0);
        assertThat(sum.operands()).containsExactly(x, row);
        assertThat(sum.type()).hasToString("f32[n, d]");
        assertThat(sum.label()).isEqualTo("sum");
        assertThat(sum.origin()).hasToString("G.java:3");
        assertThat(results.get(1).op()).isEqualTo("Mul");
        assertThat(results.get(1).origin()).isEqualTo(CALL);
        assertThat(results.get(2)).isSameAs(x);
    }

    @Test
    void inlining_infersWithTheCallersTypes() {
        Graph callee = GraphParser.parse("""
            graph g(%a: f32[a..], %b: f32[b..]) {
              %0 = Add(%a, %b) : f32[a.. b..]
              return out=%0
            }
            """);
        Node other =
                builder.tensorParameter("other", ValueType.parse("f32[m, d]").orElseThrow());

        assertThatThrownBy(() -> builder.inline(callee, Map.of("a", x, "b", other), Map.of(), CALL))
                .isInstanceOfSatisfying(
                        TypeException.class, e -> assertThat(e.problem()).isEqualTo(Problem.SHAPES_CLASH));
    }

    @Test
    void inlining_readsWhatTheCallerAssigned() throws TypeException {
        Graph callee = GraphParser.parse("graph g(%a: f32[r, c]) {\n  %0 = Exp(%a) : f32[r, c]\n  return out=%0\n}\n");
        Node value = op("Log", x);
        op("Assign", parameter, value);

        Node result =
                builder.inline(callee, Map.of("a", parameter), Map.of(), CALL).get(0);

        assertThat(result.operands()).containsExactly(value);
    }

    @Test
    void inlining_updatesOfTheCalleeReachTheCaller() throws TypeException {
        Graph callee = GraphParser.parse("""
            graph g(%q: f32[r, c]) {
              %0 = Exp(%q) : f32[r, c]
              %1 = Assign(%q, %0) : f32[r, c]
              return
            }
            """);

        builder.inline(callee, Map.of("q", parameter), Map.of(), CALL);

        assertThat(op("Log", parameter).operands().get(0).op()).isEqualTo("Exp");
    }

    @Test
    void inlining_passesPrimitiveArgumentsAsExpressions() throws TypeException {
        Graph callee = GraphParser.parse("""
            graph g(%a: f32[r, c], float rate, int step) {
              %s = Scalar() {expression="Math.pow(rate, step) + rate.step"} : f32[]
              %0 = Mul(%a, %s) : f32[r, c]
              return out=%0
            }
            """);
        Map<String, Object> arguments = new HashMap<>(Map.of("a", x, "rate", "base * 2", "step", "i + 1"));

        Node result = builder.inline(callee, arguments, Map.of(), CALL).get(0);

        assertThat(result.operands().get(1).attributes().text(Attributes.EXPRESSION))
                .isEqualTo("Math.pow((base * 2), (i + 1)) + rate.step");
    }

    @ParameterizedTest
    @CsvSource({"0.5f, 0.5", "(float) 3, 3", "(float) (-2.5E-3), -0.0025", "7L, 7", "(float) ((int) 2.5f), 2"})
    void literalArguments_becomeConstants(String argument, double value) throws TypeException {
        Node factor = inlinedFactor(argument);

        assertThat(factor.kind()).isEqualTo(Node.Kind.CONSTANT);
        assertThat(factor.attributes().value()).isEqualTo((double) (float) value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2 - 1", "a1", "1 / 2f", "(int) 2.5f * 2", "(2) + (3)", "-rate"})
    void otherArguments_stayExpressions(String argument) throws TypeException {
        assertThat(inlinedFactor(argument).kind()).isEqualTo(Node.Kind.SCALAR);
    }

    private Node inlinedFactor(String argument) throws TypeException {
        Graph callee = GraphParser.parse("""
            graph g(%a: f32[r, c], float rate) {
              %rate = Scalar() {expression="rate"} : f32[]
              %0 = Mul(%a, %rate) : f32[r, c]
              return out=%0
            }
            """);
        Node product = builder.inline(callee, Map.of("a", x, "rate", argument), Map.of(), CALL)
                .get(0);
        return product.operands().get(1);
    }

    @Test
    void inliningTwice_returnsTwoCopies() throws TypeException {
        Graph callee = GraphParser.parse("graph g(%a: f32[r, c]) {\n  %0 = Exp(%a) : f32[r, c]\n  return out=%0\n}\n");

        Node first = builder.inline(callee, Map.of("a", x), Map.of(), CALL).get(0);
        Node second = builder.inline(callee, Map.of("a", first), Map.of(), CALL).get(0);

        assertThat(second.operands()).containsExactly(first);
        GraphVerifier.verify(finish(second), OpTable.get());
    }

    @Test
    void inlining_putsTheCallersDimsInPlaceOfSymbols() throws TypeException {
        Graph callee = GraphParser.parse("""
            graph g(%a: f32[r, c]) {
              %0 = Dimension() {dims=(2*c)} : f32[]
              %1 = Mul(%a, %0) : f32[r, c]
              %2 = Reshape(%1) {dims=(r, 1, -1)} : f32[r, 1, c]
              %3 = Reshape(%2) {dims=(4, 5)} : f32[4, 5]
              require c*r == 20 "Reshape of [r, 1, c] to [4, 5]"
              return out=%3
            }
            """);
        Node wide =
                builder.tensorParameter("wide", ValueType.parse("f32[n, m + 1]").orElseThrow());

        Node result = builder.inline(callee, Map.of("a", wide), Map.of(), CALL).get(0);

        Node view = result.operands().get(0);
        assertThat(view.shape()).hasToString("[n, 1, m + 1]");
        assertThat(view.operands().get(0).operands().get(1).attributes().dims()).containsExactly(Dim.of("2*m + 2"));
        assertThat(finish(result).conditions())
                .extracting(DimCondition::toString)
                .containsExactly("20 == m*n + n");
    }
}

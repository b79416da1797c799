package io.graphkernel.processor.pass.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.Golden;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassCases;
import io.graphkernel.processor.pass.PassContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One graph before and after for each row of the table of rules. */
class ArithmeticRulesTest {

    static List<Rule> rules() {
        return RuleTable.all();
    }

    static Stream<Rule> applicableRules() {
        return RuleTable.all().stream().filter(Rule::applies);
    }

    @ParameterizedTest
    @MethodSource("applicableRules")
    void givesTheGraphOfTheFile(Rule rule) {
        Path file = RuleCases.file(rule);

        PassCases.check(new OneRule(rule), file);

        Graph before = PassCases.before(file);
        assertThat(new OneRule(rule).run(before, PassContext.DEFAULT))
                .as("the case of rule %s", rule.id())
                .isNotSameAs(before);
    }

    @Test
    void everyDocumentedIdIsThere() {
        List<String> ids = Stream.concat(
                        IntStream.range(0, 40).mapToObj(i -> "1." + i),
                        IntStream.range(0, 44).mapToObj(i -> "2." + i))
                .toList();

        assertThat(RuleTable.all()).extracting(Rule::id).containsExactlyElementsOf(ids);
        assertThat(RuleTable.ids()).hasSize(84).containsAll(ids);
        assertThat(RuleTable.find("3.0")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void hasANameOfItsOwn(Rule rule) {
        assertThat(RuleTable.all())
                .filteredOn(other -> other.name().equals(rule.name()))
                .hasSize(1);
        assertThat(rule.exactness().text()).isNotEmpty();
    }

    /** Rules without a case file say why. */
    @ParameterizedTest
    @MethodSource("rules")
    void appliesOrSaysWhyNot(Rule rule) {
        assertThat(RuleCases.exists(rule)).isEqualTo(rule.applies());
        assertThat(rule.missing().isEmpty()).isEqualTo(rule.applies());
    }

    @Test
    void checkedInPageIsWhatTheTableGives() {
        Golden.check(Path.of("RULES.md"), RulesPage.print());
    }

    /** The simplifier with a single rule, exact or not. */
    private record OneRule(Rule rule) implements GraphPass {

        @Override
        public String name() {
            return rule.name();
        }

        @Override
        public int level() {
            return 2;
        }

        @Override
        public Graph run(Graph graph, PassContext context) {
            return Simplifier.run(graph, new RuleSelection(false, Set.of(rule.id()), Set.of()))
                    .graph();
        }
    }
}

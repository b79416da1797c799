package io.graphkernel.processor.pass.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassCases;
import io.graphkernel.processor.pass.PassContext;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One graph before and after for each row of the table of rules. */
class ArithmeticRulesTest {

    static List<ArithmeticRule> rules() {
        return RuleTable.all();
    }

    static Stream<ArithmeticRule> applicableRules() {
        return RuleTable.all().stream().filter(ArithmeticRule::applies);
    }

    @ParameterizedTest
    @MethodSource("applicableRules")
    void arithmeticRules_rewritesGraphAsInFile(ArithmeticRule rule) {
        Path file = RuleCases.file(rule);

        PassCases.check(new OneRule(rule), file);

        Graph before = PassCases.before(file);
        assertThat(new OneRule(rule).run(before, PassContext.DEFAULT))
                .as("the case of rule %s", rule.id())
                .isNotSameAs(before);
    }

    @Test
    void everyDocumentedId_isThere() {
        List<String> ids = Stream.concat(
                        IntStream.range(0, 40).mapToObj(i -> "1." + i),
                        IntStream.range(0, 44).mapToObj(i -> "2." + i))
                .toList();

        assertThat(RuleTable.ids()).containsAll(ids);
    }

    /** The documents have groups 1 and 2; our rules have later ids, and are tried after them. */
    @Test
    void rules_areInTheOrderOfTheirIds() {
        assertThat(RuleTable.all())
                .extracting(ArithmeticRule::id)
                .allMatch(id -> id.matches("[1-9]\\d?\\.\\d{1,2}"))
                .isSortedAccordingTo(Comparator.comparing((String id) -> Integer.parseInt(id.split("\\.")[0]))
                        .thenComparing(id -> Integer.parseInt(id.split("\\.")[1])))
                .doesNotHaveDuplicates();
        assertThat(RuleTable.find("1.40")).as("group 1 is the documents'").isEmpty();
        assertThat(RuleTable.find("2.44")).as("group 2 is the documents'").isEmpty();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void arithmeticRules_hasANameOfItsOwn(ArithmeticRule rule) {
        assertThat(RuleTable.all())
                .filteredOn(other -> other.name().equals(rule.name()))
                .hasSize(1);
        assertThat(rule.exactness().text()).isNotEmpty();
    }

    /** Rules without a case file say why. */
    @ParameterizedTest
    @MethodSource("rules")
    void arithmeticRules_appliesOrStatesWhyNot(ArithmeticRule rule) {
        assertThat(RuleCases.exists(rule)).isEqualTo(rule.applies());
        assertThat(rule.missing().isEmpty()).isEqualTo(rule.applies());
    }

    /** The simplifier with a single rule, exact or not. */
    private record OneRule(ArithmeticRule rule) implements GraphPass {

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

package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every target has to compute: each case over all shape classes and magnitudes. */
abstract class ConformanceSuite {

    abstract CaseChecker checker();

    static Stream<Case> cases() {
        return Cases.all().stream().filter(Table::claims);
    }

    /** On all processors: most of the time is spent in the definitions. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("cases")
    void agreesWithTheDefinition(Case tested) {
        assertThat(checker().check(tested)).isEmpty();
    }
}

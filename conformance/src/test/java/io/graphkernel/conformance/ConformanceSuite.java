package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requirements of every target: cases over all shape classes and magnitudes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ConformanceSuite {

    abstract CaseChecker checker();

    abstract List<Case> cases();

    Stream<Case> claimed() {
        return cases().stream().filter(Table::claims);
    }

    /** On all processors: most of the time is spent in the definitions. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("claimed")
    void case_matchesDefinition(Case tested) {
        assertThat(checker().check(tested)).isEmpty();
    }
}

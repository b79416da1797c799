package io.graphkernel.processor.diagnostic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.Diagnostic.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DiagnosticTest {

    /** Names that a title may begin with, and Java names after an at sign. */
    private static final String NAMES = "@\\p{Alpha}+|C|Java|Lombok|ONNX";

    @Test
    void diagnostic_printsIdCauseAndFix() {
        assertThat(Diagnostic.UNKNOWN_OP.message("sofmax", "did you mean 'softmax'?"))
                .isEqualTo("""
                    [GK-1201] unknown op: 'sofmax'
                    because: Ops has no method with this name
                    fix: did you mean 'softmax'?\
                    """);
    }

    @Test
    void diagnostic_cutsLongCauses() {
        String cause = IntStream.range(0, 20).mapToObj(Integer::toString).collect(Collectors.joining("\n"));
        String message = Diagnostic.NATIVE_COMPILE_FAILED.message("MyOps", "linux-x86_64", cause, "kernel.c");
        assertThat(message.lines())
                .hasSize(6)
                .endsWith("fix: this is a bug in GraphKernel; please report it with kernel.c");
    }

    @Test
    void diagnostic_leavesBracesOfArgumentsAlone() {
        assertThat(Diagnostic.UNKNOWN_OP.what("{1}")).isEqualTo("unknown op: '{1}'");
    }

    @Test
    void diagnostic_hasIdsInOrderThatNoTwoShare() {
        assertThat(Arrays.stream(Diagnostic.values()).map(Diagnostic::id))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void titles_areUnique() {
        assertThat(Arrays.stream(Diagnostic.values()).map(Diagnostic::title)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void title_isAShortPhraseWithoutPlaceholders(Diagnostic diagnostic) {
        assertThat(diagnostic.title())
                .hasSizeBetween(5, 60)
                .doesNotContain("{", "}", "[", ": ")
                .doesNotEndWith(".")
                .isEqualTo(diagnostic.title().strip())
                .matches("(?:@?\\p{Lower}|" + NAMES + " ).*");
    }

    @ParameterizedTest
    @EnumSource
    void message_startsWithIdAndTitle(Diagnostic diagnostic) {
        assertThat(diagnostic.message("one", "two", "three", "four", "five"))
                .startsWith("[" + diagnostic.id() + "] " + diagnostic.title())
                .doesNotContain(": \n");
    }

    @ParameterizedTest
    @EnumSource
    void diagnostic_hasAtMostFourArguments(Diagnostic diagnostic) {
        String message = diagnostic.message("one", "two", "three", "four", "five");
        assertThat(message).doesNotContain("{", "}");
        assertThat(message.lines().count()).isBetween(1L, 6L);
    }

    @Test
    void diagnostic_countsErrorsOnly() {
        List<Kind> printed = new ArrayList<>();
        DiagnosticReporter reporter = new DiagnosticReporter();
        SourcePosition position = (kind, message) -> printed.add(kind);
        reporter.report(position, Diagnostic.DUPLICATE_FLAG, "a", "b", "c");
        reporter.report(position, Diagnostic.KERNEL_SUMMARY, "MyOps", "3 kernels", "14 ops", "3 launches", "report");
        assertThat(reporter.errorCount()).isZero();
        reporter.report(position, Diagnostic.NOT_STATIC, "f");
        assertThat(reporter.errorCount()).isOne();
        assertThat(printed).containsExactly(Kind.WARNING, Kind.NOTE, Kind.ERROR);
    }
}

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

    @Test
    void printsIdCauseAndFix() {
        assertThat(Diagnostic.UNKNOWN_OP.message("sofmax", "did you mean 'softmax'?"))
                .isEqualTo("""
                    [GK-1201] there is no op 'sofmax'
                    because: Ops has no method of this name
                    fix: did you mean 'softmax'?\
                    """);
    }

    @Test
    void cutsLongCauses() {
        String cause = IntStream.range(0, 20).mapToObj(Integer::toString).collect(Collectors.joining("\n"));
        String message = Diagnostic.NATIVE_COMPILE_FAILED.message("MyOps", "linux-x86_64", cause, "kernel.c");
        assertThat(message.lines())
                .hasSize(6)
                .endsWith("fix: this is a defect of GraphKernel; please report it with kernel.c");
    }

    @Test
    void leavesBracesOfArgumentsAlone() {
        assertThat(Diagnostic.UNKNOWN_OP.what("{1}")).isEqualTo("there is no op '{1}'");
    }

    @Test
    void hasIdsInOrderThatNoTwoShare() {
        assertThat(Arrays.stream(Diagnostic.values()).map(Diagnostic::id))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void hasAtMostFourArguments(Diagnostic diagnostic) {
        String message = diagnostic.message("one", "two", "three", "four", "five");
        assertThat(message).doesNotContain("{", "}");
        assertThat(message.lines().count()).isBetween(1L, 6L);
    }

    @Test
    void countsErrorsOnly() {
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

package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every op with a row dim returns the same bits for a row alone as for the row at each position of a batch. */
@Tag("sampled")
class RowInvarianceTest {

    /** Stride of the cases in the fast tier. */
    private static final int STRIDE = TestTier.select(7, 1, 1);

    private static final int MIN_CASES = 20;

    @BeforeAll
    static void compile() {
        KernelClasses.processed();
    }

    @AfterAll
    static void resetThreads() {
        KernelThreads.setCount(Runtime.getRuntime().availableProcessors());
    }

    @Test
    void row_hasTheSameBitsAloneAndInABatch() {
        RowInvarianceChecker checker = new RowInvarianceChecker();
        List<Case> cases = Cases.compiled().stream().filter(Table::claims).toList();
        List<RowCase> selected = IntStream.range(0, cases.size())
                .filter(i -> i % STRIDE == 0)
                .mapToObj(cases::get)
                .flatMap(tested -> RowCase.of(tested).stream())
                .toList();

        assertThat(selected).hasSizeGreaterThan(MIN_CASES);
        assertThat(selected.stream().flatMap(tested -> checker.check(tested).stream()))
                .isEmpty();
    }

    @Tag("slow")
    @Tag("process")
    @ParameterizedTest
    @ValueSource(strings = {"v2", "v3"})
    void row_hasTheSameBits_onWeakerInstructionSets(String set) throws IOException, InterruptedException {
        String first = set.equals("v2") ? "0" : "1";
        run("graphkernel.isa=" + set, String.valueOf(KernelClasses.CLASSES_OF_A_WEAKER_SET), first);
    }

    @Tag("slow")
    @Tag("process")
    @Test
    void row_hasTheSameBits_onTheJvm() throws IOException, InterruptedException {
        run("graphkernel.device=jvm", "2", "0");
    }

    @Tag("slow")
    @Tag("process")
    @Test
    void row_hasTheSameBits_onOpenCl() throws IOException, InterruptedException {
        assumeThat(OpenClDevice.find()).as("an OpenCL device").isPresent();
        run("graphkernel.device=" + OpenClDevice.find().get(), "10", "0");
    }

    private static void run(String setting, String... classes) throws IOException, InterruptedException {
        VariantConformanceTest.requireRight(
                VariantConformanceTest.start(RowInvarianceProgram.class, setting, List.of(classes)));
    }
}

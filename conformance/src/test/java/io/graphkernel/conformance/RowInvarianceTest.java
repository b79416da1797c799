package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.runtime.DType;
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
import org.junit.jupiter.params.provider.MethodSource;

/** Every op with a row dim returns the same bits for a row alone as for the row at each position of a batch. */
@Tag("sampled")
class RowInvarianceTest {

    /** Stride of the cases. */
    private static final int STRIDE = TestTier.select(7, 5, 1);

    /** Strides of the kernel classes on other targets, and of their cases: the OpenCL driver compiles a kernel for seconds. */
    private static final int CLASSES_FOR_JVM = TestTier.isExhaustive() ? 2 : 16;

    private static final int CLASSES_FOR_OPENCL = TestTier.isExhaustive() ? 10 : 24;

    private static final int CASES_FOR_OPENCL = TestTier.isExhaustive() ? 1 : 8;

    private static final int WEAKER_CLASSES =
            KernelClassTargets.CLASSES_OF_A_WEAKER_SET * (TestTier.isExhaustive() ? 1 : 4);

    /** A kernel whose rows are columns, with several adjacent elements each. */
    private static final String COLUMNS = "einsum_f32_transposed";

    /** Its class may lack a weaker instruction set. */
    private static final String NO_COLUMNS = "";

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

    /** Sums of columns, whose order depends on the length alone; the fast tier has few of them. */
    @Tag("slow")
    @Test
    void column_hasTheSameBitsAloneAndAmongOthers() {
        RowInvarianceChecker checker = new RowInvarianceChecker();
        List<RowCase> columns = Cases.compiled().stream()
                .filter(tested -> tested.dtype() == DType.F32)
                .filter(tested -> tested.op().equals("ReduceSum") || tested.op().equals("Einsum"))
                .flatMap(tested -> RowCase.of(tested).stream())
                .filter(RowCase::isColumn)
                .toList();

        assertThat(columns).isNotEmpty();
        assertThat(columns.stream().flatMap(tested -> checker.checkLongColumns(tested).stream()))
                .isEmpty();
    }

    @Tag("slow")
    @Tag("process")
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("weakerInstructionSets")
    void row_hasTheSameBits_onWeakerInstructionSets(String set) throws IOException, InterruptedException {
        int first = set.equals("v2") ? 0 : 1;
        run("graphkernel.isa=" + set, WEAKER_CLASSES, first, 1, NO_COLUMNS);
    }

    static List<String> weakerInstructionSets() {
        return KernelClassTargets.weakerInstructionSets();
    }

    @Tag("slow")
    @Tag("process")
    @Test
    void row_hasTheSameBits_onTheJvm() throws IOException, InterruptedException {
        run("graphkernel.device=jvm", CLASSES_FOR_JVM, 0, 1, COLUMNS);
    }

    @Tag("slow")
    @Tag("process")
    @Test
    void row_hasTheSameBits_onOpenCl() throws IOException, InterruptedException {
        assumeThat(OpenClDevice.find()).as("an OpenCL device").isPresent();
        run("graphkernel.device=" + OpenClDevice.find().get(), CLASSES_FOR_OPENCL, 0, CASES_FOR_OPENCL, COLUMNS);
    }

    private static void run(String setting, int classes, int first, int cases, String columns)
            throws IOException, InterruptedException {
        List<String> arguments =
                List.of(String.valueOf(classes), String.valueOf(first), String.valueOf(cases), columns);
        VariantConformanceTest.requireRight(
                VariantConformanceTest.start(RowInvarianceProgram.class, setting, arguments));
    }
}

package io.graphkernel.processor.processing;

import static io.graphkernel.processor.GraphKernelProcessorTest.IMPORTS;
import static io.graphkernel.processor.GraphKernelProcessorTest.TWICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.EmptyBackEnd;
import io.graphkernel.processor.GraphKernelProcessor;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Outcome;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureReporterTest {

    @TempDir
    Path directory;

    @Test
    void failureReporter_reportsADefectWithAFileThatHoldsGraphAndStack() throws IOException {
        Outcome outcome = new UserCompilation(directory)
                .processor(new GraphKernelProcessor(new EmptyBackEnd() {
                    @Override
                    public void compile(KernelClass kernelClass) {
                        throw new IllegalStateException("the schedule is empty");
                    }
                }))
                .option("-Agraphkernel.reportDir=" + directory.resolve("report"))
                .compile("Twice.java", IMPORTS + TWICE);
        assertThat(outcome.messages()).singleElement().satisfies(message -> {
            assertThat(message.id()).isEqualTo("GK-0001");
            assertThat(message.line()).isEqualTo(7);
        });
        assertThat(Files.readString(directory.resolve("report/internal-error-Twice.txt")))
                .contains("the schedule is empty", "FailureReporterTest", "graph twice(");
    }

    @ParameterizedTest
    @ValueSource(classes = {AssertionError.class, NoClassDefFoundError.class, StackOverflowError.class})
    void failureReporter_reportsErrorsAsDefectsAndContinues(Class<? extends Error> type) {
        List<String> compiled = new ArrayList<>();
        Outcome outcome = new UserCompilation(directory)
                .processor(new GraphKernelProcessor(new EmptyBackEnd() {
                    @Override
                    public void compile(KernelClass kernelClass) {
                        compiled.add(kernelClass.simpleName());
                        if (kernelClass.simpleName().equals("Twice")) {
                            throw newInstance(type);
                        }
                    }
                }))
                .compile("Twice.java", IMPORTS + TWICE + TWICE.replace("Twice", "Two"));
        assertThat(outcome.messages()).singleElement().satisfies(message -> {
            assertThat(message.id()).isEqualTo("GK-0001");
            assertThat(message.text()).contains(type.getName());
            assertThat(message.line()).isEqualTo(7);
        });
        assertThat(compiled).containsExactly("Twice", "Two");
        assertThat(directory.resolve("graph-kernel/internal-error-Twice.txt")).isNotEmptyFile();
    }

    @Test
    void classOfTheProcessor_thatIsMissing_isNamed() {
        Outcome outcome = new UserCompilation(directory)
                .processor(new GraphKernelProcessor(new EmptyBackEnd() {
                    @Override
                    public void compile(KernelClass kernelClass) {
                        throw new NoClassDefFoundError("io/graphkernel/op/OpTable");
                    }
                }))
                .compile("Twice.java", IMPORTS + TWICE);
        assertThat(outcome.messages()).singleElement().satisfies(message -> {
            assertThat(message.id()).isEqualTo("GK-0010");
            assertThat(message.text())
                    .contains("because: the class io.graphkernel.op.OpTable is not on the class path");
        });
    }

    @Test
    void arithmeticOnDims_thatOverflowsInALaterStage_isTheProgramsMistake() {
        Outcome outcome = new UserCompilation(directory)
                .processor(new GraphKernelProcessor(new EmptyBackEnd() {
                    @Override
                    public void compile(KernelClass kernelClass) {
                        Math.multiplyExact(Long.MAX_VALUE, kernelClass.methods().size() + 1);
                    }
                }))
                .compile("Twice.java", IMPORTS + TWICE);
        assertThat(outcome.messages()).singleElement().satisfies(message -> {
            assertThat(message.id()).isEqualTo("GK-2031");
            assertThat(message.text()).contains("Twice", "long overflow");
            assertThat(message.line()).isEqualTo(7);
        });
    }

    private static Error newInstance(Class<? extends Error> type) {
        try {
            return type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void failureReporter_reportsFilesThatCannotBeWritten() {
        Outcome outcome = new UserCompilation(directory)
                .processor(new GraphKernelProcessor(new EmptyBackEnd() {
                    @Override
                    public void compile(KernelClass kernelClass) throws IOException {
                        throw new IOException("no space left");
                    }
                }))
                .compile("Twice.java", IMPORTS + TWICE);
        assertThat(outcome.messages()).singleElement().satisfies(message -> {
            assertThat(message.id()).isEqualTo("GK-0004");
            assertThat(message.text()).contains("no space left");
        });
    }
}

package io.graphkernel.processor.op.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.Golden;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpsSourceTest {

    private static final Path RUNTIME = Path.of("../runtime");

    @Test
    void checkedInClassIsWhatTheTableGives() {
        Golden.check(RUNTIME.resolve("src/main/java/io/graphkernel/runtime/Ops.java"), OpsSource.print(OpTable.get()));
    }

    @Test
    void checkedInPageIsWhatTheTableGives() {
        Golden.check(RUNTIME.resolve("OPS.md"), OpsPage.print(OpTable.get()));
    }

    @Test
    void noLineIsLongerThanTheFormatAllows() {
        assertThat(OpsSource.print(OpTable.get()).lines()).allMatch(line -> line.length() <= 120);
    }

    @Test
    void binaryOpsTakeANumberOnEitherSide() {
        assertThat(signatures("Sub")).containsExactly("Tensor x, Tensor y", "double x, Tensor y", "Tensor x, double y");
    }

    @Test
    void theConditionOfSelectIsATensor() {
        assertThat(signatures("Select"))
                .containsExactly(
                        "Tensor condition, Tensor x, Tensor y",
                        "Tensor condition, double x, Tensor y",
                        "Tensor condition, Tensor x, double y",
                        "Tensor condition, double x, double y");
    }

    @Test
    void logicalOpsTakeNoNumbers() {
        assertThat(signatures("LogicalAnd")).containsExactly("Tensor x, Tensor y");
    }

    @Test
    void updatesTakeANumberAsValueOnly() {
        assertThat(signatures("Assign"))
                .containsExactly("Tensor parameter, Tensor value", "Tensor parameter, double value");
    }

    @Test
    void reductionsTakeNoAxesOneAxisOrSeveral() {
        assertThat(signatures("ReduceMean"))
                .containsExactly(
                        "Tensor x",
                        "Tensor x, int axis",
                        "Tensor x, int axis, boolean keepDims",
                        "Tensor x, int[] axes, boolean keepDims");
    }

    @Test
    void expansionsPassTheAxesAndTheFlagOn() {
        assertThat(EagerBody.of(row("ReduceMean")))
                .containsExactly(
                        "try (TensorScope scope = TensorScope.open()) {",
                        "    Tensor reduceSum = reduceSum(x, axes, keepDims);",
                        "    return scope.keep(realDiv(reduceSum, Eager.elementCount(x, axes)));",
                        "}");
    }

    @Test
    void expansionsKeepTheirOwnFlag() {
        assertThat(EagerBody.of(row("Softmax")))
                .contains("    Tensor reduceMax = reduceMax(x, axis, true);", "    Tensor sub = sub(x, reduceMax);");
    }

    @Test
    void expansionsNumberVariablesOfTheSameOp() {
        assertThat(EagerBody.of(row("GeLU")))
                .startsWith("try (TensorScope scope = TensorScope.open()) {", "    Tensor mul = mul(x, x);")
                .anyMatch(line -> line.startsWith("    Tensor mul2 = mul(mul, "))
                .anyMatch(line -> line.startsWith("    Tensor mul3 = mul(x, "))
                .endsWith("    return scope.keep(mul(x, sigmoid));", "}");
    }

    @Test
    void expansionsOfOneCallNeedNoScope() {
        assertThat(EagerBody.of(row("ReLU"))).containsExactly("return maximum(x, 0.0);");
    }

    private static List<String> signatures(String op) {
        return MethodFamily.of(row(op)).stream()
                .map(method -> String.join(
                        ", ",
                        method.parameters().stream()
                                .map(p -> p.type() + " " + p.name())
                                .toList()))
                .toList();
    }

    private static OpRow row(String op) {
        return OpTable.get().find(op).orElseThrow();
    }
}

package io.graphkernel.processor.op.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OpsSourceTest {

    @Test
    void everyOpOfTheDocumentsIsInTheTable() {
        List<DocumentLists.Entry> entries = DocumentLists.read().entries();

        assertThat(entries.stream().filter(entry -> entry.table().equals("expander")))
                .hasSize(83);
        assertThat(entries.stream().filter(entry -> entry.table().equals("cluster")))
                .hasSize(60);
        assertThat(entries)
                .allSatisfy(entry -> assertThat(OpTable.get().find(entry.op()))
                        .as(entry.op())
                        .isPresent());
    }

    @Test
    void everyNameOfAnOpIsAMethod() {
        Set<String> methods = new HashSet<>();
        OpTable.get().rows().forEach(row -> MethodFamily.of(row).forEach(method -> methods.add(method.name())));

        assertThat(methods)
                .contains(
                        "reduceSum",
                        "layerNormGrad",
                        "adamWeightDecay",
                        "lambApplyWeightAssign",
                        "bceWithLogitsLoss",
                        "geLU",
                        "gelu",
                        "argmin",
                        "acos");
    }

    @Test
    void noTwoOverloadsHaveTheSameTypes() {
        Set<String> signatures = new HashSet<>();
        for (OpRow row : OpTable.get().rows()) {
            for (JavaMethod method : MethodFamily.of(row)) {
                String types = method.parameters().stream()
                        .map(parameter -> parameter.type().replace("...", "[]"))
                        .collect(Collectors.joining(", ", method.name() + "(", ")"));
                assertThat(signatures.add(types)).as(types).isTrue();
            }
        }
    }

    @Test
    void noLineIsLongerThanTheFormatAllows() {
        assertThat(OpsSource.print(OpTable.get()).lines()).allMatch(line -> line.length() <= 120);
    }

    @Test
    void binaryOpsTakeANumberOnEitherSide() {
        assertThat(signatures("Sub"))
                .containsExactly(
                        "Tensor x, Tensor y",
                        "double x, Tensor y",
                        "Tensor x, double y",
                        "long x, Tensor y",
                        "Tensor x, long y");
    }

    @Test
    void functionsOfFloatsTakeNoLong() {
        assertThat(signatures("Atan2"))
                .containsExactly("Tensor y, Tensor x", "double y, Tensor x", "Tensor y, double x");
    }

    @Test
    void theConditionOfSelectIsATensor() {
        assertThat(signatures("Select"))
                .contains(
                        "Tensor condition, Tensor x, Tensor y",
                        "Tensor condition, double x, Tensor y",
                        "Tensor condition, Tensor x, double y",
                        "Tensor condition, double x, double y")
                .allMatch(signature -> signature.startsWith("Tensor condition"));
    }

    @Test
    void logicalOpsTakeNoNumbers() {
        assertThat(signatures("LogicalAnd")).containsExactly("Tensor x, Tensor y");
    }

    @Test
    void updatesTakeANumberAsValueOnly() {
        assertThat(signatures("Assign"))
                .containsExactly(
                        "Tensor parameter, Tensor value",
                        "Tensor parameter, double value",
                        "Tensor parameter, long value");
    }

    @Test
    void reductionsTakeNoAxesOneAxisOrSeveral() {
        assertThat(signatures("ReduceMean"))
                .containsExactlyInAnyOrder(
                        "Tensor x",
                        "Tensor x, int axis",
                        "Tensor x, int axis, boolean keepDims",
                        "Tensor x, int[] axes, boolean keepDims");
    }

    @Test
    void defaultsMayBeLeftOut() {
        assertThat(signatures("LayerNorm"))
                .contains(
                        "Tensor x, Tensor gamma, Tensor beta",
                        "Tensor x, Tensor gamma, Tensor beta, double epsilon",
                        "Tensor x, Tensor gamma, Tensor beta, Tensor epsilon, int beginNormAxis, int beginParamsAxis");
    }

    @Test
    void optionalTensorsMayBeLeftOut() {
        assertThat(signatures("BCEWithLogitsLoss"))
                .contains(
                        "Tensor x, Tensor y",
                        "Tensor x, Tensor y, Reduction reduction",
                        "Tensor x, Tensor y, Tensor weight, Reduction reduction",
                        "Tensor x, Tensor y, Tensor weight, Tensor posWeight, Reduction reduction");
    }

    @Test
    void anyNumberOfTensorsComesLast() {
        assertThat(signatures("Concat")).containsExactly("int axis, Tensor... x");
        assertThat(signatures("AddN")).containsExactly("Tensor... x");
    }

    @Test
    void seedsAreExact() {
        assertThat(signatures("StandardNormal"))
                .containsExactly("Tensor seed, Tensor seed2, long... dims", "long seed, long seed2, long... dims");
    }

    @Test
    void expansionsPassTheAxesAndTheFlagOn() {
        assertThat(body("ReduceMean"))
                .contains(
                        "    Tensor reduceSum = reduceSum(wideX, axes, keepDims);",
                        "    Tensor realDiv = realDiv(reduceSum, Eager.elementCount(wideX, axes));");
    }

    @Test
    void expansionsKeepTheirOwnFlag() {
        assertThat(body("Softmax"))
                .contains(
                        "    Tensor reduceMax = reduceMax(wideX, axis, true);",
                        "    Tensor sub = sub(wideX, reduceMax);");
    }

    @Test
    void halvesAreRoundedOnce() {
        assertThat(body("Softmax"))
                .startsWith(
                        "OperandDtypes.check(\"softmax\", \"FLOAT\", \"x:SHARED\", x);",
                        "try (TensorScope scope = TensorScope.open();"
                                + " Recording recording = Recording.begin(\"Softmax\", x, axis)) {",
                        "    DType shared = Expansions.dtype(\"softmax\", \"x\", x);",
                        "    Tensor wideX = Expansions.widen(x);")
                .endsWith("    return recording.result(scope.keep(Expansions.as(mul, shared)));", "}");
    }

    @Test
    void anExpansionOfOneCallIsRecordedAsTheOp() {
        assertThat(body("ReLU"))
                .containsExactly(
                        "OperandDtypes.check(\"reLU\", \"NUMBER\", \"x:SHARED\", x);",
                        "try (TensorScope scope = TensorScope.open(); Recording recording = Recording.begin(\"ReLU\", x)) {",
                        "    Tensor maximum = maximum(x, 0.0);",
                        "    return recording.result(scope.keep(maximum));",
                        "}");
    }

    @Test
    void expansionsBranchOnAttributes() {
        assertThat(body("MSELoss"))
                .contains(
                        "Expansions.present(\"mseLoss\", \"reduction\", reduction);",
                        "    if (reduction == Reduction.NONE) {",
                        "    if (reduction == Reduction.SUM) {");
    }

    @Test
    void updatesAreAssigned() {
        assertThat(body("AssignAdd")).anyMatch(line -> line.contains("Eager.assign(parameter, "));
    }

    private static List<String> signatures(String op) {
        return MethodFamily.of(row(op)).stream()
                .filter(method -> method.name().equals(row(op).javaName()))
                .map(JavaMethod::signature)
                .toList();
    }

    private static List<String> body(String op) {
        Set<String> all = Stream.of(row(op))
                .flatMap(row -> row.parameters().stream())
                .map(OpParameter::name)
                .collect(Collectors.toSet());
        return EagerBody.of(row(op), all);
    }

    private static OpRow row(String op) {
        return OpTable.get().find(op).orElseThrow();
    }
}

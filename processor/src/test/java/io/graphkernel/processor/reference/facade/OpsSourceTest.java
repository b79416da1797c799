package io.graphkernel.processor.reference.facade;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OpsSourceTest {

    @Test
    void everyOpOfTheDocuments_isInTheTable() {
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
    void everyNameOfAnOp_isAMethod() {
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
    void noTwoOverloads_haveTheSameTypes() {
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
    void noLine_isLongerThanTheFormatAllows() {
        assertThat(OpsSource.print(OpTable.get()).lines()).allMatch(line -> line.length() <= 120);
    }

    @Test
    void binaryOps_takeANumberOnEitherSide() {
        assertThat(signatures("Sub"))
                .containsExactly(
                        "Tensor x, Tensor y",
                        "double x, Tensor y",
                        "Tensor x, double y",
                        "long x, Tensor y",
                        "Tensor x, long y");
    }

    @Test
    void functionsOfFloats_takeNoLong() {
        assertThat(signatures("Atan2"))
                .containsExactly("Tensor y, Tensor x", "double y, Tensor x", "Tensor y, double x");
    }

    @Test
    void conditionOfSelect_isATensor() {
        assertThat(signatures("Select"))
                .contains(
                        "Tensor condition, Tensor x, Tensor y",
                        "Tensor condition, double x, Tensor y",
                        "Tensor condition, Tensor x, double y",
                        "Tensor condition, double x, double y")
                .allMatch(signature -> signature.startsWith("Tensor condition"));
    }

    @Test
    void logicalOps_takeNoNumbers() {
        assertThat(signatures("LogicalAnd")).containsExactly("Tensor x, Tensor y");
    }

    @Test
    void opsSource_updatesTakeANumberAsValueOnly() {
        assertThat(signatures("Assign"))
                .containsExactly(
                        "Tensor parameter, Tensor value",
                        "Tensor parameter, double value",
                        "Tensor parameter, long value");
    }

    @Test
    void reductions_takeNoAxesOneAxisOrSeveral() {
        assertThat(signatures("ReduceMean"))
                .containsExactlyInAnyOrder(
                        "Tensor x",
                        "Tensor x, int axis",
                        "Tensor x, int axis, boolean keepDims",
                        "Tensor x, int[] axes, boolean keepDims");
    }

    @Test
    void defaults_mayBeLeftOut() {
        assertThat(signatures("LayerNorm"))
                .contains(
                        "Tensor x, Tensor gamma, Tensor beta",
                        "Tensor x, Tensor gamma, Tensor beta, double epsilon",
                        "Tensor x, Tensor gamma, Tensor beta, Tensor epsilon, int beginNormAxis, int beginParamsAxis");
    }

    @Test
    void optionalTensors_mayBeLeftOut() {
        assertThat(signatures("BCEWithLogitsLoss"))
                .contains(
                        "Tensor x, Tensor y",
                        "Tensor x, Tensor y, Reduction reduction",
                        "Tensor x, Tensor y, Tensor weight, Reduction reduction",
                        "Tensor x, Tensor y, Tensor weight, Tensor posWeight, Reduction reduction");
    }

    @Test
    void anyNumberOfTensors_comesLast() {
        assertThat(signatures("Concat")).containsExactly("int axis, Tensor... x");
        assertThat(signatures("AddN")).containsExactly("Tensor... x");
    }

    @Test
    void seeds_areExact() {
        assertThat(signatures("StandardNormal"))
                .containsExactly("Tensor seed, Tensor seed2, long... dims", "long seed, long seed2, long... dims");
    }

    @Test
    void compositeOp_callsTheInterpreter() {
        assertThat(body("Softmax")).containsExactly("return CompositeOp.result(\"Softmax\", x, axis);");
        assertThat(body("Split")).containsExactly("return CompositeOp.results(\"Split\", x, parts, axis);");
        assertThat(body("DivMod"))
                .containsExactly(
                        "PromotedOperands promoted = PromotedOperands.of(x, y);",
                        "if (promoted != null) {",
                        "    try (promoted) {",
                        "        return divMod(promoted.get(0), promoted.get(1), rounding);",
                        "    }",
                        "}",
                        "return CompositeOp.result(\"DivMod\", x, y, rounding);");
        assertThat(body("AddN"))
                .endsWith("return CompositeOp.result(\"AddN\", (Object) x);")
                .contains("PromotedOperands promoted = PromotedOperands.of(x);");
        assertThat(body("ArgMaxWithValue"))
                .containsExactly("return ArgMaxWithValueResult.of("
                        + "CompositeOp.results(\"ArgMaxWithValue\", x, axis, keepDims));");
    }

    @Test
    void omittedTensor_isAbsent() {
        assertThat(EagerBody.of(row("NLLLoss"), Set.of("logits", "labels", "reduction", "ignoreIndex")))
                .containsExactly(
                        "return CompositeOp.result(\"NLLLoss\", logits, labels, EagerExpansion.ABSENT, reduction,"
                                + " ignoreIndex);");
    }

    @Test
    void basicOp_isCalledDirectlyAndRecorded() {
        assertThat(body("Exp"))
                .containsExactly("return Recording.basic(\"Exp\", Eager.unary(\"exp\", x, ScalarMath::exp), x);");
        assertThat(body("Index"))
                .containsExactly(
                        "CompositeOp.requireLimits(\"Index\", axis, dims);",
                        "return Eager.index(DType.I64, axis, dims);");
        assertThat(body("Assign"))
                .containsExactly("Recording.refuseUpdate(\"assign\");", "return Eager.assign(parameter, value);");
    }

    @Test
    void delegatingOverloads_areDocumentedByOneLine() {
        String text = OpsSource.print(OpTable.get());
        assertThat(text).contains("""
                            /** As {@link #softmax(Tensor, int)} with axis = -1. */
                            @GraphOp("Softmax")
                            public static Tensor softmax(Tensor x) {
                                return softmax(x, -1);
                            }
                        """.indent(0));
    }

    @Test
    void opCalls_coverEveryOpWithOneResult() {
        String calls = OpCallsSource.print(OpTable.get());
        for (OpRow row : OpTable.get().rows()) {
            if (row.results().size() == 1 && !row.hasVaryingResults()) {
                assertThat(calls).contains("case \"" + row.name() + "\" -> ");
            }
        }
    }

    private static List<String> signatures(String op) {
        return MethodFamily.of(row(op)).stream()
                .filter(method -> method.name().equals(row(op).javaName()))
                .map(JavaMethod::signature)
                .toList();
    }

    private static List<String> body(String op) {
        Set<String> names = Stream.of(row(op))
                .flatMap(row -> row.parameters().stream())
                .map(OpParameter::name)
                .collect(Collectors.toSet());
        return EagerBody.of(row(op), names);
    }

    private static OpRow row(String op) {
        return OpTable.get().find(op).orElseThrow();
    }
}

package io.graphkernel.processor.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.op.OpTable;
import io.graphkernel.op.counterpart.OpCounterparts;
import io.graphkernel.op.counterpart.OpSynonyms;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpSynonymsTest {

    private static final String IMPORTS = """
            import static io.graphkernel.runtime.Ops.*;
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            @SuppressWarnings("unused")
            final class Calls {
            """;
    private static final String PARAMETERS = "@TensorType(\"f32[n, d]\") Tensor x, @TensorType(\"f32[n, d]\") Tensor y,"
            + " @TensorType(\"i32[n]\") Tensor i, @TensorType(\"bool[n, d]\") Tensor c";

    @TempDir
    Path directory;

    @Test
    void callsOfTheTable_inKernels_compile() {
        List<String> calls =
                OpSynonyms.all().stream().flatMap(row -> row.calls().stream()).toList();
        StringBuilder source = new StringBuilder(IMPORTS);
        int number = 0;
        for (String call : calls) {
            boolean isSquare = call.startsWith("solve(") || call.startsWith("triangularSolve(");
            String parameters = isSquare ? PARAMETERS.replace("[n, d]", "[n, n]") : PARAMETERS;
            source.append(
                    "@GraphKernel static Tensor f" + number++ + "(" + parameters + ") { return " + call + "; }\n");
        }
        Outcome outcome = new UserCompilation(directory).compile("Calls.java", source + "}\n");
        assertThat(outcome.messages()).isEmpty();
        assertThat(outcome.classes().get(0).methods()).hasSize(calls.size());
    }

    @Test
    void namesOfTheTable_areDifferentAndNoMethodsOfOps() {
        List<String> names =
                OpSynonyms.all().stream().flatMap(row -> row.names().stream()).toList();
        assertThat(names).doesNotHaveDuplicates();
        StringBuilder source = new StringBuilder(IMPORTS);
        for (String name : names) {
            source.append("@GraphKernel static Tensor k_" + name + "(Tensor x) { return " + name + "(x); }\n");
        }
        Outcome outcome = new UserCompilation(directory)
                .option("-Xmaxerrs")
                .option("1000")
                .compile("Calls.java", source + "}\n");
        Set<String> reported = new HashSet<>();
        for (UserCompilation.Message message : outcome.ours()) {
            assertThat(message.text()).startsWith("[GK-1201] unknown op: '").contains("fix: write ");
            reported.add(message.text().split("'")[1]);
        }
        assertThat(reported).containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void counterparts_listEveryOp() {
        assertThat(OpCounterparts.read().ops())
                .containsExactlyElementsOf(
                        OpTable.get().rows().stream().map(OpRow::name).toList());
    }

    @Test
    void counterparts_areFoundByTheNamesOfEachLibrary() {
        OpCounterparts counterparts = OpCounterparts.read();
        assertThat(counterparts.methods("vector_norm")).containsExactly("reduceL2");
        assertThat(counterparts.methods("CastLike")).containsExactly("cast");
        assertThat(counterparts.methods("squared_difference")).containsExactly("squaredDifference");
        assertThat(counterparts.methods("random.rand")).containsExactly("randomUniform");
        assertThat(counterparts.methods("foo")).isEmpty();
        assertThat(counterparts.print(OpTable.get().find("ReduceSum").orElseThrow()))
                .isEqualTo(
                        "PyTorch `torch.sum`; NumPy `numpy.sum`; TensorFlow `tf.reduce_sum`; ONNX `ReduceSum`, `Sum`");
    }

    @Test
    void unknownOp_withACounterpart_isAnsweredByIt() {
        Outcome outcome = new UserCompilation(directory)
                .compile(
                        "Calls.java",
                        IMPORTS
                                + "@GraphKernel static Tensor k(Tensor x) { return polygamma(x); }\n"
                                + "@GraphKernel static Tensor l(Tensor x) { return gammaln(x); }\n}\n");
        assertThat(outcome.ours())
                .extracting(message -> message.text().replaceAll("(?s).*fix: ", ""))
                .containsExactly("write trigamma", "write lgamma");
    }

    @Test
    void namesWithUnderscoresAndCapitals_areFound() {
        assertThat(OpSynonyms.of("index_select").orElseThrow().advice()).isEqualTo("write gather(x, i, 0)");
        assertThat(OpSynonyms.of("swapAxes").orElseThrow().advice()).isEqualTo("write transpose(x, 1, 0)");
        assertThat(OpSynonyms.of("foo")).isEmpty();
    }
}

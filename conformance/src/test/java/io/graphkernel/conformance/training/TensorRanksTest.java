package io.graphkernel.conformance.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A small GPT-2 whose matrices are cut over two ranks, and whose texts over one pair of them or two. */
@Tag("slow")
@Tag("process")
class TensorRanksTest {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("tensor-ranks");

    @BeforeAll
    static void compile() throws IOException {
        Map<String, String> sources = new HashMap<>(new Gpt2Sources("whole").texts());
        Gpt2Sources cut = new Gpt2Sources("tensor").tensorRanks(2);
        for (String name : List.of("RankGroups", "RankThreads", "RankTraining", "TensorParts")) {
            cut.and(name);
        }
        sources.putAll(cut.texts());
        sources.put("tensor/TensorProgram", Gpt2Sources.program("TensorProgram"));
        assertThat(KernelCompiler.compile(CLASSES, sources, "cpu"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
    }

    @Test
    void lossesAndWeights_areThoseOfOneRank() throws IOException, InterruptedException {
        new TargetProcess(CLASSES, "tensor.TensorProgram").onCpu();
    }
}

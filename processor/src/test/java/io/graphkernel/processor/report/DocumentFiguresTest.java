package io.graphkernel.processor.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.Golden;
import io.graphkernel.processor.GraphKernelProcessor;
import io.graphkernel.processor.UserCompilation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the documents' figures, as the files from which they were drawn. */
class DocumentFiguresTest {

    private static final Path GOLDEN = Path.of("src/test/resources/report/figures");
    private static final String VALIDATE = "6_validate.dot";
    private static final String BASIC = "hwopt_d_fuse_basic_opt_end_graph_0.dot";
    private static final String COMPOSITE = "hwopt_d_composite_opt_end_graph_0.dot";

    private static final String NETWORKS = """
            import static io.graphkernel.runtime.Ops.*;
            import io.graphkernel.annotations.GraphKernel;
            import io.graphkernel.runtime.Tensor;

            final class Networks {
                @GraphKernel
                static Tensor netBasicFuse(Tensor x) {
                    Tensor mulRes = mul(x, 2.0);
                    Tensor addRes = add(mulRes, 1.0);
                    return addRes;
                }

                @GraphKernel
                static Tensor netCompositeFuse(Tensor x) {
                    Tensor mulRes = mul(x, 2.0);
                    Tensor addRes = add(mulRes, 1.0);
                    Tensor powRes = pow(addRes, 3.0);
                    return powRes;
                }

                @GraphKernel
                static Tensor myNet(Tensor x) {
                    Tensor a = mul(x, 2.0);
                    Tensor res = add(a, 1.0);
                    return res;
                }

                @GraphKernel
                static Tensor myOp(Tensor x, Tensor y) {
                    Tensor a = sub(x, y);
                    return mul(a, x);
                }

                @GraphKernel
                static Tensor myNetWithMyOp(Tensor x, Tensor y) {
                    Tensor a = mul(x, 2.0);
                    Tensor b = pow(a, 3.0);
                    Tensor res = myOp(b, y);
                    return res;
                }
            }
            """;

    @TempDir
    static Path directory;

    @BeforeAll
    static void compile() {
        assertThat(new UserCompilation(directory)
                        .processor(new GraphKernelProcessor())
                        .option("-Agraphkernel.reportDir=" + directory.resolve("report"))
                        .option("-Agraphkernel.targets=jvm")
                        .compile("Networks.java", NETWORKS)
                        .messages())
                .noneMatch(message -> message.kind() == Diagnostic.Kind.ERROR);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "r1.0-figure-1, netBasicFuse, " + VALIDATE,
        "r1.0-figure-2, netBasicFuse, " + BASIC,
        "r1.0-figure-3, netCompositeFuse, " + VALIDATE,
        "r1.0-figure-4, netCompositeFuse, " + BASIC,
        "r1.0-figure-5, netCompositeFuse, " + COMPOSITE,
        "r1.2-figure-1-left, myNet, " + VALIDATE,
        "r1.2-figure-1-right, myNet, " + COMPOSITE,
        "r1.2-figure-2-left, myNetWithMyOp, " + VALIDATE,
        "r1.2-figure-2-right, myNetWithMyOp, " + COMPOSITE
    })
    void figure_matchesTheDocument(String figure, String method, String file) throws IOException {
        Golden.check(GOLDEN.resolve(figure + ".dot"), dump(method, file));
    }

    /** Statements of the documents about their figures. */
    @Test
    void fusions_matchTheText() throws IOException {
        assertThat(dump("netBasicFuse", BASIC)).contains("label=\"Fused_Mul_Add_fusion\"");
        assertThat(dump("netCompositeFuse", BASIC)).contains("label=\"Fused_Mul_Add_fusion\"");
        assertThat(dump("netCompositeFuse", COMPOSITE)).contains("label=\"Fused_Mul_Add_Pow_fusion\"");
        assertThat(dump("myNet", COMPOSITE)).contains("label=\"Fused_Mul_Add_fusion\"");
        assertThat(dump("myNetWithMyOp", COMPOSITE))
                .containsOnlyOnce("subgraph")
                .contains("label=\"Fused_Mul_Pow_Sub_Mul_fusion\"");
    }

    private static String dump(String method, String file) throws IOException {
        return Files.readString(
                directory.resolve("report/Networks").resolve(method).resolve(file));
    }
}

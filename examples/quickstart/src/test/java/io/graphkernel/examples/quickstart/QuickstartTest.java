package io.graphkernel.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.KernelInfo;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of the statements of the documents about their networks: the results, the numbers of ops and launches, the
 * files.
 */
class QuickstartTest {

    private static final List<String> DOT_FILES = List.of(
            "6_validate.dot", "hwopt_d_fuse_basic_opt_end_graph_0.dot", "hwopt_d_composite_opt_end_graph_0.dot");

    private TensorScope scope;

    @BeforeEach
    void open() {
        scope = TensorScope.open();
    }

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void netBasicFuse_doublesAndAddsOne() {
        Tensor x = Tensor.of(new float[] {-1, -0.5f, 0, 0.25f, 3, 7}, 2, 3);
        assertThat(TutorialNetworksKernels.netBasicFuse(x).toFloatArray()).containsExactly(-1, 0, 1, 1.5f, 7, 15);
    }

    @Test
    void netCompositeFuse_cubes() {
        Tensor x = Tensor.of(new float[] {-1, -0.5f, 0, 0.25f, 3, 7}, 2, 3);
        assertThat(TutorialNetworksKernels.netCompositeFuse(x).toFloatArray())
                .containsExactly(-1, 0, 1, 3.375f, 343, 3375);
    }

    @Test
    void myNet_printsTwoEverywhere() {
        Tensor result = TutorialNetworksKernels.myNet(Tensor.full(0.5f, 4, 4));
        assertThat(result.dimensions()).containsExactly(4, 4);
        assertThat(result.toFloatArray()).containsOnly(2.0f);
    }

    @Test
    void myNetWithMyOp_printsTheDocumentedValueEverywhere() {
        Tensor x = Tensor.full(0.2f, 4, 4);
        Tensor y = Tensor.full(0.3f, 4, 4);
        Tensor result = TutorialNetworksKernels.myNetWithMyOp(x, y);
        assertThat(result.toFloatArray()).hasSize(16);
        for (float value : result.toFloatArray()) {
            assertThat(String.format("%.6f", value)).isEqualTo("-0.015104");
        }
        assertThat(TutorialNetworks.myNetWithMyOp(x, y).toFloatArray())
                .usingComparatorWithPrecision(1e-8f)
                .containsExactly(result.toFloatArray());
    }

    @ParameterizedTest
    @CsvSource({
        "TutorialNetworks, netBasicFuse, 2",
        "TutorialNetworks, netCompositeFuse, 3",
        "TutorialNetworks, myNet, 2",
        "TutorialNetworks, myNetWithMyOp, 4",
        "MyOp, myOp, 2",
        "TrainingOps, layerNorm, 11",
        "TrainingOps, softmax, 5",
        "TrainingOps, biasGelu, 7",
        "TrainingOps, adamW, 19"
    })
    void everyMethod_isOneLaunch(String type, String method, int ops) throws ClassNotFoundException {
        Class<?> declaring = Class.forName(getClass().getPackageName() + "." + type);
        assertThat(KernelInfo.of(declaring)).contains(new KernelInfo(method, ops, 1));
    }

    @ParameterizedTest
    @CsvSource({
        "TutorialNetworks, netBasicFuse",
        "TutorialNetworks, netCompositeFuse",
        "TutorialNetworks, myNet",
        "TutorialNetworks, myNetWithMyOp",
        "TrainingOps, layerNorm",
        "TrainingOps, adamW"
    })
    void report_hasTheDocumentedFiles(String type, String method) throws Exception {
        Path directory = reportDirectory(TutorialNetworks.class)
                .resolveSibling(getClass().getPackageName() + "." + type);
        assertThat(directory.resolve("kernels.c"))
                .content()
                .containsPattern("_0 of (\\w+, )*" + method + "(, \\w+)*: ");
        for (String file : DOT_FILES) {
            assertThat(directory.resolve(method).resolve(file)).content().startsWith("digraph");
        }
        assertThat(directory.resolve(method).resolve("00_frontend.gk")).isNotEmptyFile();
        assertThat(directory.resolve(method).resolve("passes.log"))
                .content()
                .containsPattern("Run graph kernel pass stage3_split_\\d_fuse_basic in [0-9.]+ us");
    }

    /** The second stage of the document: Mul and Add become one op, and with Pow another. */
    @Test
    void dotFiles_showTheTwoStages() throws Exception {
        Path directory = reportDirectory(TutorialNetworks.class).resolve("netCompositeFuse");
        assertThat(Files.readString(directory.resolve(DOT_FILES.get(0))))
                .contains("Mul")
                .contains("Add")
                .contains("Pow");
        assertThat(Files.readString(directory.resolve(DOT_FILES.get(1))))
                .contains("Fused_Mul_Add_fusion")
                .contains("Pow");
        assertThat(Files.readString(directory.resolve(DOT_FILES.get(2)))).contains("Fused_Mul_Add_Pow_fusion");
    }

    @Test
    void mainJob_runs() {
        Quickstart.main(new String[0]);
    }

    /** Next to the class directory. */
    private static Path reportDirectory(Class<?> type) throws URISyntaxException {
        Path classes =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        return classes.resolveSibling("graph-kernel").resolve(type.getName());
    }
}

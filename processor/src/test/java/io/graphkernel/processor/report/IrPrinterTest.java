package io.graphkernel.processor.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.processor.Golden;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IrPrinterTest {

    private static final Path GOLDEN = Path.of("src/test/resources/report/ir");

    @Test
    void irPrinter_beforeFusion_printsOps() {
        check("ops", """
                graph layerNorm(%x: f32[n, d], float epsilon) {
                  %epsilon = Scalar() {expression="epsilon"} : f32[]
                  %0 = Dimension() {dims=(d)} : f32[]
                  %1 = ReduceSum(%x) {axes=[-1], keep_dims=true} : f32[n, 1]  # Ops.java:3
                  %mean = RealDiv(%1, %0) : f32[n, 1]  # Ops.java:3
                  %2 = Sub(%x, %mean) : f32[n, d]  # Ops.java:4
                  %3 = Add(%2, %epsilon) : f32[n, d]
                  %4 = Mul(%3, 2.5) : f32[n, d]
                  return out=%4
                }
                """);
    }

    @Test
    void kernels_areSubgraphs() {
        check("kernels", """
                graph pair(%x: f32[x..], %y: f32[y..]) {
                  kernel Fused_Sub_Mul_fusion {
                    %difference = Sub(%x, %y) : f32[x.. y..]  # Ops.java:3
                    %product = Mul(%difference, %x) : f32[x.. y..]  # Ops.java:4
                  }
                  kernel Exp {
                    %0 = Exp(%product) : f32[x.. y..]  # Ops.java:5
                  }
                  kernel Fused_Neg_Abs_fusion {
                    %1 = Neg(%0) : f32[x.. y..]
                    %2 = Abs(%1) : f32[x.. y..]
                  }
                  return first=%difference, second=%2
                }
                """);
    }

    @Test
    void updates_areResultsOfTheirKernel() {
        check("updates", """
                graph step(%p: f32[n], %g: f32[n]) {
                  kernel Fused_Mul_Sub_Assign_fusion {
                    %0 = Mul(%g, 0.1) : f32[n]
                    %1 = Sub(%p, %0) : f32[n]
                    %2 = Assign(%p, %1) : f32[n]
                  }
                  return
                }
                """);
    }

    @ParameterizedTest
    @EnumSource(DataType.class)
    void everyDtype_hasItsNameOfMindSpore(DataType dtype) {
        Graph graph = GraphParser.parse("""
                graph same(%x: DTYPE[4, 4]) {
                  %0 = IdentityMath(%x) : DTYPE[4, 4]
                  return out=%0
                }
                """.replace("DTYPE", dtype.text()));

        assertThat(IrPrinter.print(graph))
                .containsPattern("<Tensor\\[(Float|BFloat|Int|UInt|Bool)[0-9]*(E4M3FN|E5M2)?], \\(4, 4\\)>\\)\n");
    }

    private static void check(String name, String graph) {
        Golden.check(GOLDEN.resolve(name + ".ir"), IrPrinter.print(GraphParser.parse(graph)));
    }
}

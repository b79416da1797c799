package io.graphkernel.processor.target.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.TestPlans;
import java.util.List;
import org.junit.jupiter.api.Test;

class PtxModuleTest {

    private static final String MODULE = """
            .version 6.3
            .target sm_70
            // biasGradient_0_$_buffer has been demoted
            .visible .entry biasGradient_0(
            \t.param .align 8 .b8 biasGradient_0_param_0[32]
            )
            .reqntid 256
            {
            \t{
            \tret;
            \t}
            }
            \t// .globl\tbiasGradient_0_finish
            .visible .entry biasGradient_0_finish(
            )
            {
            \tret;
            }
            .visible .entry softmax_0(
            )
            {
            \tbar.sync \t0;
            }
            """;

    @Test
    void ptxModule_cutsOutTheEntriesOfEachKernel() {
        PtxModule module = new PtxModule(
                MODULE, KernelTable.of(List.of(TestPlans.named("softmax"), TestPlans.named("biasGradient"))));

        assertThat(module.kernels()).containsOnlyKeys("softmax_0", "biasGradient_0");
        assertThat(module.kernels().get("softmax_0"))
                .isEqualTo(".visible .entry softmax_0(\n)\n{\n\tbar.sync \t0;\n}\n");
        assertThat(module.kernels().get("biasGradient_0"))
                .startsWith(".visible .entry biasGradient_0(\n")
                .contains("}\n\n.visible .entry biasGradient_0_finish(\n")
                .endsWith("\n}\n")
                .doesNotContain("softmax", ".globl");
    }
}

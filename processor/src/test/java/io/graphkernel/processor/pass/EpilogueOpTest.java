package io.graphkernel.processor.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EpilogueOpTest {

    @Test
    void documentedPasses_areRegistered() {
        List<String> documented = EpilogueOp.DOCUMENTED.values().stream()
                .flatMap(byOp -> byOp.values().stream())
                .flatMap(Set::stream)
                .toList();

        assertThat(PassPipeline.passes().stream().map(GraphPass::name).toList()).containsAll(documented);
        assertThat(documented).isNotEmpty();
    }
}

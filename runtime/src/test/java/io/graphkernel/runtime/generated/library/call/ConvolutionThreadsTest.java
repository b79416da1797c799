package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.RestoredThreads;
import io.graphkernel.runtime.endtoend.ChildProcess;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The number of threads does not change the bits of a convolution, whatever implementation oneDNN selects. */
@ExtendWith(RestoredThreads.class)
class ConvolutionThreadsTest {

    @Test
    void convolution_hasTheSameBits_onEveryNumberOfThreads() {
        assertThat(ConvolutionThreads.different(DType.F32)).isEmpty();
    }

    /** oneDNN reads the variable once. */
    @ParameterizedTest
    @ValueSource(strings = {"SSE41", "AVX2", "AVX512_CORE"})
    @Tag("slow")
    @Tag("process")
    void convolution_hasTheSameBits_withOtherInstructionSets(String set) throws IOException, InterruptedException {
        ChildProcess.runWithVariable("ONEDNN_MAX_CPU_ISA", set, ConvolutionThreads.class);
    }
}

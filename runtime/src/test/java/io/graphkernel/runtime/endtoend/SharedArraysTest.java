package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A3: arrays that stand for several operands, where the virtual machine copies what is pinned")
class SharedArraysTest {

    @Test
    void callsInPlaceGiveTheirResults() {
        SharedArrays.main(new String[0]);
    }

    @Test
    void callsInPlaceGiveTheirResultsWhereTheVirtualMachineCopies() throws Exception {
        String output = ChildProcess.run(SharedArrays.class, List.of("-Xcheck:jni"));

        assertThat(output).doesNotContain("launchPinned").doesNotContain("FATAL");
    }
}

package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A3: arrays passed as several operands, if the JVM copies pinned arrays")
@Tag("process")
class SharedArraysTest {

    @Test
    void sharedArrays_callsInPlaceGiveTheirResults() {
        SharedArrays.main(new String[0]);
    }

    @Test
    void sharedArrays_callsInPlaceGiveTheirResultsWhereTheJvmCopies() throws Exception {
        String output = ChildProcess.run(SharedArrays.class, List.of("-Xcheck:jni"));

        assertThat(output).doesNotContain("launchPinned").doesNotContain("FATAL");
    }
}
